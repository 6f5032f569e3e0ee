import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Buckets } from "./buckets.ts";
import type { Bucket } from "./buckets.ts";
import { keptSums } from "./kept-sums.ts";

const channels = 2;

/** Marked with the time of day where its entry number is even. */
const bucketOf = (seq: number, size = 1): Bucket => ({
  size,
  seq,
  sums: [size, seq, seq * seq, 0, 0, 0, ...(seq % 2 === 0 ? [seq, 2] : [])],
});

const withOneMore = (buckets: Buckets, seq: number) =>
  buckets.copied().movedOn((bench) => bench.take(bucketOf(seq)));
const after = (buckets: Buckets, seqs: readonly number[]) => seqs.reduce(withOneMore, buckets);

/** What two buckets make together. */
function joinedOf(older: Bucket, newer: Bucket): Bucket {
  const sums = older.sums.slice(0, newer.sums.length).map((sum, at) => sum + newer.sums[at]!);
  return { size: older.size + newer.size, seq: older.seq, sums: keptSums(sums, channels) };
}

describe("buckets", () => {
  test("are a list to which one more is added, in which two are joined, and from which the oldest go", () => {
    const step = fc.constantFrom("take", "take", "take", "join", "drop");
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        let buckets = Buckets.none(channels);
        let list: readonly Bucket[] = [];
        for (const [at, kind] of steps.entries()) {
          const before = [...buckets];
          const row = at % Math.max(1, list.length - 1);
          if (kind !== "take" && list.length < 2) continue;
          buckets = buckets.movedOn((bench) => {
            if (kind === "take") bench.take(bucketOf(at));
            else if (kind === "join") bench.join(row);
            else expect(bench.dropOldest()).toEqual(list[0]);
          });
          expect(before).toEqual(list);
          if (kind === "take") list = [...list, bucketOf(at)];
          else if (kind === "drop") list = list.slice(1);
          else list = list.toSpliced(row, 2, joinedOf(list[row]!, list[row + 1]!));
          expect([...buckets]).toEqual(list);
        }
      }),
      { seed: 7, numRuns: 60 },
    );
  });

  test("that two others came from are in each of them what they were", () => {
    const before = after(Buckets.none(channels), [1, 2, 3]);
    const [one, other] = [after(before, [4, 5]), after(before, [40])];
    expect([...before]).toEqual([1, 2, 3].map((seq) => bucketOf(seq)));
    expect([...one]).toEqual([1, 2, 3, 4, 5].map((seq) => bucketOf(seq)));
    expect([...other]).toEqual([1, 2, 3, 40].map((seq) => bucketOf(seq)));
    expect([...after(other, [41])]).toEqual([1, 2, 3, 40, 41].map((seq) => bucketOf(seq)));
  });

  test("of which a part is taken, or a row written anew, leave the whole as it was", () => {
    const whole = after(Buckets.none(channels), [1, 2, 3, 4]);
    const part = after(whole.slice(2), [9]);
    expect(Array.from(part, ({ seq }) => seq)).toEqual([3, 4, 9]);
    expect(
      Array.from(
        whole.filter((seq) => seq !== 2),
        ({ seq }) => seq,
      ),
    ).toEqual([1, 3, 4]);
    expect(whole.with(1, bucketOf(7)).seqAt(1)).toBe(7);
    expect(whole.cleared(0, 1).at(3).sums).toEqual([0, 0, 0, 0, 0, 0, 4, 2]);
    expect([...whole]).toEqual([1, 2, 3, 4].map((seq) => bucketOf(seq)));
  });

  test("are found by entry number, from 1 on; none begins before the first", () => {
    const buckets = after(Buckets.none(channels), [3, 5, 9]);
    expect([2, 3, 4, 9, 99].map((seq) => buckets.rowBefore(seq))).toEqual([-1, 0, 0, 2, 2]);
    expect([buckets.newestSeq, Buckets.none(channels).newestSeq]).toEqual([9, 0]);
  });
});
