import { defineConfig } from "vitest/config";

import { LongestFirst } from "./test-tiers/longest-first.ts";
import { reportersOf } from "./test-tiers/reporters-of.ts";

const excluded = ["**/node_modules/**", "**/dist/**"];
/** Pages in a browser: the files of a worker share one, and all of them a service with a seeded fleet. */
const pages = ["e2e/console/**/*.system.ts"];

/**
 * What takes seconds and minutes: services as processes that are killed, moved and filled up, pages in a browser, shell
 * scripts, long statistics. `npm run test:system`, apart from `npm test`, so that a changed line is soon tried. Files run
 * side by side: every wait is for something that happens, however loaded the machine is.
 */
export default defineConfig({
  test: {
    reporters: reportersOf("slow"),
    // As services run (server/platform/keep-wasm-code.ts): a test's process that frees it may end by a signal.
    execArgv: ["--no-wasm-code-gc"],
    // Files share a worker: none leaves anything behind.
    isolate: false,
    // A worker more than cores: most of it waits for other processes.
    maxWorkers: "150%",
    sequence: { sequencer: LongestFirst },
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      {
        extends: true,
        test: {
          name: "pages",
          include: pages,
          exclude: excluded,
          globalSetup: "e2e/console/seeded/serve-seeded-fleet.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "system",
          include: ["**/*.slow.test.ts", "**/*.system.ts"],
          exclude: [...excluded, ...pages],
        },
      },
    ],
  },
});
