import { noCurveMemo } from "../model/no-memos.ts";
import type { ChangeSums } from "../model/state.ts";
import { scales } from "../scatter/noise-family.ts";
import type { ChangeModel } from "./change-model.ts";
import type { Weighed } from "./gather-change.ts";

/**
 * The test of one sensor alone, by its place among the model's: its own channels and no others. W of it is, to the bit, what all
 * channels would give with everything cleared that the others hold, because a sensor that was not heard has no say; and what its
 * curves share with channels that hold nothing is nothing.
 */
export function onlySensor(
  { sums, model }: Pick<Weighed, "sums" | "model">,
  sensor: number,
): { readonly sums: ChangeSums; readonly model: ChangeModel } {
  const [first, end] = model.sensors[sensor]!;
  const count = end - first;
  const own = <Value>(list: ArrayLike<Value>) => Array.from(list).slice(first, end);
  return {
    sums: {
      channels: count,
      past: sums.past.slice(3 * first, 3 * end),
      buckets: sums.buckets.only(first, count),
      scatter: {
        squares: sums.scatter.squares.slice(scales * first, scales * end),
        counts: sums.scatter.counts.slice(scales * first, scales * end),
      },
    },
    model: {
      ...model,
      sensors: [[0, count]],
      zones: own(model.zones),
      directions: own(model.directions),
      priorVariances: own(model.priorVariances),
      priorCurves: own(model.priorCurves),
      blockLevels: own(model.blockLevels),
      // What is at hand of all channels stays at hand.
      known: noCurveMemo(),
    },
  };
}
