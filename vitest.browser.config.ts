import { existsSync } from "node:fs";
import { defineConfig } from "vitest/config";

// The console's page in a real browser: the machine's own, for none is downloaded. CHROMIUM names another one.
const chromium = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const isThere = existsSync(chromium);
if (!isThere) process.stderr.write(`The tests in a browser are left out: there is no ${chromium}. On Debian: apt-get install chromium\n`);

export default defineConfig({
  test: {
    include: isThere ? ["tests/browser/**/*.test.ts"] : [],
    passWithNoTests: true,
    pool: "forks",
    // one browser at a time is enough for a small machine
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // the gate's machine is busy: what fails once and passes then is told as such, and does not hold up a change
    retry: process.env["CI"] === "true" ? 1 : 0,
    globalSetup: ["tests/browser/build-page.ts"],
    setupFiles: ["tests/no-network.ts"],
    env: { CHROMIUM: chromium },
    experimental: { viteModuleRunner: false },
  },
});
