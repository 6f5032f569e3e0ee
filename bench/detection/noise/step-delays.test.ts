import { expect, test } from "vitest";

import { stepBound, stepCells } from "./step-delays.ts";

// Exact one-sided CUSUM at a run length of 1e5, R package spc.
test.each([
  [1, 18.9],
  [2, 5.6],
])("the bound at %d σ is the published one", (size, frames) => {
  expect(stepBound(size)).toBeCloseTo(frames, 1);
});

test("a step has the size it is called by, whichever sensors share it", () => {
  for (const { direction } of stepCells) expect(Math.hypot(...direction)).toBeCloseTo(1, 12);
});
