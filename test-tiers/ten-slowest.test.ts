import { expect, test } from "vitest";

import { describeSlowest, type FileTime } from "./ten-slowest.ts";

test("a run ends with its ten slowest files, and the slowest test of each", () => {
  const times: FileTime[] = Array.from({ length: 12 }, (_, at) => ({
    path: `core/file-${at}.test.ts`,
    ms: 12_000 - at * 1_000,
    tests: at === 0 ? 1 : 3,
    slowest: { name: "one sentence", ms: 900 },
  }));

  const lines = describeSlowest(times, "kept.json").split("\n");

  expect(lines[0]).toBe("Slowest of 12 files, 78.0 s in all (every file: kept.json)");
  expect(lines[1]).toBe("   12.0 s  core/file-0.test.ts (1 test)");
  expect(lines[2]).toBe('   11.0 s  core/file-1.test.ts (3 tests, of which 0.9 s in "one sentence")');
  expect(lines.slice(11)).toEqual([""]);
});
