import { defineConfig } from "vitest/config";

import { LongestFirst } from "./test-tiers/longest-first.ts";
import { reportersOf } from "./test-tiers/reporters-of.ts";

export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    // Three tiers by suffix: this one, `*.slow.test.ts` with `*.system.ts`, and `*.release.ts`.
    exclude: ["**/node_modules/**", "**/dist/**", "**/*.slow.test.ts"],
    reporters: reportersOf("fast"),
    // As services run (server/platform/keep-wasm-code.ts): a test's process that frees it may end by a signal.
    execArgv: ["--no-wasm-code-gc"],
    // Files share a worker: none leaves anything behind, and a quarter of the time went into loading everything anew.
    isolate: false,
    // Node runs the sources as they are, as it does in a service: a quarter faster than what Vite makes of them.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // A worker more than cores: some of it waits for threads, sockets and timers.
    maxWorkers: "150%",
    sequence: { sequencer: LongestFirst },
    // Every wait is for something, and is given up only when a machine ten times as slow would have got there.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
