/**
 * What the sequential statistic remembers of one vehicle: per channel the sums (weight, weight·y, weight·y²) of the
 * reference, and of an exponential histogram of the newest blocks. The histogram holds at most `bucketsPerLevel`
 * buckets of each size 1, 2, 4 …; two oldest of a size become one of the next (Datar et al. 2002, "Maintaining stream
 * statistics over sliding windows"), so the age of a change is known to about an eighth.
 */
export interface EvidenceSums {
  readonly channels: number;
  /** Sums of everything older than the buckets: weight, weight·y, weight·y² of each channel in turn. */
  readonly past: Float64Array;
  /** Rows of `rowLength(channels)` numbers, oldest bucket first: size, entry number of its first block, then sums as in `past`. */
  readonly buckets: Float64Array;
}

/** One block on its way in: absent channels have weight 0. */
export interface BlockValues {
  readonly seq: number;
  readonly weights: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

export const rowSize = 0;
export const rowSeq = 1;
/** First sum of a bucket's row. */
export const rowSums = 2;

export function rowLength(channels: number): number {
  return rowSums + 3 * channels;
}

export function noEvidence(channels: number): EvidenceSums {
  return { channels, past: new Float64Array(3 * channels), buckets: new Float64Array(0) };
}

export interface HistogramShape {
  readonly bucketsPerLevel: number;
  readonly levels: number;
  /** True while the reference must not move: a bucket that grows too old is then forgotten, not added to it. */
  readonly referenceFrozen: boolean;
}

/** The sums after one more block. */
export function addBlock(sums: EvidenceSums, block: BlockValues, shape: HistogramShape): EvidenceSums {
  const length = rowLength(sums.channels);
  const buckets = new Float64Array(sums.buckets.length + length);
  buckets.set(sums.buckets);
  const start = sums.buckets.length;
  buckets[start + rowSize] = 1;
  buckets[start + rowSeq] = block.seq;
  addValues(buckets.subarray(start + rowSums), block);
  return mergeOldest({ ...sums, buckets }, shape);
}

/** Adds one block's values straight to a set of sums, in place. */
export function addValues(sums: Float64Array, block: Omit<BlockValues, "seq">): void {
  for (let channel = 0; channel < block.values.length; channel += 1) {
    const weight = block.weights[channel]!;
    if (weight === 0) continue;
    const weighted = weight * block.values[channel]!;
    sums[3 * channel]! += weight;
    sums[3 * channel + 1]! += weighted;
    sums[3 * channel + 2]! += weighted * block.values[channel]!;
  }
}

/**
 * Moves the reference's end to a boundary: buckets older than the given row join the past, whose sums stay fixed from
 * then on if the caller says so at every later block.
 */
export function settleBefore(sums: EvidenceSums, firstRow: number): EvidenceSums {
  const length = rowLength(sums.channels);
  const past = sums.past.slice();
  for (let row = 0; row < firstRow; row += 1) addRow(past, sums.buckets, row * length + rowSums);
  return { ...sums, past, buckets: sums.buckets.slice(firstRow * length) };
}

function mergeOldest(sums: EvidenceSums, shape: HistogramShape): EvidenceSums {
  const length = rowLength(sums.channels);
  let { buckets } = sums;
  let end = buckets.length / length;
  for (let level = 0, size = 1; level < shape.levels; level += 1, size *= 2) {
    let first = end;
    while (first > 0 && buckets[(first - 1) * length + rowSize] === size) first -= 1;
    if (end - first <= shape.bucketsPerLevel) return { ...sums, buckets };
    if (level === shape.levels - 1) return dropOldest({ ...sums, buckets }, shape.referenceFrozen);
    buckets = mergeRows(buckets, first, length);
    end = first + 1;
  }
  return { ...sums, buckets };
}

/** Joins a row with the one after it; the first entry number is the older row's. */
function mergeRows(buckets: Float64Array, row: number, length: number): Float64Array {
  const merged = new Float64Array(buckets.length - length);
  merged.set(buckets.subarray(0, (row + 1) * length));
  merged.set(buckets.subarray((row + 2) * length), (row + 1) * length);
  merged[row * length + rowSize]! += buckets[(row + 1) * length + rowSize]!;
  addRow(merged.subarray(row * length + rowSums, (row + 1) * length), buckets, (row + 1) * length + rowSums);
  return merged;
}

function dropOldest(sums: EvidenceSums, referenceFrozen: boolean): EvidenceSums {
  if (!referenceFrozen) return settleBefore(sums, 1);
  return { ...sums, buckets: sums.buckets.slice(rowLength(sums.channels)) };
}

function addRow(into: Float64Array, buckets: Float64Array, from: number): void {
  for (let at = 0; at < into.length; at += 1) into[at]! += buckets[from + at]!;
}
