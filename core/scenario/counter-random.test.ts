import { expect, test } from "vitest";
import { gaussian, u32, uniform } from "./counter-random.ts";

test("the generator gives the published vectors", () => {
  expect([0, 1, 2, 3].map((step) => u32(42, 11, step))).toEqual([
    1961699335, 3726703861, 39875163, 3136668245,
  ]);
  expect(gaussian(42, 21, 0)).toBe(0.08789662038907409);
});

test("uniforms have the mean, the variance and the independence of uniforms", () => {
  const draws = Array.from({ length: 100_000 }, (_, step) => uniform(7, 3, step));
  const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
  const variance = draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0) / draws.length;
  const centred = draws.map((draw) => draw - mean);
  const lagged = sumOfProducts(centred.slice(1), centred);
  // Four standard errors of each figure for 100,000 independent draws.
  expect(Math.abs(mean - 0.5)).toBeLessThan(4 * Math.sqrt(1 / 12 / draws.length));
  expect(Math.abs(variance - 1 / 12)).toBeLessThan(4 * Math.sqrt(1 / 180 / draws.length));
  expect(Math.abs(lagged / draws.length / variance)).toBeLessThan(4 / Math.sqrt(draws.length));
});

test("gaussians have mean 0 and variance 1, and streams do not echo each other", () => {
  const first = Array.from({ length: 50_000 }, (_, step) => gaussian(9, 1, step));
  const second = Array.from({ length: 50_000 }, (_, step) => gaussian(9, 2, step));
  const mean = first.reduce((sum, draw) => sum + draw, 0) / first.length;
  const variance = first.reduce((sum, draw) => sum + draw * draw, 0) / first.length;
  const cross = sumOfProducts(first, second) / first.length;
  expect(Math.abs(mean)).toBeLessThan(4 / Math.sqrt(first.length));
  expect(Math.abs(variance - 1)).toBeLessThan(4 * Math.sqrt(2 / first.length));
  expect(Math.abs(cross)).toBeLessThan(4 / Math.sqrt(first.length));
});

function sumOfProducts(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, value, at) => sum + value * (right[at] ?? Number.NaN), 0);
}
