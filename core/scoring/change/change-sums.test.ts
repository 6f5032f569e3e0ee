import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addBlock, noChangeSums, settleBefore } from "./change-sums.ts";
import type { ChangeSums } from "../model/state.ts";

const shape = { bucketsPerLevel: 4, levels: 5, referenceFrozen: false, scatterModel: null };

test("no size has more buckets than allowed, and sizes only grow with age", () => {
  const sums = afterBlocks(500, shape);
  const sizes = rows(sums).map((row) => row.size);
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  for (const size of new Set(sizes)) {
    expect(sizes.filter((other) => other === size).length).toBeLessThanOrEqual(shape.bucketsPerLevel);
  }
});

test("nothing is lost: the past and the buckets together hold every block", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), (blocks) => {
      const sums = afterBlocks(blocks, shape);
      const total = sums.past[0]! + rows(sums).reduce((sum, row) => sum + row.weight, 0);
      expect(total).toBe(blocks);
    }),
    { seed: 4, numRuns: 40 },
  );
});

test("while the reference is frozen, buckets that grow too old are forgotten", () => {
  expect(afterBlocks(500, { ...shape, referenceFrozen: true }).past[0]).toBe(0);
});

test("a bucket is dated by its oldest block", () => {
  const sums = afterBlocks(100, shape);
  const [newest] = rows(sums).slice(-1);
  expect(newest).toMatchObject({ size: 1, seq: 100 });
  let next = 101;
  for (const row of rows(sums).reverse()) {
    next -= row.size;
    expect(row.seq).toBe(next);
  }
});

test("settling moves older buckets into the past and keeps the rest", () => {
  const sums = afterBlocks(30, shape);
  const settled = settleBefore(sums, 3);
  expect(rows(settled)).toEqual(rows(sums).slice(3));
  expect(settled.past[0]).toBe(
    rows(sums)
      .slice(0, 3)
      .reduce((sum, row) => sum + row.weight, 0),
  );
});

test("adding a block leaves the sums it was added to as they were", () => {
  const before = afterBlocks(37, shape);
  const copy = structuredClone(before);
  addBlock(before, { seq: 38, weights: [1], values: [3] }, shape);
  expect(before).toEqual(copy);
});

function afterBlocks(blocks: number, shape: Parameters<typeof addBlock>[2]): ChangeSums {
  let sums = noChangeSums(1);
  for (let seq = 1; seq <= blocks; seq += 1) {
    sums = addBlock(sums, { seq, weights: [1], values: [Math.sin(seq)] }, shape);
  }
  return sums;
}

function rows(sums: ChangeSums): { size: number; seq: number; weight: number }[] {
  return Array.from(sums.buckets, ({ size, seq, sums: [weight] }) => ({ size, seq, weight: weight! }));
}
