import { defineConfig } from "vitest/config";

/** What takes minutes, the network and tools of other languages: `npm run test:system`, apart from `npm test`. */
export default defineConfig({
  test: {
    include: ["**/*.system.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    // They install and compile; side by side they would only get in each other's way.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
