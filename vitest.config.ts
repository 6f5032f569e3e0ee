import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    // Files share a worker: none leaves anything behind, and a quarter of the time went into loading everything anew.
    isolate: false,
    // Left alone it keeps one core for itself.
    maxWorkers: "100%",
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
