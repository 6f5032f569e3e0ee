import { expect, test } from "vitest";

import { presentBaseline } from "./present-baseline.ts";

test.each([
  ["learning", 0, 30, 30],
  ["learning", 12, 30, 18],
  ["learning", 31, 30, 0],
  ["established", 31, 30, 0],
  ["established", 5, 30, 0],
] as const)("a %s baseline of %i frames out of %i still needs %i", (state, frames, needed, missing) => {
  expect(presentBaseline({ state, frames, needed })).toEqual({ state, frames, needed: missing });
});
