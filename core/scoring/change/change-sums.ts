import { zeros } from "../numeric/doubles.ts";
import { noScatter, sampleLevel } from "../scatter/mean-scatter.ts";
import type { ScatterModel } from "../scatter/mean-scatter.ts";
import { keptSums } from "../model/kept-sums.ts";
import type { Bucket, ChangeSums } from "../model/state.ts";
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
  return { channels, past: zeros(3 * channels), buckets: [], scatter: noScatter(channels) };
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

/** The sums after one more block. */
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
  // Not pushed: that would make room for half as many again, in every vehicle's state.
  const buckets = sums.buckets.concat({ size: 1, seq: block.seq, sums: keptSums(added, sums.channels) });
  const { dropped, scatter } = mergeOldest(buckets, sums, shape);
  const past = dropped === null || shape.referenceFrozen ? sums.past : withBuckets(sums.past, [dropped]);
  return { channels: sums.channels, past, buckets, scatter };
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

/** Restores the limit of buckets a size, in place. Hands out the bucket that has grown too old for the histogram, if any. */
function mergeOldest(
  buckets: Bucket[],
  { past, scatter: before }: Pick<ChangeSums, "past" | "scatter">,
  shape: HistogramShape,
): { readonly dropped: Bucket | null; readonly scatter: MeanScatter } {
  const model = shape.referenceFrozen ? null : shape.scatterModel;
  let scatter = before;
  let end = buckets.length;
  for (let level = 0, size = 1; level < shape.levels; level += 1, size *= 2) {
    let first = end;
    while (first > 0 && buckets[first - 1]!.size === size) first -= 1;
    if (end - first <= shape.bucketsPerLevel) return { dropped: null, scatter };
    if (model !== null) scatter = sampleLevel(scatter, buckets, first, { past, model });
    if (level === shape.levels - 1) return { dropped: buckets.shift()!, scatter };
    buckets[first] = joined(buckets[first]!, buckets[first + 1]!, past.length / 3);
    for (let at = first + 2; at < buckets.length; at += 1) buckets[at - 1] = buckets[at]!;
    buckets.pop();
    end = first + 1;
  }
  return { dropped: null, scatter };
}

function joined(older: Bucket, newer: Bucket, channels: number): Bucket {
  // Marks of the time of day are kept where both have them.
  const sums = older.sums.slice(0, newer.sums.length);
  for (let at = 0; at < sums.length; at += 1) sums[at]! += newer.sums[at]!;
  return { size: older.size + newer.size, seq: older.seq, sums: keptSums(sums, channels) };
}

/** The sums added up, once for all who ask for them; `known` is whatever was added up before. */
export function totalsOf(
  { past, buckets }: Pick<ChangeSums, "past" | "buckets">,
  known: { totals?: SumTotals | null } | undefined,
): SumTotals {
  const before = known?.totals;
  if (before && before.past === past && before.buckets === buckets) return before;
  let settledRows = 0;
  while (settledRows < buckets.length && buckets[settledRows]!.size >= settledSize) settledRows += 1;
  const settled = withBuckets(past, buckets, settledRows);
  const everything = settled.slice();
  // Oldest first, as ever: the settled ones are the oldest.
  for (let row = settledRows; row < buckets.length; row += 1) addTo(everything, buckets[row]!.sums);
  const totals = { past, buckets, settled, everything };
  if (known !== undefined) known.totals = totals;
  return totals;
}

/** Buckets of as many blocks are old enough to hold no young change. */
export const settledSize = 8;

function addTo(total: number[], more: readonly number[]): void {
  for (let at = 0; at < total.length; at += 1) total[at]! += more[at]!;
}

/** The sums of older blocks with those of the oldest so many buckets, which are added one after another. */
export function withBuckets(
  past: readonly number[],
  buckets: readonly Bucket[],
  count = buckets.length,
): readonly number[] {
  const total = past.slice();
  for (let row = 0; row < count; row += 1) {
    addTo(total, buckets[row]!.sums);
  }
  return total;
}
