import { expect, test } from "vitest";
import { averageRunLength } from "../../core/chart-design/average-run-length.ts";
import { falseSignalEvery } from "./siegmund.ts";

// Montgomery, table 9.3, has 168 and 465 for h 4 and 5; the design page of the console lists these.
test.each([
  [4, 169],
  [5, 469],
  [6, 1286],
  [8, 9556],
  [10, 70_674],
])("with k 0.5 and h %i one false signal in %i readings", (h, readings) => {
  expect(Math.round(falseSignalEvery({ k: 0.5, h }))).toBe(readings);
});

test("it is within three in a hundred of the run length by the integral equation", () => {
  for (const h of [4, 5, 8]) {
    const exact = averageRunLength(
      { kind: "cusum", k: 0.5, h, sides: 2, headStart: 0 },
      { kind: "shift", size: 0 },
      "zero-state",
    );
    expect(Math.abs(falseSignalEvery({ k: 0.5, h }) / exact.frames - 1)).toBeLessThan(0.03);
  }
});
