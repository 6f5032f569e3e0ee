import * as fc from "fast-check";
import { expect, test } from "vitest";
import { hull } from "./hull.ts";

test("what lies inside is left out", () => {
  const square = [
    [0, 0],
    [4, 0],
    [4, 4],
    [0, 4],
  ] as const;
  const around = hull([...square, [1, 1], [2, 3], [0, 2]]);
  expect(around).toHaveLength(4);
  expect(around).toEqual(expect.arrayContaining([...square]));
});

test("no point lies outside, whatever the points are", () => {
  const point = fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 }));
  fc.assert(
    fc.property(fc.uniqueArray(point, { minLength: 3, maxLength: 30, selector: String }), (points) => {
      const around = hull(points);
      for (const [at, [ax, ay]] of around.entries()) {
        const [bx, by] = around[(at + 1) % around.length]!;
        for (const [x, y] of points)
          expect((bx - ax) * (y - ay) - (by - ay) * (x - ax)).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

test("one point and none have no outline to speak of", () => {
  expect(hull([])).toEqual([]);
  expect(hull([[1, 2]])).toEqual([]);
});
