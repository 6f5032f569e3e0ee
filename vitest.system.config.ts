import { defineConfig } from "vitest/config";

import { reportersOf } from "./test-tiers/reporters-of.ts";

const excluded = ["**/node_modules/**", "**/dist/**"];
/** Pages in a browser: the files of a worker share one, and all of them a service with a seeded fleet. */
const pages = ["e2e/console/**/*.system.ts"];
/** What would judge a loaded machine instead of the program: kills, disks and clocks. */
const alone = ["e2e/durability/**/*.system.ts"];

/**
 * What takes seconds and minutes: services as processes that are killed, moved and filled up, pages in a browser, shell
 * scripts, long statistics. `npm run test:system`, apart from `npm test`, so that a changed line is soon tried. Files run
 * side by side, but for the last group, which runs file by file.
 */
export default defineConfig({
  test: {
    reporters: reportersOf("slow"),
    // As services run (server/platform/keep-wasm-code.ts): a test's process that frees it may end by a signal.
    execArgv: ["--no-wasm-code-gc"],
    // Files share a worker: none leaves anything behind.
    isolate: false,
    maxWorkers: "100%",
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
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "system",
          include: ["**/*.slow.test.ts", "**/*.system.ts"],
          exclude: [...excluded, ...pages, ...alone],
          // Most of it waits for other processes.
          maxWorkers: "150%",
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: { name: "alone", include: alone, maxWorkers: 1, sequence: { groupOrder: 3 } },
      },
    ],
  },
});
