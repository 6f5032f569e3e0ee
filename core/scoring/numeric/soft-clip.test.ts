import { expect, test } from "vitest";
import { softClip } from "./soft-clip.ts";

// Normal scores of a Student t with three degrees of freedom by Wallace's formula (design page scoring, 1.3).
test.each([
  [0.5, 0.45373],
  [1, 0.860188],
  [2, 1.476233],
  [3, 1.888272],
  [5, 2.396839],
  [10, 3.015784],
  [20, 3.550171],
  [100, 4.567742],
])("%f σ counts as %f, and as much the other way", (u, published) => {
  expect(softClip(u, 3)).toBeCloseTo(published, 5);
  expect(softClip(-u, 3)).toBeCloseTo(-published, 5);
});
