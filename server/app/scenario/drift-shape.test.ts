import { expect, test } from "vitest";

import { driftShape } from "./drift-shape.ts";

const levels = (count: number, level: (at: number) => number) =>
  Array.from({ length: count }, (_, at) => level(at));

test.each([
  ["a level that jumps", levels(60, (at) => (at < 20 ? 0 : 1))],
  ["a level that stays", levels(60, () => 1)],
  ["nothing at all", []],
  ["a rise over too few frames", levels(7, (at) => at)],
  ["a small rise onto a high level", levels(60, (at) => 1 + (0.2 * at) / 60)],
])("%s is a step", (_, values) => {
  expect(driftShape(values)).toBe("step");
});

test.each([
  ["from the first frame to the last", levels(60, (at) => at / 60)],
  ["that begins late and comes to rest", levels(90, (at) => Math.min(1, Math.max(0, (at - 20) / 40)))],
  ["downwards", levels(60, (at) => -at / 60)],
])("a rise %s is a ramp", (_, values) => {
  expect(driftShape(values)).toBe("ramp");
});
