import { expect, test } from "vitest";
import { Buckets } from "../model/buckets.ts";
import { addBlock, addValues, noChangeSums } from "./change-sums.ts";
import { compareWindow } from "./compare-window.ts";
import { changeModelOf } from "./change-model-for-tests.ts";
import type { ChangeSums } from "../model/state.ts";
import { testNoise } from "../vehicle-journal.ts";
import { weighChange } from "./weigh-change.ts";
import { weighChangeDirectly } from "./weigh-change-directly.ts";

/** Two sensors of one channel each. */
const model = changeModelOf([1, 1], { zones: [0.1, 0.2] });

test("nothing heard, or only a reference, is no evidence at all", () => {
  const none = { nats: -Infinity, posterior: [0, 0], changeRow: -1, changeSeq: 0, channel: 0, side: "upper" };
  expect(weighChangeDirectly(noChangeSums(2), model)).toEqual(none);
  expect(weighChangeDirectly({ ...shifted([3, 0]), buckets: Buckets.none(2) }, model)).toEqual(none);
});

test("one window is W: the logarithm of its term, and its shares", () => {
  const moved = shifted([2, 0]);
  const sums = { ...moved, buckets: moved.buckets.slice(moved.buckets.length - 1) };
  const { term, likelihood, shares } = compareWindow(sums, { ...model, referenceFrozen: true }, 0);
  const weighed = weighChangeDirectly(sums, { ...model, referenceFrozen: true });
  expect(weighed.nats).toBeCloseTo(Math.log(term), 12);
  shares.forEach((share, sensor) => expect(weighed.posterior[sensor]).toBeCloseTo(share / likelihood!, 12));
});

test("the sensor that moved takes part, the likeliest start is where it moved, on the side it moved to", () => {
  const up = weighChangeDirectly(shifted([0, 3]), model);
  expect(up).toMatchObject({ channel: 1, side: "upper" });
  expect(up.posterior[1]).toBeGreaterThan(0.99);
  expect(up.posterior[0]).toBeLessThan(0.5);
  expect(Math.abs(up.changeSeq - 61)).toBeLessThanOrEqual(4);
  expect(weighChangeDirectly(shifted([0, -3]), model).side).toBe("lower");
});

test("values with the other sign say the same of the other side", () => {
  const [up, down] = [shifted([0, 3]), mirrored(shifted([0, 3]))].map((sums) =>
    weighChangeDirectly(sums, model),
  );
  expect(down).toEqual({ ...up, side: "lower" });
});

test("sensors in the other order say the same, in the other order", () => {
  const there = weighChangeDirectly(shifted([0.5, 2]), model);
  const swapped = { ...model, zones: [0.2, 0.1] };
  const back = weighChangeDirectly(inOtherOrder(shifted([0.5, 2])), swapped);
  expect(back.nats).toBeCloseTo(there.nats, 12);
  expect(back.posterior[0]).toBeCloseTo(there.posterior[1]!, 12);
  expect(back.posterior[1]).toBeCloseTo(there.posterior[0]!, 12);
  expect([back.channel, back.changeSeq]).toEqual([1 - there.channel, there.changeSeq]);
});

test("entry numbers a thousand later date the change a thousand later, and nothing else", () => {
  const sums = shifted([0, 3]);
  const later = {
    ...sums,
    buckets: sums.buckets.rewritten((bucket) => ({ ...bucket, seq: bucket.seq + 1000 })),
  };
  const before = weighChangeDirectly(sums, model);
  expect(weighChangeDirectly(later, model)).toEqual({ ...before, changeSeq: before.changeSeq + 1000 });
});

test("two prior shift variances that are the same count like one with both weights", () => {
  const one = { ...model, shiftVariances: [0.6], shiftWeights: [1] };
  const two = { ...model, shiftVariances: [0.6, 0.6], shiftWeights: [0.3, 0.7] };
  const sums = shifted([1, 2]);
  expect(weighChangeDirectly(sums, two).nats).toBeCloseTo(weighChangeDirectly(sums, one).nats, 12);
  // Neither is the usual three, so that the form for every frame hands them on.
  expect(weighChange(sums, two)).toEqual(weighChangeDirectly(sums, two));
});

/** 40 blocks of reference and 40 more, the last 20 of them moved. */
function shifted([first, second]: readonly [number, number]): ChangeSums {
  const shape = { bucketsPerLevel: 4, levels: 9, referenceFrozen: false, scatterModel: null };
  let sums = noChangeSums(2);
  for (let seq = 1; seq <= 80; seq += 1) {
    const [a, b] = seq > 60 ? [first, second] : [0, 0];
    const block = { seq, weights: [1, 1], values: [a + testNoise(7, 0, seq), b + testNoise(7, 1, seq)] };
    sums = seq <= 40 ? { ...sums, past: addValues(sums.past, block) } : addBlock(sums, block, shape);
  }
  return sums;
}

function mirrored(sums: ChangeSums): ChangeSums {
  return mapSums(sums, ([n, sum, squares, m, other, more]) => [n!, -sum!, squares!, m!, -other!, more!]);
}

function inOtherOrder(sums: ChangeSums): ChangeSums {
  return mapSums(sums, (values) => [...values.slice(3), ...values.slice(0, 3)]);
}

function mapSums(sums: ChangeSums, change: (sums: readonly number[]) => readonly number[]): ChangeSums {
  const changed = sums.buckets.rewritten((bucket) => ({ ...bucket, sums: change(bucket.sums) }));
  return { ...sums, past: change(sums.past), buckets: changed };
}
