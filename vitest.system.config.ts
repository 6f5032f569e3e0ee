import { defineConfig } from "vitest/config";

import { tenSlowest } from "./test-tiers/ten-slowest.ts";

/**
 * What takes minutes: services as processes that are killed, moved and filled up, pages in a browser, shell scripts, and
 * packages from the network, matrices of thousands of rows. `npm run test:system`, apart from `npm test`, so that a changed line is soon tried.
 */
export default defineConfig({
  test: {
    include: ["**/*.slow.test.ts", "**/*.system.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    reporters: ["default", tenSlowest("slow")],
    // As services run (server/platform/keep-wasm-code.ts): a test's process that frees it may end by a signal.
    execArgv: ["--no-wasm-code-gc"],
    // Each has several processes of its own at work; side by side they would only get in each other's way.
    fileParallelism: false,
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
