import type { ScenarioFeed } from "../../contract/types.ts";
import { sampleDrift } from "../drift/sample-drift.ts";
import type { FittedDrift } from "../history/fit-drift.ts";
import type { ScenarioAsk } from "./make-feed.ts";
import { makeReplay, type ReplayedHistory } from "./make-replay.ts";

/**
 * The parameters of a scenario whose formula was fitted to a vehicle's history: as its replay, but smooth, exact at any time,
 * and with ranges to sample further vehicles from.
 */
export function makeFitted(
  ask: ScenarioAsk,
  { params, intervals }: FittedDrift,
  history: ReplayedHistory,
): ScenarioFeed["parameters"] {
  const { type, seed, durationS } = ask;
  const { time_scale: timeScale } = history.trajectory;
  const trajectory = { ...sampleDrift({ type, params, seed, durationS }), time_scale: timeScale };
  const replay = makeReplay(ask, { ...history, trajectory, onsetS: params["t0"] ?? history.onsetS });
  const ranges = { ...replay.drift_model.ranges };
  for (const [name, interval] of Object.entries(intervals))
    if (interval !== null) ranges[name] = [...interval];
  return {
    ...replay,
    drift_model: {
      ...replay.drift_model,
      params: { ...params },
      ranges,
    },
  };
}
