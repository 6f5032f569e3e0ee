import type { Block } from "../model/state.ts";

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
    const values = older.values.map((value, axis) =>
      Math.fround((older.weight * value + newer.weight * newer.values[axis]!) / weight),
    );
    values.forEach((mean, axis) => {
      const [a, b] = [older.values[axis]! - mean, newer.values[axis]! - mean];
      within[axis]! += a * a + b * b;
    });
    joined.push({ seq: newer.seq, atUs: newer.atUs, weight: Math.fround(weight / 2), values });
  }
  return { blocks: joined, within };
}
