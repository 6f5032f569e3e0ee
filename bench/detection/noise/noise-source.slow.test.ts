import { describe, expect, test } from "vitest";

import { noiseKinds, oneOverFTimes, openNoise, walkBegins, walkStep } from "./noise-source.ts";
import type { NoiseKind } from "./noise-source.ts";
import { SmallFastCounter } from "./small-fast-counter.ts";

const length = 400_000;

function drawn(kind: NoiseKind, seed = 7): Float64Array {
  const next = openNoise(kind, new SmallFastCounter(seed, 1));
  return Float64Array.from({ length }, next);
}

function covariance(values: Float64Array, lag: number): number {
  let sum = 0;
  for (let at = lag; at < values.length; at += 1) sum += values[at]! * values[at - lag]!;
  return sum / (values.length - lag);
}

/** What each kind's correlation at a lag is by theory; its variance is 1. */
const theory: Partial<Record<NoiseKind, (lag: number) => number>> = {
  white: () => 0,
  t5: () => 0,
  "t5, φ 0.3": (lag) => 0.3 ** lag,
  "φ 0.3": (lag) => 0.3 ** lag,
  "φ 0.6": (lag) => 0.6 ** lag,
  "φ 0.9": (lag) => 0.9 ** lag,
  "φ 0.97": (lag) => 0.97 ** lag,
  // (1 + φθ)(φ + θ)/(1 + 2φθ + θ²), and φ times the one before from then on: Box & Jenkins, section 3.4.3.
  "ARMA(0.6, 0.5)": (lag) => ((1.3 * 1.1) / 1.85) * 0.6 ** (lag - 1),
  "70 % white + 30 % φ 0.9": (lag) => 0.3 * 0.9 ** lag,
  "85 % white + 15 % φ 0.97": (lag) => 0.15 * 0.97 ** lag,
  "bursts of 3 σ": () => 0,
  "80 % white + cycle of 30 frames": (lag) => 0.2 * Math.cos((2 * Math.PI * lag) / 30),
  "1/f": (lag) => oneOverFTimes.reduce((sum, time) => sum + Math.exp(-lag / time), 0) / oneOverFTimes.length,
};

describe("noise", () => {
  test.each(Object.entries(theory))(
    "%s has the variance and the correlations it should have",
    (kind, correlation) => {
      const values = drawn(kind as NoiseKind);
      // The slowest part of 1/f noise is heard some fifty times only.
      const near = kind === "1/f" ? 0.08 : 0.04;
      expect(Math.abs(covariance(values, 0) - 1)).toBeLessThan(near);
      for (const lag of [1, 2, 5, 20, 100])
        expect(Math.abs(covariance(values, lag) - correlation(lag))).toBeLessThan(near);
    },
  );

  test("φ 0.995 has its own over many runs", () => {
    const runs = Array.from({ length: 4 }, (_, seed) => drawn("φ 0.995", seed));
    for (const lag of [0, 1, 100, 400]) {
      const mean = runs.reduce((sum, values) => sum + covariance(values, lag), 0) / runs.length;
      expect(Math.abs(mean - 0.995 ** lag)).toBeLessThan(0.08);
    }
  });

  test("1/f noise has as much power an octave, whichever octave", () => {
    const values = drawn("1/f");
    const powers = [4, 16, 64, 256].map((window) => octavePower(values, window));
    for (const power of powers) expect(power / powers[0]!).toBeGreaterThan(0.8);
    for (const power of powers) expect(power / powers[0]!).toBeLessThan(1.25);
  });

  test("bursts are as long, as loud and as rare as they should be", () => {
    const values = drawn("bursts of 3 σ");
    const fourth = values.reduce((sum, value) => sum + value ** 4, 0) / length;
    // Three times the mean square of the variances 1/1.8 and 9/1.8.
    expect(Math.abs(fourth - (3 * (0.9 + 0.1 * 81)) / 1.8 ** 2)).toBeLessThan(0.5);
    const squares = values.map((value) => value * value - 1);
    // A variance of 1/1.8 or 9/1.8, which is kept with 1 − 1/20 − 1/180 from one frame to the next.
    const spread = 0.9 * 0.1 * (8 / 1.8) ** 2;
    for (const lag of [5, 20, 60]) {
      expect(Math.abs(covariance(squares, lag) - spread * (1 - 1 / 18) ** lag)).toBeLessThan(0.15);
    }
  });

  test("the later walk is white noise before it begins", () => {
    const values = Array.from({ length: 1000 }, (_, seed) => {
      const next = openNoise("white, later a random walk", new SmallFastCounter(seed, 1));
      let value = 0;
      for (let frame = 0; frame < walkBegins; frame += 1) value = next();
      return value;
    });
    expect(Math.abs(covariance(Float64Array.from(values), 0) - 1)).toBeLessThan(0.15);
  });

  test("a walk goes as far as its steps add up to", () => {
    let squares = 0;
    for (let seed = 0; seed < 400; seed += 1) {
      const next = openNoise("white + random walk", new SmallFastCounter(seed, 1));
      let value = 0;
      for (let step = 0; step < 500; step += 1) value = next();
      squares += value * value;
    }
    const expected = 500 * walkStep * walkStep + 1;
    expect(Math.abs(squares / 400 / expected - 1)).toBeLessThan(0.2);
  });

  test("the same seed and stream give the same noise, another of either other noise", () => {
    for (const kind of noiseKinds) {
      const first = (seed: number, stream: number) => openNoise(kind, new SmallFastCounter(seed, stream))();
      expect(first(1, 2)).toBe(first(1, 2));
      expect(first(1, 2)).not.toBe(first(2, 2));
      expect(first(1, 2)).not.toBe(first(1, 3));
    }
  });
});

/** Allan variance of means of so many values: the same at every length for 1/f noise. */
function octavePower(values: Float64Array, window: number): number {
  const means: number[] = [];
  for (let at = 0; at + window <= values.length; at += window) {
    means.push(values.subarray(at, at + window).reduce((sum, value) => sum + value, 0) / window);
  }
  let sum = 0;
  for (let at = 1; at < means.length; at += 1) sum += (means[at]! - means[at - 1]!) ** 2;
  return sum / (2 * (means.length - 1));
}
