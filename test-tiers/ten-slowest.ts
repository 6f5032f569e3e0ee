import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";

/** What one file took: to load it, its hooks and its tests; and its slowest test. */
export interface FileTime {
  readonly path: string;
  readonly ms: number;
  readonly tests: number;
  readonly slowest: { readonly name: string; readonly ms: number };
}

/**
 * Prints the ten slowest files at the end of a run and keeps the times of all of them, slowest first, in
 * `node_modules/.cache/test-times/<tier>.json`.
 */
export function tenSlowest(tier: "fast" | "slow" | "release"): Reporter {
  let vitest: Vitest;
  return {
    onInit(run) {
      vitest = run;
    },
    onTestRunEnd(modules) {
      const root = vitest.config.root;
      const times = fileTimes(modules, root);
      const kept = join(root, "node_modules/.cache/test-times", `${tier}.json`);
      mkdirSync(dirname(kept), { recursive: true });
      writeFileSync(kept, `${JSON.stringify(times, null, 1)}\n`);
      vitest.logger.log(describeSlowest(times, relative(root, kept)));
    },
  };
}

function fileTimes(modules: readonly TestModule[], root: string): FileTime[] {
  return modules.map((module) => fileTime(module, root)).toSorted((one, other) => other.ms - one.ms);
}

function fileTime(module: TestModule, root: string): FileTime {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  const tests = [...module.children.allTests()];
  const slowest = tests
    .map((test) => ({ name: test.fullName, ms: milliseconds(test) }))
    .reduce((most, one) => (one.ms > most.ms ? one : most), { name: "", ms: 0 });
  return {
    path: relative(root, module.moduleId),
    ms: Math.round(collectDuration + setupDuration + duration),
    tests: tests.length,
    slowest,
  };
}

function milliseconds(test: TestCase): number {
  return Math.round(test.diagnostic()?.duration ?? 0);
}

/** The last lines of a run; `times` are sorted, slowest first. */
export function describeSlowest(times: readonly FileTime[], kept: string): string {
  const total = times.reduce((sum, { ms }) => sum + ms, 0);
  return [
    `Slowest of ${times.length} files, ${seconds(total)} in all (every file: ${kept})`,
    ...times.slice(0, 10).map(describeFile),
    "",
  ].join("\n");
}

function describeFile({ path, ms, tests, slowest }: FileTime): string {
  const most = tests > 1 ? `, of which ${seconds(slowest.ms)} in "${slowest.name}"` : "";
  return `${seconds(ms).padStart(9)}  ${path} (${tests} ${tests === 1 ? "test" : "tests"}${most})`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
