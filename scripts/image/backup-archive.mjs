// What a Supervisor's backup holds of an app's /data, and a restore of it: every file as it stands, without those that config.yaml leaves out.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { parse } from "yaml";

const { backup_exclude } = parse(readFileSync(join(import.meta.dirname, "../../config.yaml"), "utf8"));

/** The Supervisor compares each pattern with the end of a path; ours are names. A folder that fits is left out as a whole. */
function isLeftOut(name) {
  return backup_exclude.some((pattern) => matchesGlob(name, pattern));
}

export function pack(data, archive) {
  rmSync(archive, { recursive: true, force: true });
  mkdirSync(archive, { recursive: true });
  for (const entry of readdirSync(data, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || isLeftOut(entry.name)) continue;
    const from = join(entry.parentPath, entry.name);
    cpSync(from, join(archive, from.slice(data.length)));
  }
}

/** All that was there goes first; files are root's afterwards. */
export function unpack(archive, data) {
  rmSync(data, { recursive: true, force: true });
  cpSync(archive, data, { recursive: true });
}
