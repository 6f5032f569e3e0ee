import { describe, expect, test } from "vitest";
import { Buckets } from "../model/buckets.ts";
import { curvesInherited, curvesToInherit } from "./inherited-curves.ts";
import { placeBlocks } from "../change/place-blocks.ts";
import { noChangeSums } from "../change/change-sums.ts";
import { scales } from "../scatter/noise-family.ts";
import { changeModelOf } from "../change/change-model-for-tests.ts";
import { blockOf } from "../blocks/scored-block-for-tests.ts";
import type { ChangeSums } from "../model/state.ts";

const radar = 3;
/** No prior: a variance is that of the blocks. */
const model = { priorVariances: [1, 1, 1, 1, 1], priorDegrees: 0 };
const old = [0.3, -0.1, 0.25, -0.45, 0.05, -0.2, 0.4, -0.25];

describe("of a sensor that is taught anew", () => {
  test("the ratio of every scale is kept, over the variance of its blocks, found by hand", () => {
    const [curve] = curvesToInherit(sumsOf(old), model, { ...channels, referenceMoves: true });
    expect(curve!.level).toBe(1);
    expect(curve!.ratios[0]).toBeCloseTo(3 / 20 / varianceOf(old), 6);
    expect(curve!.ratios[2]).toBeCloseTo(8 / 12 / varianceOf(old), 6);
    // Not heard: as the scale before, and nothing rests on it.
    expect(curve!.ratios.slice(3)).toEqual(Array(scales - 3).fill(curve!.ratios[2]));
    expect(curve!.degrees).toEqual([20, 50, 12, ...Array<number>(scales - 3).fill(0)]);
  });

  test("two hundred samples count as fifty", () => {
    const [curve] = curvesToInherit(sumsOf(old), model, { ...channels, referenceMoves: true });
    expect(curve!.ratios[1]).toBeCloseTo(40 / 200 / varianceOf(old), 6);
    expect(curve!.degrees[1]).toBe(50);
  });

  test("what a breach has left in the buckets is no reference", () => {
    const reference = old.slice(0, 5);
    const sums = { ...sumsOf(reference), buckets: sumsOf([], old.slice(5)).buckets };
    const [curve] = curvesToInherit(sums, model, { ...channels, referenceMoves: false });
    expect(curve!.ratios[0]).toBeCloseTo(3 / 20 / varianceOf(reference), 6);
    const [all] = curvesToInherit(sums, model, { ...channels, referenceMoves: true });
    expect(all!.ratios[0]).toBeCloseTo(3 / 20 / varianceOf(old), 4);
  });
});

describe("a new baseline", () => {
  const kept = curvesToInherit(sumsOf(old), model, { ...channels, referenceMoves: true });
  // The same noise beside another scale: three times as large in the unit of the new sums.
  const values = old.map((value) => 3 * value);
  const placedWith = (inherited: ReturnType<typeof curvesInherited>) =>
    placeBlocks(
      noChangeSums(5),
      radar,
      { reference: values.map((value, at) => blockOf(at + 1, value)), watched: [], inherited },
      {
        bucketsPerLevel: 4,
        levels: 9,
        referenceFrozen: false,
        scatterModel: { ...changeModelOf([3, 1, 1]), priorDegrees: 0 },
      },
    ).scatter;
  const at = (scale: number) => scales * radar + scale;

  test("takes the samples over in its own unit: nine times the squares where values are three times as large", () => {
    const [before, after] = [placedWith([]), placedWith(curvesInherited(kept, 1))];
    expect(after.counts[at(0)]! - before.counts[at(0)]!).toBeCloseTo(20, 4);
    expect(after.squares[at(0)]! - before.squares[at(0)]!).toBeCloseTo(9 * 3, 4);
    expect(after.squares[at(1)]! - before.squares[at(1)]!).toBeCloseTo((9 * 40 * 50) / 200, 4);
    expect(after.squares[at(2)]! - before.squares[at(2)]!).toBeCloseTo(9 * 8, 4);
    // No other channel has heard of it.
    const others = (list: readonly number[]) => list.toSpliced(at(0), scales);
    expect(others(after.squares)).toEqual(others(before.squares));
  });

  test("whose blocks are twice as long has heard each scale as the next shorter one, and of shorter blocks knows nothing", () => {
    const [longer] = curvesInherited(kept, 2);
    expect(longer!.degrees.slice(0, 3)).toEqual([50, 12, 0]);
    expect(longer!.ratios[1]! / longer!.ratios[0]!).toBeCloseTo(kept[0]!.ratios[2]! / kept[0]!.ratios[1]!, 9);
    expect(curvesInherited(kept, 0)[0]!.degrees).toEqual(Array(scales).fill(0));
    expect(curvesInherited(null, 1)).toEqual([]);
  });
});

const channels = { first: radar, width: 1, level: 1 };

function varianceOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}

/** A radar that has heard these, and 20 samples of blocks, 200 of two, 12 of four. */
function sumsOf(past: readonly number[], newest: readonly number[] = []): ChangeSums {
  const none = noChangeSums(5);
  const of = (values: readonly number[]) => {
    const sums = none.past.slice();
    for (const value of values) {
      sums[3 * radar]! += 1;
      sums[3 * radar + 1]! += value;
      sums[3 * radar + 2]! += value * value;
    }
    return sums;
  };
  const squares = none.scatter.squares.slice();
  const counts = none.scatter.counts.slice();
  [3, 40, 8].forEach((square, scale) => (squares[scales * radar + scale] = square));
  [20, 200, 12].forEach((count, scale) => (counts[scales * radar + scale] = count));
  const rows = newest.length === 0 ? [] : [{ size: newest.length, seq: 100, sums: of(newest) }];
  return { ...none, past: of(past), buckets: Buckets.of(rows, 5), scatter: { squares, counts } };
}
