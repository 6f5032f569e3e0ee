import { expect, test } from "vitest";

import { RandomStream } from "../simulated/random-stream.ts";
import { isotonic } from "./isotonic.ts";

test("neighbours out of order are pooled to their mean", () => {
  const values = [1, 3, 2, 4, 3, 5].map((value) => ({ value, weight: 1 }));
  expect(isotonic(values)).toEqual([1, 2.5, 2.5, 3.5, 3.5, 5]);
});

test("the fit is the min-max of weighted means over all stretches around a place", () => {
  const random = new RandomStream(5);
  for (let run = 0; run < 50; run += 1) {
    const values = Array.from({ length: 12 }, () => ({
      value: random.uniform(),
      weight: 0.1 + random.uniform(),
    }));
    const mean = (from: number, to: number) => {
      const stretch = values.slice(from, to + 1);
      const weights = stretch.reduce((sum, { weight }) => sum + weight, 0);
      return stretch.reduce((sum, { value, weight }) => sum + value * weight, 0) / weights;
    };
    isotonic(values).forEach((fitted, at) => {
      const below = Array.from({ length: at + 1 }, (_, from) =>
        Math.min(...Array.from({ length: 12 - at }, (__, step) => mean(from, at + step))),
      );
      expect(fitted).toBeCloseTo(Math.max(...below), 12);
    });
  }
});
