import { describe, expect, test } from "vitest";

import { SmallFastCounter } from "./small-fast-counter.ts";

const draws = 400_000;

function shareAbove(next: () => number, limit: number): number {
  let above = 0;
  for (let at = 0; at < draws; at += 1) if (next() > limit) above += 1;
  return above / draws;
}

describe("random numbers of the bench of noise", () => {
  test("are even", () => {
    const random = new SmallFastCounter(3, 0);
    const counts = new Float64Array(64);
    for (let at = 0; at < draws; at += 1) counts[Math.floor(64 * random.uniform())]! += 1;
    const expected = draws / 64;
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // 63 degrees: beyond 103.4 one time in a thousand.
    expect(chiSquare).toBeLessThan(103.4);
  });

  test.each([
    [1, 0.158655],
    [2, 0.02275],
    [3, 0.0013499],
  ])("of the normal law lie beyond %d σ as often as they should", (limit, tail) => {
    const random = new SmallFastCounter(5, 0);
    const share = shareAbove(() => random.normal(), limit);
    expect(Math.abs(share - tail)).toBeLessThan(4 * Math.sqrt((tail * (1 - tail)) / draws));
  });

  // Upper quantiles of Student's t, from any table.
  test.each([
    [3, 2.353363, 0.05],
    [3, 5.840909, 0.005],
    [3, 10.214532, 0.001],
    [5, 2.015048, 0.05],
    [5, 4.032143, 0.005],
    [5, 5.89343, 0.001],
  ])("of Student's t with %d degrees lie beyond %d as often as they should", (degrees, quantile, tail) => {
    const random = new SmallFastCounter(9, 0);
    const unit = Math.sqrt((degrees - 2) / degrees);
    const share = shareAbove(() => random.student(degrees), quantile * unit);
    expect(Math.abs(share - tail)).toBeLessThan(4 * Math.sqrt((tail * (1 - tail)) / draws));
  });

  test("of two streams have nothing to do with each other", () => {
    const [one, other] = [new SmallFastCounter(3, 1), new SmallFastCounter(3, 2)];
    let sum = 0;
    for (let at = 0; at < draws; at += 1) sum += one.normal() * other.normal();
    expect(Math.abs(sum / draws)).toBeLessThan(4 / Math.sqrt(draws));
  });
});
