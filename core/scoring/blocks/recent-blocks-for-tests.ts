import { RecentBlocks } from "../model/recent-blocks.ts";
import type { RecentBlock } from "../model/recent-blocks.ts";

/** The newest blocks of a sensor from a list of them. */
export function recentBlocksOf(blocks: readonly RecentBlock[]): RecentBlocks {
  return RecentBlocks.of({
    seqs: blocks.map(({ seq }) => seq),
    weights: blocks.map(({ weight }) => weight),
    placed: blocks.flatMap(({ placed }) => placed),
  });
}

/** The same blocks with every value another. */
export function withValues(
  blocks: RecentBlocks,
  valueAt: (value: number, at: number) => number,
): RecentBlocks {
  const columns = blocks.columns();
  return RecentBlocks.of({ ...columns, placed: columns.placed.map(valueAt) });
}
