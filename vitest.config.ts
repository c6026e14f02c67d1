import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    exclude: ["tests/live/**"],
    pool: "forks",
    testTimeout: 15_000,
    setupFiles: ["tests/no-network.ts"],
  },
});
