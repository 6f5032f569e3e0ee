import type { Block } from "./block-average.ts";

/** The blocks a baseline is learnt from, as rows of one array: entry number, time, weight, values. */
export function appendBlock(rows: Float64Array, block: Block): Float64Array {
  const appended = new Float64Array(rows.length + 3 + block.values.length);
  appended.set(rows);
  appended[rows.length] = block.seq;
  appended[rows.length + 1] = block.atUs;
  appended[rows.length + 2] = block.weight;
  appended.set(block.values, rows.length + 3);
  return appended;
}

export function readBlocks(rows: Float64Array, width: number): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < rows.length; at += 3 + width) {
    blocks.push({
      seq: rows[at]!,
      atUs: rows[at + 1]!,
      weight: rows[at + 2]!,
      values: rows.slice(at + 3, at + 3 + width),
    });
  }
  return blocks;
}

export function writeBlocks(blocks: readonly Block[]): Float64Array {
  let rows: Float64Array = new Float64Array(0);
  for (const block of blocks) rows = appendBlock(rows, block);
  return rows;
}

/**
 * Neighbours joined two by two into blocks of twice the length, and the mean squares that are now within them, summed
 * over the old blocks. With an odd count the oldest is left out.
 */
export function joinPairs(
  blocks: readonly Block[],
  width: number,
): { blocks: Block[]; within: Float64Array } {
  const joined: Block[] = [];
  const within = new Float64Array(width);
  for (let at = blocks.length % 2; at < blocks.length; at += 2) {
    const [older, newer] = [blocks[at]!, blocks[at + 1]!];
    const weight = older.weight + newer.weight;
    const values = older.values.map(
      (value, axis) => (older.weight * value + newer.weight * newer.values[axis]!) / weight,
    );
    values.forEach((mean, axis) => {
      const [a, b] = [older.values[axis]! - mean, newer.values[axis]! - mean];
      within[axis]! += a * a + b * b;
    });
    joined.push({ seq: newer.seq, atUs: newer.atUs, weight: weight / 2, values });
  }
  return { blocks: joined, within };
}
