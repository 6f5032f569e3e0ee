import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { median } from "../numeric/robust.ts";
import { RecentBlocks } from "./recent-blocks.ts";
import type { RecentBlock } from "./recent-blocks.ts";

const blockOf = (seq: number, width = 1): RecentBlock => ({
  seq,
  weight: seq % 3 === 0 ? 0.5 : 1,
  placed: Array.from({ length: width }, (_, axis) => seq + axis / 4),
});
const after = (seqs: readonly number[], keep = 3, width = 1, blocks = RecentBlocks.none()) => {
  for (const seq of seqs) blocks.take(blockOf(seq, width), keep);
  return blocks;
};

describe("the newest blocks", () => {
  test("are a list to which one more is added, and from which the oldest go", () => {
    const step = fc.record({ seq: fc.nat(1000), keep: fc.integer({ min: 1, max: 5 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 3 }), (steps, width) => {
        const blocks = RecentBlocks.none();
        let list: readonly RecentBlock[] = [];
        for (const { seq, keep } of steps) {
          blocks.take(blockOf(seq, width), keep);
          list = [...list, blockOf(seq, width)].slice(-keep);
          expect([...blocks]).toEqual(list);
          expect(blocks.count).toBe(list.length);
        }
      }),
      { seed: 5, numRuns: 50 },
    );
  });

  test("of a copy are its own, and so are its medians", () => {
    const before = after([1, 2, 3, 4]);
    expect(before.median(0)).toBe(3);
    const copy = before.copied();
    expect(copy).toEqual(before);
    after([5, 60], 3, 1, copy);
    expect([...before]).toEqual([2, 3, 4].map((seq) => blockOf(seq)));
    expect([...copy]).toEqual([4, 5, 60].map((seq) => blockOf(seq)));
    expect([before, copy].map((blocks) => blocks.median(0))).toEqual([3, 5]);
  });

  test("say how often they were moved on", () => {
    expect(after([1, 2, 3, 4]).moves).toBe(4);
    expect(after([1, 2, 3, 4]).copied().moves).toBe(4);
  });

  test("have the medians of their values, whichever blocks came and left since they were asked for", () => {
    const value = fc.oneof(fc.float({ noNaN: true, min: -9, max: 9 }), fc.constantFrom(0, 1, 1, 2));
    const step = fc.record({ values: fc.tuple(value, value), isAsked: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 7 }), (steps, keep) => {
        const blocks = RecentBlocks.none();
        for (const { values, isAsked } of steps) {
          blocks.take({ seq: 1, weight: 1, placed: values.map((one) => one + 0) }, keep);
          if (!isAsked) continue;
          for (const axis of [0, 1]) expect(blocks.median(axis)).toBe(median(blocks.valuesFrom(0, axis)));
        }
      }),
      { seed: 6, numRuns: 200 },
    );
  });

  test("stay few, however many come", () => {
    const blocks = after(Array.from({ length: 1000 }, (_, at) => at));
    expect(blocks.columns().seqs).toEqual([997, 998, 999]);
  });

  test("are read block by block, value by value, from a place on, and column by column", () => {
    const blocks = after([1, 2, 3, 4], 3, 2);
    expect([0, 1, 2].map((at) => blocks.seqAt(at))).toEqual([2, 3, 4]);
    expect([0, 1, 2].map((at) => blocks.weightAt(at))).toEqual([1, 0.5, 1]);
    expect([0, 1, 2].map((at) => blocks.valueAt(at, 1))).toEqual([2.25, 3.25, 4.25]);
    expect(blocks.valuesFrom(1, 0)).toEqual([3, 4]);
    expect(blocks.valuesFrom(3, 0)).toEqual([]);
    expect(RecentBlocks.of(blocks.columns())).toEqual(blocks);
  });

  test("leave more than one where fewer are kept from then on", () => {
    const blocks = after([1, 2, 3, 4], 4);
    expect(blocks.median(0)).toBe(2.5);
    after([9], 2, 1, blocks);
    expect(blocks.columns().seqs).toEqual([4, 9]);
    expect(blocks.median(0)).toBe(6.5);
  });
});
