import type { ScenarioFeed } from "../../contract/types.ts";
import { sampleDrift } from "../drift/sample-drift.ts";
import type { FittedDrift } from "../history/fit-drift.ts";
import type { ScenarioAsk } from "./make-feed.ts";
import { makeReplay, type ReplayedHistory } from "./make-replay.ts";

/** Fewer say nothing of a fleet. */
const fewestVehicles = 3;

/**
 * The parameters of a scenario whose formula was fitted to a vehicle's history: as its replay, but smooth, exact at any time,
 * and with ranges to sample further vehicles from.
 */
export function makeFitted(
  ask: ScenarioAsk,
  { params, intervals }: FittedDrift,
  history: ReplayedHistory & { readonly sizes: readonly number[] },
): ScenarioFeed["parameters"] {
  const { type, seed, durationS } = ask;
  const { time_scale: timeScale } = history.trajectory;
  const trajectory = { ...sampleDrift({ type, params, seed, durationS }), time_scale: timeScale };
  const replay = makeReplay(ask, { ...history, trajectory, onsetS: params["t0"] ?? history.onsetS });
  const ranges = { ...replay.drift_model.ranges };
  for (const [name, interval] of Object.entries(intervals))
    if (interval !== null) ranges[name] = [...interval];
  // How large it is differs from vehicle to vehicle by more than one of them is known.
  const sizes = [...history.sizes, params["A"] ?? 0];
  if (ranges["A"] !== undefined && history.sizes.length >= fewestVehicles) {
    ranges["A"] = [Math.min(...sizes), Math.max(...sizes)];
  }
  return {
    ...replay,
    drift_model: {
      ...replay.drift_model,
      params: { ...params },
      ranges,
    },
  };
}
