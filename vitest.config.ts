import { existsSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// `npm test` takes the files of a second or two; those with .slow. in their name start and end processes, read documents and pages in
// threads, run through hundreds of turns, or wait for the clock: `npm run test:slow`, which is this with SLOW_TESTS set.
const SLOW = process.env["SLOW_TESTS"] === "1";

/** Files that wait most are begun first, so that none of them is left alone at the end. */
const LONG = [
  "scenarios/statements.slow",
  "scenarios/poison.slow",
  "workers/watchdog.slow",
  "scenarios/shutdown.slow",
  "simulated-home/demo.slow",
  "scenarios/cloud-leaks.slow",
  "scenarios/forget-crash.slow",
  "scenarios/obedient.slow",
  "scenarios/backup.slow",
  "eval/knowledge.slow",
  "eval/memory.slow",
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return place < 0 ? LONG.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

// Databases of tests lie in memory where there is room for them: what they wait for is then their own, not the disk's.
const MEMORY = "/dev/shm";
const ROOM_BYTES = 2 ** 30;
if (existsSync(MEMORY)) {
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize > ROOM_BYTES) process.env["TMPDIR"] = MEMORY;
}
// Workers and the processes that tests start load the same modules: each is compiled once.
process.env["NODE_COMPILE_CACHE"] = join(import.meta.dirname, "node_modules/.cache/compiled");

export default defineConfig({
  test: {
    include: [SLOW ? "tests/**/*.slow.test.ts" : "tests/**/*.test.ts"],
    exclude: ["tests/live/**", "tests/browser/**", ...(SLOW ? [] : ["tests/**/*.slow.test.ts"])],
    pool: "forks",
    // No module keeps state of its own, so files may share a process.
    isolate: false,
    // Tests also wait for sockets, so more than two run at once on two cores; each loads the service once, which costs four seconds.
    maxWorkers: SLOW ? 4 : 3,
    // the gate runs them beside an image being built and two Home Assistants: a test that hangs is ended by this, a slow one is not
    testTimeout: SLOW ? 240_000 : 60_000,
    hookTimeout: SLOW ? 120_000 : 60_000,
    // the gate's machine is busy: what fails once and passes then is told as such, and does not hold up a change
    retry: process.env["CI"] === "true" ? 1 : 0,
    setupFiles: ["tests/no-network.ts", "tests/property-seed.ts"],
    sequence: { sequencer: LongFirst },
    // Node reads TypeScript by itself, as it does for the service
    experimental: { viteModuleRunner: false },
  },
});
