import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type LabelWish, placeLabels, spreadLabels } from "./spread-labels.ts";

const room = { gap: 12, top: 0, bottom: 200 };

test("labels with room stay where they belong", () => {
  expect(spreadLabels([150, 20, 80], room)).toEqual([150, 20, 80]);
});

test("labels too near move apart, in the order of what they name", () => {
  expect(spreadLabels([100, 98], room)).toEqual([110, 98]);
  expect(spreadLabels([200, 199], room)).toEqual([200, 188]);
});

test("whatever their heights, labels never overlap and stay inside while there is room", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -50, max: 250 }), { minLength: 1, maxLength: 10 }), (heights) => {
      const placed = [...spreadLabels(heights, room)].sort((a, b) => a - b);
      expect(placed[0]).toBeGreaterThanOrEqual(0);
      expect(placed.at(-1)).toBeLessThanOrEqual(200);
      for (const [index, height] of placed.entries()) {
        if (index > 0) expect(height - (placed[index - 1] ?? 0)).toBeGreaterThanOrEqual(12);
      }
    }),
    { numRuns: 200, seed: 1 },
  );
});

const width = 400;
const label = (x: number, prefers: LabelWish["prefers"]): LabelWish => ({ x, width: 50, prefers });

test("labels with room stand where they wish", () => {
  expect(placeLabels([label(100, "left"), label(100, "right"), label(300, "right")], width)).toEqual([
    "left",
    "right",
    "right",
  ]);
});

test("a label that would lie on another goes to the other side of its line", () => {
  expect(placeLabels([label(160, "right"), label(150, "right")], width)).toEqual(["right", "left"]);
});

test("a label with no room on either side is left out, not printed over another", () => {
  expect(placeLabels([label(100, "left"), label(104, "right"), label(110, "right")], width)).toEqual([
    "left",
    "right",
    null,
  ]);
});

test("no label leaves the picture", () => {
  expect(placeLabels([label(390, "right"), label(10, "left")], width)).toEqual(["left", "right"]);
});
