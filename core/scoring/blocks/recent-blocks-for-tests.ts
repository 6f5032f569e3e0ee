import type { RecentBlocks } from "../model/state.ts";

/** The newest blocks of a sensor from a list of them. */
export function recentBlocksOf(
  blocks: readonly {
    readonly seq: number;
    readonly weight: number;
    readonly placed: readonly number[];
  }[],
): RecentBlocks {
  return {
    seqs: blocks.map(({ seq }) => seq),
    weights: blocks.map(({ weight }) => weight),
    placed: blocks.flatMap(({ placed }) => placed),
  };
}
