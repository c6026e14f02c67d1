// What the app's container runs around a backup and after the service's end: see docs/decisions/2026-11-22-hot-backup.md.
import { parseArgs } from "node:util";
import { copyForBackup, endBackup, keepAtRest } from "./storage/backup-copy.ts";

const { values, positionals } = parseArgs({ options: { data: { type: "string", default: "/data" } }, allowPositionals: true });
const dataDir = values.data;
const [step] = positionals;

try {
  if (step === "copy") copyForBackup({ dataDir, at: Date.now() });
  else if (step === "drop") endBackup(dataDir);
  else if (step === "rest") keepAtRest({ dataDir, at: Date.now() });
  else throw new Error("one of copy, drop and rest is needed");
} catch (error) {
  process.stderr.write(`No copy of the database for the backup: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
