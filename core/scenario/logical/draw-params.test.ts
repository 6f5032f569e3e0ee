import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Distributions } from "./distributions-of.ts";
import { drawParams } from "./draw-params.ts";

interface Draw {
  readonly seed: number;
  readonly distributions: Distributions;
  readonly params: Readonly<Record<string, number>>;
}

const draws: readonly Draw[] = JSON.parse(
  readFileSync(new URL("../../../clients/conformance/parameter-draws.json", import.meta.url), "utf8"),
);

test.each(draws.map((draw) => [draw.seed, draw] as const))(
  "seed %i draws what a second implementation draws, bit for bit",
  (seed, { distributions, params }) => {
    expect(drawParams(distributions, seed)).toEqual(params);
  },
);

const many = Array.from({ length: 4000 }, (_, seed) => seed);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test("draws fill the range evenly, whole ones reach both ends", () => {
  const { distributions } = draws[0]!;
  const drawn = many.map((seed) => drawParams(distributions, seed));
  const sizes = drawn.map(({ A = 0 }) => A);
  // Mean 1.1, standard error 1.8/√12/√4000 = 0.008.
  expect(Math.abs(mean(sizes) - 1.1)).toBeLessThan(4 * 0.0082);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(0.2);
  expect(Math.max(...sizes)).toBeLessThan(2);
  const counts = drawn.map(({ n = 0 }) => n);
  expect(new Set(counts)).toEqual(new Set(Array.from({ length: 12 }, (_, at) => at + 1)));
});

test("a normal one stays within its limits and about its mean", () => {
  const times = many.map((seed) => drawParams(draws[0]!.distributions, seed)["t0"]!);
  expect(Math.min(...times)).toBeGreaterThanOrEqual(4.5);
  expect(Math.max(...times)).toBeLessThanOrEqual(5.5);
  // Cut at −2.4 and +1.6 standard deviations: the mean moves by −0.25·(φ(1.6) − φ(−2.4))/(Φ(1.6) − Φ(−2.4)) = −0.0236.
  expect(Math.abs(mean(times) - (5.1 - 0.0236))).toBeLessThan(4 * (0.23 / Math.sqrt(4000)));
});
