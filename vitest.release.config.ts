import { defineConfig } from "vitest/config";

import { reportersOf } from "./test-tiers/reporters-of.ts";

/**
 * What is run before a release, and by whoever changes what it covers: generators over the network, the packed program,
 * foreign validators, pictures, floods, images of a disk after power loss. `npm run test:release`.
 */
export default defineConfig({
  test: {
    include: ["**/*.release.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    reporters: reportersOf("release"),
    // As services run (server/platform/keep-wasm-code.ts): a test's process that frees it may end by a signal.
    execArgv: ["--no-wasm-code-gc"],
    // Each has several processes of its own at work; side by side they would only get in each other's way.
    fileParallelism: false,
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
