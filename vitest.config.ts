import { join } from "node:path";

import { defineConfig } from "vitest/config";

import { reportersOf } from "./test-tiers/reporters-of.ts";

// As the program does (cli/main.ts): workers and the threads in them need not compile what another has.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules", ".cache", "plumbline-tests");

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
    // Left alone it keeps one core for itself.
    maxWorkers: "100%",
    // Every wait is for something, and is given up only when a machine ten times as slow would have got there.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
