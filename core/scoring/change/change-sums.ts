import { zeros } from "../numeric/doubles.ts";
import { noScatter, sampleLevel } from "../scatter/mean-scatter.ts";
import type { ScatterModel } from "../scatter/mean-scatter.ts";
import { Buckets } from "../model/buckets.ts";
import type { Bucket, BucketBench } from "../model/buckets.ts";
import { keepSums } from "../model/kept-sums.ts";
import type { ChangeSums } from "../model/state.ts";
import type { MeanScatter } from "../model/mean-scatter.ts";
import type { SumTotals } from "../model/standing.ts";

/** One block on its way in: absent channels have weight 0. */
export interface BlockValues {
  readonly seq: number;
  readonly weights: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  /** What its bucket is to remember of the time of day. */
  readonly dayMarks?: readonly [number, number];
}

export function noChangeSums(channels: number): ChangeSums {
  return {
    channels,
    past: zeros(3 * channels),
    buckets: Buckets.none(channels),
    scatter: noScatter(channels),
  };
}

export interface HistogramShape {
  readonly bucketsPerLevel: number;
  readonly levels: number;
  /** True while the reference must not move: a bucket that grows too old is then forgotten, not added to it. */
  readonly referenceFrozen: boolean;
  /** By what the scatter of means is sampled; null: not at all. A reference that is frozen may be left by what follows. */
  readonly scatterModel: ScatterModel | null;
}

/** What a list of sums holds of one channel. */
export interface ChannelSums {
  readonly n: number;
  readonly sum: number;
  readonly squares: number;
}

/** Of sums: 3·channels = [n, Σwy, Σwy²]. */
export function channelSums(sums: readonly number[], channel: number): ChannelSums {
  const [n, sum, squares] = [sums[3 * channel], sums[3 * channel + 1], sums[3 * channel + 2]];
  if (n === undefined || sum === undefined || squares === undefined) {
    throw new RangeError(`these sums have no channel ${channel}`);
  }
  return { n, sum, squares };
}

/** The sums moved on by one more block: the buckets and the scatter they had stand in them no longer. */
export function addBlock(sums: ChangeSums, block: BlockValues, shape: HistogramShape): ChangeSums {
  const added = zeros(3 * sums.channels);
  for (let channel = 0; channel < sums.channels; channel += 1) {
    const weight = block.weights[channel]!;
    if (weight === 0) continue;
    const weighted = weight * block.values[channel]!;
    added[3 * channel] = weight;
    added[3 * channel + 1] = weighted;
    added[3 * channel + 2] = weighted * block.values[channel]!;
  }
  if (block.dayMarks !== undefined) added.push(...block.dayMarks);
  keepSums(added, 0, sums.channels);
  let merged: Merged = { dropped: null, scatter: sums.scatter };
  const buckets = sums.buckets.movedOn((bench) => {
    bench.take({ size: 1, seq: block.seq, sums: added });
    merged = mergeOldest(bench, sums, shape);
  });
  const { dropped, scatter } = merged;
  const { past } = sums;
  const joinsPast = dropped !== null && !shape.referenceFrozen;
  return { channels: sums.channels, past: joinsPast ? summed(past, dropped.sums) : past, buckets, scatter };
}

/** The sums of the reference with one block's values added to them, unrounded. */
export function addValues(
  past: readonly number[],
  block: Pick<BlockValues, "weights" | "values">,
): readonly number[] {
  const sums = past.slice();
  for (let channel = 0; channel < block.values.length; channel += 1) {
    const weight = block.weights[channel]!;
    if (weight === 0) continue;
    const weighted = weight * block.values[channel]!;
    sums[3 * channel]! += weight;
    sums[3 * channel + 1]! += weighted;
    sums[3 * channel + 2]! += weighted * block.values[channel]!;
  }
  return sums;
}

/**
 * Moves the reference's end to a boundary: buckets older than the given row join the past, whose sums stay fixed from
 * then on if the caller says so at every later block.
 */
export function settleBefore(sums: ChangeSums, firstRow: number): ChangeSums {
  const past = withBuckets(sums.past, sums.buckets.slice(0, firstRow));
  return { ...sums, past, buckets: sums.buckets.slice(firstRow) };
}

/** The bucket that has grown too old for the histogram, if any, and the scatter with what was sampled. */
interface Merged {
  readonly dropped: Bucket | null;
  readonly scatter: MeanScatter;
}

/** Restores the limit of buckets a size. */
function mergeOldest(
  bench: BucketBench,
  { past, scatter: before }: Pick<ChangeSums, "past" | "scatter">,
  shape: HistogramShape,
): Merged {
  const model = shape.referenceFrozen ? null : shape.scatterModel;
  let scatter = before;
  let end = bench.length;
  for (let level = 0, size = 1; level < shape.levels; level += 1, size *= 2) {
    let first = end;
    while (first > 0 && bench.sizeAt(first - 1) === size) first -= 1;
    if (end - first <= shape.bucketsPerLevel) return { dropped: null, scatter };
    if (model !== null) scatter = sampleLevel(scatter, bench, first, { past, model });
    if (level === shape.levels - 1) return { dropped: bench.dropOldest(), scatter };
    bench.join(first);
    end = first + 1;
  }
  return { dropped: null, scatter };
}

/** The sums added up, once for all who ask for them; `known` is whatever was added up before. */
export function totalsOf(
  { past, buckets }: Pick<ChangeSums, "past" | "buckets">,
  known: { totals?: SumTotals | null } | undefined,
): SumTotals {
  const before = known?.totals;
  if (before && before.past === past && before.buckets === buckets) return before;
  let settledRows = 0;
  while (settledRows < buckets.length && buckets.sizeAt(settledRows) >= settledSize) settledRows += 1;
  const settled = withBuckets(past, buckets, settledRows);
  const everything = settled.slice();
  // Oldest first, as ever: the settled ones are the oldest.
  for (let row = settledRows; row < buckets.length; row += 1) buckets.addTo(everything, row);
  const totals = { past, buckets, settled, everything };
  if (known !== undefined) known.totals = totals;
  return totals;
}

/** Buckets of as many blocks are old enough to hold no young change. */
export const settledSize = 8;

function summed(past: readonly number[], more: readonly number[]): readonly number[] {
  const total = past.slice();
  for (let at = 0; at < total.length; at += 1) total[at]! += more[at]!;
  return total;
}

/** The sums of older blocks with those of the oldest so many buckets, which are added one after another. */
export function withBuckets(
  past: readonly number[],
  buckets: Buckets,
  count = buckets.length,
): readonly number[] {
  const total = past.slice();
  for (let row = 0; row < count; row += 1) {
    buckets.addTo(total, row);
  }
  return total;
}
