import * as fc from "fast-check";
import { expect, test } from "vitest";
import { compareWindow } from "./compare-window.ts";
import type { ComparedWindow } from "./compare-window.ts";
import { addBlock, addValues, noChangeSums } from "./change-sums.ts";
import { weighChangeDirectly } from "./weigh-change-directly.ts";
import { weighChange } from "./weigh-change.ts";
import type { CurvePrior } from "../settings/settings.ts";
import type { ChangeSums } from "../model/state.ts";
import { scales } from "../scatter/noise-family.ts";
import type { ChangeModel } from "./change-model.ts";
import { changeModelOf } from "./change-model-for-tests.ts";

/** Two implementations in other languages agreed on these six digits (design, section 1.18). */
const golden = [
  { zone: 0, at: 1, nats: -0.215811, posterior: [0.39077, 0.502673, 0.43724], window: null },
  { zone: 0, at: 10, nats: 1.48366, posterior: [0.372377, 0.43835, 0.456916], window: null },
  { zone: 0, at: 15, nats: 2.729554, posterior: [0.200804, 0.793257, 0.257526], window: 5 },
  { zone: 0, at: 30, nats: 10.374001, posterior: [0.044575, 0.999838, 0.079493], window: 20 },
  { zone: 0.1, at: 1, nats: -0.275823, posterior: [0.387939, 0.496237, 0.437314], window: null },
  { zone: 0.1, at: 10, nats: 1.442832, posterior: [0.366836, 0.439947, 0.454791], window: null },
  { zone: 0.1, at: 15, nats: 2.446623, posterior: [0.226686, 0.733753, 0.290254], window: null },
  { zone: 0.1, at: 30, nats: 9.07654, posterior: [0.046058, 0.999422, 0.080837], window: null },
];

test.each(golden)(
  "ln Σ n·L with zone $zone after $at blocks is $nats, before anything is taken off L",
  ({ zone, at, nats, posterior, window }) => {
    const sums = exactSums(at);
    const windows = Array.from(sums.buckets, (_, row) =>
      compareWindow(sums, { ...goldenModel, zones: [zone, zone, zone, zone, zone] }, row),
    );
    const weightOf = ({ size, likelihood }: ComparedWindow) => size * likelihood!;
    const total = windows.reduce((sum, each) => sum + weightOf(each), 0);

    expect(Math.log(total)).toBeCloseTo(nats, 6);
    posterior.forEach((share, sensor) => {
      const taken = windows.reduce((sum, { size, shares }) => sum + size * shares[sensor]!, 0);
      expect(taken / total).toBeCloseTo(share, 6);
    });
    const likeliest = windows.reduce((best, each) => (weightOf(each) > weightOf(best) ? each : best));
    if (window !== null) expect(at + 1 - (likeliest.seq - 50)).toBe(window);
  },
);

test("what a bucket keeps of its sums moves W by less than a ten-thousandth of a nat", () => {
  for (const blocks of [15, 20, 30, 60]) {
    const exact = weighChange(exactSums(blocks), goldenModel).nats;
    expect(Math.abs(weighChange(goldenSums(blocks), goldenModel).nats - exact)).toBeLessThan(1e-4);
  }
});

test("W sums what exceeds 1, over the windows that speak for a change", () => {
  const sums = goldenSums(30);
  const windows = Array.from(sums.buckets, (_, row) => compareWindow(sums, goldenModel, row));
  const speaking = windows.filter(({ likelihood }) => likelihood! > 1);
  // Each start counts for every one of the three sensors heard.
  const termOf = ({ size, likelihood }: ComparedWindow) => 3 * size * (likelihood! - 1);
  const total = speaking.reduce((sum, each) => sum + termOf(each), 0);
  const { nats, posterior } = weighChange(sums, goldenModel);

  expect(speaking.length).toBeLessThan(windows.length);
  expect(nats).toBeCloseTo(Math.log(total), 9);
  posterior.forEach((share, sensor) => {
    const taken = speaking.map((each) => (termOf(each) * each.shares[sensor]!) / each.likelihood!);
    expect(share).toBeCloseTo(taken.reduce((sum, part) => sum + part, 0) / total, 9);
  });
});

test("the form for every frame gives the bits of the formula as it is written down", () => {
  fc.assert(
    fc.property(anySums(), anyModel(), (sums, model) => {
      expect(weighChange(sums, model)).toEqual(weighChangeDirectly(sums, model));
    }),
    { seed: 17, numRuns: 300 },
  );
});

function anySums(): fc.Arbitrary<ChangeSums> {
  const blocks = fc.array(
    fc.record({
      weights: fc.tuple(...[0, 1, 2, 3, 4].map(() => fc.constantFrom(0, 0.3, 1, 1))),
      values: fc.tuple(...[0, 1, 2, 3, 4].map(() => fc.double({ min: -6, max: 6, noNaN: true }))),
    }),
    { minLength: 1, maxLength: 120 },
  );
  return fc.tuple(blocks, fc.nat({ max: 40 })).map(([list, learnt]) => {
    let sums = noChangeSums(5);
    const shape = { bucketsPerLevel: 4, levels: 3, referenceFrozen: false, scatterModel: goldenModel };
    list.forEach((block, at) => {
      sums =
        at < learnt
          ? { ...sums, past: addValues(sums.past, block) }
          : addBlock(sums, { seq: at, ...block }, shape);
    });
    return sums;
  });
}

function anyModel(): fc.Arbitrary<ChangeModel> {
  const anyOf = (value: fc.Arbitrary<number>) => fc.array(value, { minLength: 5, maxLength: 5 });
  return fc
    .record({
      zones: anyOf(fc.double({ min: 0, max: 0.7, noNaN: true })),
      directions: anyOf(fc.constantFrom(-1, 0, 0, 1)),
      priorVariances: anyOf(fc.double({ min: 0.01, max: 1, noNaN: true })),
      priorDegrees: fc.constantFrom(1, 4),
      varianceFloor: fc.constantFrom(0, 0.25),
      referenceFrozen: fc.boolean(),
      priorCurves: fc.array(anyCurve(), { minLength: 5, maxLength: 5 }),
    })
    .map((chosen) => ({ ...goldenModel, ...chosen }));
}

function anyCurve(): fc.Arbitrary<CurvePrior> {
  const perScale = (least: number, most: number) =>
    fc.array(fc.double({ min: least, max: most, noNaN: true }), { minLength: scales, maxLength: scales });
  return fc.record({ ratios: perScale(0.5, 12), degrees: perScale(1, 50) });
}

const goldenModel = changeModelOf([3, 1, 1], { participation: 0.3, priorDegrees: 0, varianceFloor: 0 });

function goldenSums(blocks: number): ChangeSums {
  const weights = [1, 1, 1, 1, 1];
  let sums = noChangeSums(5);
  for (let t = 1; t <= 50; t += 1) {
    sums = { ...sums, past: addValues(sums.past, { weights, values: goldenValues(t, 0) }) };
  }
  for (let t = 1; t <= blocks; t += 1) {
    const values = goldenValues(50 + t, t >= 11 ? 1.5 : 0);
    sums = addBlock(
      sums,
      { seq: 50 + t, weights, values },
      { bucketsPerLevel: 8, levels: 9, referenceFrozen: false, scatterModel: null },
    );
  }
  return sums;
}

/** The same before its buckets were kept in fewer bits. */
function exactSums(blocks: number): ChangeSums {
  const kept = goldenSums(blocks);
  const weights = [1, 1, 1, 1, 1];
  const exact = kept.buckets.rewritten(({ size, seq }) => {
    let sums: readonly number[] = Array<number>(15).fill(0);
    for (let t = seq; t < seq + size; t += 1) {
      sums = addValues(sums, { weights, values: goldenValues(t, t >= 61 ? 1.5 : 0) });
    }
    return { size, seq, sums };
  });
  return { ...kept, buckets: exact };
}

function goldenValues(t: number, radarShift: number): number[] {
  return [0, 1, 2, 3, 4].map((i) => Math.SQRT2 * Math.sin(1.7 * t + 0.9 * i) + (i === 3 ? radarShift : 0));
}
