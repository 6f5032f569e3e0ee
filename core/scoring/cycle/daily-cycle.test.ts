import { expect, test } from "vitest";
import type { DailyCycle } from "../model/state.ts";
import { countHours } from "./covered-hours.ts";
import { hearBlock, startCycle, waveAt } from "./daily-cycle.ts";
import type { HeardBlock } from "./daily-cycle.ts";
import { estimateWave } from "./fit-wave.ts";
import type { WaveNoise } from "./fit-wave.ts";
import { testNoise } from "../vehicle-journal.ts";

const minuteUs = 60_000_000;
const hourUs = 60 * minuteUs;
const dayUs = 24 * hourUs;
const startUs = Date.UTC(2026, 10, 2) * 1000;
const noise: WaveNoise = {
  sigma: [0.05],
  most: 0.1,
  usual: () => 0.05,
  shiftOf: (amplitudes) => 0.1 * amplitudes,
};
const always = { learns: true, quiet: true };

interface Stream {
  readonly days: number;
  readonly everyUs: number;
  readonly amplitude?: number;
  readonly sigma?: number;
  /** Whether a time since the start is heard. */
  readonly isHeard?: (sinceUs: number) => boolean;
  /** Added to the wave and the noise. */
  readonly more?: (sinceUs: number, normal: number) => number;
  readonly seed?: number;
}

function blocksOf({
  days,
  everyUs,
  amplitude = 0,
  sigma = 0.05,
  isHeard,
  more,
  seed = 7,
}: Stream): HeardBlock[] {
  const blocks: HeardBlock[] = [];
  for (let sinceUs = 0; sinceUs < days * dayUs; sinceUs += everyUs) {
    const extra = more?.(sinceUs, testNoise(seed, 1, sinceUs / everyUs)) ?? 0;
    if (isHeard !== undefined && !isHeard(sinceUs)) continue;
    const wave = amplitude * Math.cos(2 * Math.PI * (sinceUs / dayUs - 0.3));
    blocks.push({
      atUs: startUs + sinceUs,
      weight: 1,
      values: [wave + sigma * testNoise(seed, 0, sinceUs / everyUs) + extra],
    });
  }
  return blocks;
}

function hear(blocks: readonly HeardBlock[], rule = always): DailyCycle {
  const cycle = startCycle(blocks.slice(0, 50), noise);
  for (const block of blocks.slice(50)) hearBlock(cycle, block, noise, rule);
  return cycle;
}

/** Ridge regression on [day 1 … day d, cos, sin] by the normal equations of the whole design, with none of the sums. */
function naiveWave(
  blocks: readonly HeardBlock[],
  ridge: number,
  weightOf: (day: number) => number,
): number[] {
  const dayOf = ({ atUs }: HeardBlock) => Math.floor((atUs - startUs) / dayUs);
  const days = [...new Set(blocks.map(dayOf))];
  const width = days.length + 2;
  const matrix = Array.from({ length: width }, () => Array.from({ length: width + 1 }, () => 0));
  for (const block of blocks) {
    const angle = (2 * Math.PI * (block.atUs % dayUs)) / dayUs;
    const weight = weightOf(dayOf(block));
    const row = [...days.map((day) => (day === dayOf(block) ? 1 : 0)), Math.cos(angle), Math.sin(angle)];
    row.forEach((left, i) => {
      row.forEach((right, j) => (matrix[i]![j]! += weight * left * right));
      matrix[i]![width]! += weight * left * block.values[0]!;
    });
  }
  matrix[width - 2]![width - 2]! += ridge;
  matrix[width - 1]![width - 1]! += ridge;
  return gauss(matrix).slice(-2);
}

function gauss(matrix: number[][]): number[] {
  const width = matrix.length;
  for (let pivot = 0; pivot < width; pivot += 1) {
    for (let row = 0; row < width; row += 1) {
      if (row === pivot) continue;
      const factor = matrix[row]![pivot]! / matrix[pivot]![pivot]!;
      for (let column = pivot; column <= width; column += 1)
        matrix[row]![column]! -= factor * matrix[pivot]![column]!;
    }
  }
  return matrix.map((row, at) => row[width]! / row[at]!);
}

test.each([
  ["all day", undefined],
  ["eight hours a day", (sinceUs: number) => sinceUs % dayUs < 8 * hourUs],
  ["every second day", (sinceUs: number) => Math.floor(sinceUs / dayUs) % 2 === 0],
])("the wave of a vehicle heard %s is that of a naive least squares", (_, isHeard) => {
  const blocks = blocksOf({ days: 5, everyUs: minuteUs, amplitude: 0.06, ...(isHeard && { isHeard }) });
  // One block of the sixth day ends the fifth; days without any block are no days.
  const cycle = hear([...blocks, { atUs: startUs + 6 * dayUs, weight: 1, values: [0] }]);
  const estimate = estimateWave(cycle, 0, noise)!;
  const last = Math.max(...blocks.map(({ atUs }) => Math.floor((atUs - startUs) / dayUs)));
  const heardDays = [...new Set(blocks.map(({ atUs }) => Math.floor((atUs - startUs) / dayUs)))];
  const ageOf = (day: number) => heardDays.filter((other) => other > day && other <= last).length;
  const naive = naiveWave(blocks, estimate.variance / 0.01, (day) => (27 / 28) ** ageOf(day));
  expect(estimate.cos).toBeCloseTo(naive[0]!, 5);
  expect(estimate.sin).toBeCloseTo(naive[1]!, 5);
  expect(estimate.holds).toBe(true);
});

test("nothing is taken out before two days, then what comes back every day", () => {
  const stream = { everyUs: minuteUs, amplitude: 0.08 };
  const early = hear(blocksOf({ ...stream, days: 1.99 }));
  expect(waveAt(early, startUs)).toBeNull();
  const late = hear(blocksOf({ ...stream, days: 3 }));
  for (let hour = 0; hour < 24; hour += 1) {
    const truth = 0.08 * Math.cos(2 * Math.PI * (hour / 24 - 0.3));
    expect(Math.abs(waveAt(late, startUs + hour * hourUs)![0]! - truth)).toBeLessThan(0.015);
  }
});

test("until then a wave of half the CAUTION limit may be there, and afterwards none is left to be unsure of", () => {
  const stream = { everyUs: minuteUs, amplitude: 0.06 };
  const unsureAfter = (days: number) => hear(blocksOf({ ...stream, days })).unsure[0]!;
  expect(unsureAfter(2 / 24)).toBeLessThan(0.05);
  expect(unsureAfter(0.5)).toBeCloseTo((0.1 * 4) / Math.PI, 3);
  expect(unsureAfter(1.9)).toBeCloseTo((0.1 * 4) / Math.PI, 3);
  expect(unsureAfter(2.1)).toBeLessThan(0.02);
});

test("two hours a day at the same hours cover their own cycle from the start", () => {
  const cycle = hear(
    blocksOf({ days: 4, everyUs: minuteUs, isHeard: (sinceUs) => sinceUs % dayUs < 2 * hourUs }),
  );
  expect(countHours(cycle.hours)).toBe(2);
  expect(cycle.unsure[0]).toBeLessThan(0.05);
});

test("another hour of the day after weeks of the same two is one of which nothing is known", () => {
  const isHeard = (sinceUs: number) => sinceUs % dayUs < 2 * hourUs || sinceUs > 13.4 * dayUs;
  const before = hear(blocksOf({ days: 13.4, everyUs: minuteUs, isHeard }));
  const after = hear(blocksOf({ days: 13.7, everyUs: minuteUs, isHeard }));
  expect(before.unsure[0]).toBeLessThan(0.05);
  expect(after.unsure[0]).toBeGreaterThan(0.05);
});

test("a step is no wave, at whatever hour it comes", () => {
  for (const hour of [3, 9, 15, 21]) {
    const step = (sinceUs: number) => (sinceUs >= dayUs + hour * hourUs ? 0.2 : 0);
    const cycle = hear(blocksOf({ days: 3.1, everyUs: minuteUs, more: step }));
    // It may lend its own day a wave, which the others do not share.
    const shifts = Array.from({ length: 24 }, (_, at) => waveAt(cycle, startUs + at * hourUs)?.[0] ?? 0);
    expect(Math.max(...shifts.map(Math.abs))).toBeLessThan(0.05);
  }
});

test("what is larger than half the CAUTION limit is not taken out whole", () => {
  const cycle = hear(blocksOf({ days: 3, everyUs: minuteUs, amplitude: 0.3 }));
  const [, , cos, sin] = cycle.wave;
  expect(Math.hypot(cos!, sin!)).toBeCloseTo(0.1, 6);
});

test("noise alone is taken for a wave in one vehicle of a hundred, slow noise in few more", () => {
  const count = (phi: number) => {
    let taken = 0;
    for (let seed = 1; seed <= 200; seed += 1) {
      let slow = 0;
      const more = (_: number, normal: number) =>
        (slow = phi * slow + 0.05 * Math.sqrt(1 - phi * phi) * normal);
      const cycle = hear(blocksOf({ days: 4.1, everyUs: 10 * minuteUs, sigma: 0.001, more, seed }));
      if (estimateWave(cycle, 0, noise)!.holds) taken += 1;
    }
    return taken;
  };
  expect(count(0)).toBeLessThanOrEqual(8);
  expect(count(0.98)).toBeLessThanOrEqual(30);
});

test("what is heard while the reference stands still teaches nothing", () => {
  const blocks = blocksOf({ days: 3, everyUs: minuteUs, amplitude: 0.08 });
  const cycle = hear(blocks, { learns: false, quiet: false });
  expect(cycle.heard[0]).toBe(50);
  expect(waveAt(cycle, startUs)).toBeNull();
});

test("an outlier of a kilometre teaches no more than one of a few σ", () => {
  const blocks = blocksOf({ days: 4, everyUs: minuteUs });
  const wild = blocks.map((block, at) => (at % 97 === 5 ? { ...block, values: [1000] } : block));
  const cycle = hear(wild);
  expect(waveAt(cycle, startUs)).toBeNull();
  expect(cycle.days.every(Number.isFinite)).toBe(true);
});
