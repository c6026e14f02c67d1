import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    exclude: ["tests/live/**"],
    pool: "forks",
    // No module keeps state of its own, so files may share a process; most of the time tests wait for sockets, so two of them run at once.
    isolate: false,
    maxWorkers: 4,
    testTimeout: 15_000,
    setupFiles: ["tests/no-network.ts"],
  },
});
