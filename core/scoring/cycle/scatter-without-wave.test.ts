import { expect, test } from "vitest";
import { scales } from "../scatter/noise-family.ts";
import { dayUs } from "./covered-hours.ts";
import { scatterWithoutWave, takeOutUnknownWave } from "./scatter-without-wave.ts";

const channels = 2;
const spacingUs = dayUs / 1440;

/** Samples of neighbouring means of a sinusoid of amplitude A beside blocks of unit variance, without their noise. */
function scatterOf(amplitude: number) {
  const squares: number[] = [];
  const counts: number[] = [];
  for (let channel = 0; channel < channels; channel += 1) {
    for (let scale = 0; scale < scales; scale += 1) {
      const blocks = 2 ** scale;
      let sum = 0;
      for (let phase = 0; phase < 360; phase += 1) {
        const mean = (from: number) => {
          let total = 0;
          for (let at = 0; at < blocks; at += 1)
            total += amplitude * Math.cos((2 * Math.PI * (from + at)) / 1440 + (phase * Math.PI) / 180);
          return total / blocks;
        };
        sum += (0.5 * blocks * (mean(0) - mean(blocks)) ** 2) / 360;
      }
      squares.push(20 * (1 + sum));
      counts.push(20);
    }
  }
  return { squares, counts };
}

test("leaves what the noise did, and forgets the scales at which it was mostly the wave", () => {
  const before = scatterOf(0.3);
  const { squares, counts } = scatterWithoutWave(before, 1, { amplitude: 0.3, spacingUs });
  for (let scale = 0; scale < scales; scale += 1) {
    const at = scales + scale;
    const wave = before.squares[at]! / 20 - 1;
    // Half of all: as much again as the noise.
    if (wave < 0.999) expect(squares[at]! / counts[at]!).toBeCloseTo(1, 4);
    if (wave > 1.001) expect([squares[at], counts[at]]).toEqual([0, 0]);
    expect(squares[scale]).toBe(before.squares[scale]);
    expect(counts[scale]).toBe(20);
  }
  expect(counts.slice(scales).filter((count) => count === 0).length).toBeGreaterThan(0);
});

test("of a scale without a sample nothing is left", () => {
  const none = { squares: Array.from({ length: 20 }, () => 0), counts: Array.from({ length: 20 }, () => 0) };
  expect(scatterWithoutWave(none, 0, { amplitude: 1, spacingUs })).toEqual(none);
});

test("a scale at which an unknown wave could be most of it is taken to be like the one below, and for less sure", () => {
  const before = scatterOf(0.3);
  const { squares, counts } = structuredClone(before);
  takeOutUnknownWave({ squares, counts }, 1, { amplitude: 0.3, spacingUs });
  let largest = 0;
  for (let scale = 0; scale < scales; scale += 1) {
    const at = scales + scale;
    const measured = before.squares[at]! / 20;
    const isWave = measured - 1 > 0.5 * measured;
    if (!isWave) expect(squares[at]).toBe(before.squares[at]);
    else expect(squares[at]! / counts[at]!).toBeCloseTo(largest, 9);
    largest = squares[at]! / counts[at]!;
    expect(counts[at]).toBe(20);
  }
  expect(largest).toBeLessThan(2);
});
