import { expect, test } from "vitest";
import { waveContrast } from "./wave-contrast.ts";

const minuteUs = 60_000_000;
const periodUs = 1440 * minuteUs;

test.each([1, 2, 5, 16, 100, 360, 512, 720, 1000, 1440, 2048])(
  "means of %i blocks a minute apart differ as a sinusoid sampled at many phases does",
  (blocks) => {
    const amplitude = 1.7;
    const phases = 360;
    let sum = 0;
    for (let at = 0; at < phases; at += 1) {
      const value = (index: number) =>
        amplitude * Math.cos((2 * Math.PI * index) / 1440 + (2 * Math.PI * at) / phases);
      sum += brute(value, blocks) / phases;
    }
    const stated = waveContrast(blocks, { amplitude, spacingUs: minuteUs, periodUs });
    expect(Math.abs(stated - sum)).toBeLessThan(1e-10 * Math.max(1, sum));
  },
);

/** u of the blocks 0 … n − 1 against n … 2n − 1, block by block. */
function brute(value: (index: number) => number, blocks: number): number {
  let first = 0;
  let second = 0;
  for (let index = 0; index < blocks; index += 1) {
    first += value(index);
    second += value(blocks + index);
  }
  const difference = first / blocks - second / blocks;
  return (blocks / 2) * difference * difference;
}

test("blocks a whole number of periods apart say nothing of the wave", () => {
  expect(waveContrast(4, { amplitude: 3, spacingUs: 2 * periodUs, periodUs })).toBe(0);
});

test("half a period against the other half: 4/π amplitudes, squared, halved and times half the blocks", () => {
  const u = waveContrast(720, { amplitude: 1, spacingUs: minuteUs, periodUs });
  expect(u / (360 * 0.5 * (4 / Math.PI) ** 2)).toBeCloseTo(1, 4);
});
