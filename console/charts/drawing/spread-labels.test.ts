import * as fc from "fast-check";
import { expect, test } from "vitest";
import { spreadLabels } from "./spread-labels.ts";

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
