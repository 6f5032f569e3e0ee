import { describe, expect, test } from "vitest";
import { changePointInterval } from "./change-point-interval.ts";
import { addBlock, noChangeSums } from "./change-sums.ts";
import { compareWindow } from "./compare-window.ts";
import { changeModelOf } from "./change-model-for-tests.ts";
import type { ChangeSums } from "../model/state.ts";
import { testNoise } from "../vehicle-journal.ts";

const model = changeModelOf([1], { zones: [0.1] });

describe.each([0.5, 0.9])("the interval of %d", (probability) => {
  test.each([1, 2, 3, 4, 5, 6])("is cut from the windows' terms, vehicle %i", (seed) => {
    const { sums, newestSeq } = movedBy(2, { seed });
    const terms = Array.from(sums.buckets, (_, row) => compareWindow(sums, model, row).term);
    const all = terms.reduce((total, term) => total + term, 0);
    /** How much of the posterior lies in a row or later. */
    const since = terms.map((_, row) => terms.slice(row).reduce((sum, term) => sum + term, 0) / all);
    const tail = (1 - probability) / 2;
    const first = Math.max(
      0,
      since.findLastIndex((share) => share >= 1 - tail),
    );
    const last = since.findLastIndex((share) => share > tail);

    expect(changePointInterval({ sums, model }, probability, newestSeq)).toEqual({
      fromSeq: sums.buckets.seqAt(first),
      toSeq: (last + 1 < sums.buckets.length ? sums.buckets.seqAt(last + 1) : newestSeq + 1) - 1,
    });
  });
});

test("a wider one holds the narrower", () => {
  const { sums, newestSeq } = movedBy(1, { seed: 3 });
  const narrow = changePointInterval({ sums, model }, 0.5, newestSeq);
  const wide = changePointInterval({ sums, model }, 0.9, newestSeq);
  expect(wide.fromSeq).toBeLessThanOrEqual(narrow.fromSeq);
  expect(wide.toSeq).toBeGreaterThanOrEqual(narrow.toSeq);
});

test("a clear step is dated to the bucket it fell in", () => {
  const { sums, newestSeq } = movedBy(6, { seed: 5 });
  const { fromSeq, toSeq } = changePointInterval({ sums, model }, 0.9, newestSeq);
  expect(fromSeq).toBeLessThanOrEqual(61);
  expect(toSeq).toBeGreaterThanOrEqual(61);
  expect(toSeq - fromSeq).toBeLessThan(8);
});

test("entries that came first, a thousand of them, move it by a thousand", () => {
  const { sums, newestSeq } = movedBy(2, { seed: 2 });
  const later = {
    ...sums,
    buckets: sums.buckets.rewritten((bucket) => ({ ...bucket, seq: bucket.seq + 1000 })),
  };
  const { fromSeq, toSeq } = changePointInterval({ sums, model }, 0.9, newestSeq);
  expect(changePointInterval({ sums: later, model }, 0.9, newestSeq + 1000)).toEqual({
    fromSeq: fromSeq + 1000,
    toSeq: toSeq + 1000,
  });
});

test("a change in the newest bucket reaches to the newest entry", () => {
  const { sums } = movedBy(12, { seed: 4, since: 80 });
  expect(changePointInterval({ sums, model }, 0.9, 83).toSeq).toBe(83);
});

test("with one bucket since a frozen reference that bucket is all there is", () => {
  const { sums } = movedBy(2, { seed: 1 });
  const frozen = { ...sums, past: [40, 0, 40], buckets: sums.buckets.slice(sums.buckets.length - 1) };
  const interval = changePointInterval({ sums: frozen, model: { ...model, referenceFrozen: true } }, 0.5, 90);
  expect(interval).toEqual({ fromSeq: 80, toSeq: 90 });
});

/** 80 blocks, one an entry, the last of them shifted. */
function movedBy(shift: number, { seed, since = 61 }: { readonly seed: number; readonly since?: number }) {
  const shape = { bucketsPerLevel: 4, levels: 9, referenceFrozen: false, scatterModel: null };
  let sums: ChangeSums = noChangeSums(1);
  for (let seq = 1; seq <= 80; seq += 1) {
    const value = testNoise(seed, 0, seq) + (seq >= since ? shift : 0);
    sums = addBlock(sums, { seq, weights: [1], values: [value] }, shape);
  }
  return { sums, newestSeq: 80 };
}
