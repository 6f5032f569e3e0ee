import type { EvidenceSums, HistogramShape } from "./evidence-sums.ts";
import { addBlock, addValues, rowLength, rowSeq, rowSums } from "./evidence-sums.ts";
import type { ScoredBlock } from "./score-block.ts";

/**
 * Puts a newly calibrated sensor's blocks into the sums as if they had been there from the start, in place of what the
 * sums held of it. Blocks older than the first bucket join the reference, the others their bucket; blocks under watch
 * that are newer than every bucket get buckets of their own.
 */
export function placeEvidence(
  sums: EvidenceSums,
  firstChannel: number,
  blocks: { readonly reference: readonly ScoredBlock[]; readonly watched: readonly ScoredBlock[] },
  shape: HistogramShape,
): EvidenceSums {
  const width = blocks.reference[0]!.placed.length;
  let placed = clearChannels(sums, firstChannel, width);
  for (const block of blocks.reference) addInPlace(placed, firstChannel, block);
  for (const block of blocks.watched) {
    if (block.evidence === null) continue;
    if (block.seq <= newestSeq(placed)) addInPlace(placed, firstChannel, block);
    else placed = addBlock(placed, widen(placed.channels, firstChannel, block), shape);
  }
  return placed;
}

/** One sensor's block as a block of all channels. */
function widen(channels: number, firstChannel: number, block: ScoredBlock) {
  const weights = new Float64Array(channels);
  const values = new Float64Array(channels);
  block.evidence!.forEach((value, axis) => {
    weights[firstChannel + axis] = block.weight;
    values[firstChannel + axis] = value;
  });
  return { seq: block.seq, weights, values };
}

/** Forgets what the sums hold of some channels. */
export function clearChannels(sums: EvidenceSums, firstChannel: number, width: number): EvidenceSums {
  const past = sums.past.slice();
  const buckets = sums.buckets.slice();
  const [from, to] = [3 * firstChannel, 3 * (firstChannel + width)];
  past.fill(0, from, to);
  const length = rowLength(sums.channels);
  for (let row = 0; row < buckets.length; row += length) {
    buckets.fill(0, row + rowSums + from, row + rowSums + to);
  }
  return { ...sums, past, buckets };
}

function addInPlace(sums: EvidenceSums, firstChannel: number, block: ScoredBlock): void {
  if (block.evidence === null) return;
  const length = rowLength(sums.channels);
  let row = sums.buckets.length - length;
  while (row >= 0 && sums.buckets[row + rowSeq]! > block.seq) row -= length;
  const target = row < 0 ? sums.past : sums.buckets.subarray(row + rowSums, row + length);
  const weights = new Float64Array(block.evidence.length).fill(block.weight);
  addValues(target.subarray(3 * firstChannel), { weights, values: block.evidence });
}

function newestSeq(sums: EvidenceSums): number {
  const length = rowLength(sums.channels);
  return sums.buckets.length === 0 ? 0 : sums.buckets[sums.buckets.length - length + rowSeq]!;
}
