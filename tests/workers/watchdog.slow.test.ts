import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const WATCHDOG = join(import.meta.dirname, "../../addon/rootfs/usr/bin/assistant-watchdog");
/** Longer than the watchdog waits for a beat. */
const SILENCE_S = 40;

it.concurrent.each([
  { beats: ".", ends: "killed" },
  { beats: ".L", ends: "alive" },
])("a program that is silent after $beats is $ends", { timeout: 180_000 }, async ({ beats, ends }) => {
  const program = `printf ${beats} >&3; sleep ${SILENCE_S}; echo alive`;
  const told = await promisify(execFile)("sh", [WATCHDOG, "sh", "-c", program]).then(
    ({ stdout }) => stdout.trim(),
    ({ signal }: { readonly signal: string }) => (signal === "SIGKILL" ? "killed" : signal),
  );
  expect(told).toBe(ends);
});
