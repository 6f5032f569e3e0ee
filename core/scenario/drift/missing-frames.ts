import { uniform } from "../counter-random.ts";
import type { ScenarioType } from "../../contract/scenario-types.ts";
import { defaultParams, type ScenarioParams } from "./drift-formulas.ts";

/** Which of a vehicle's frames the scenario itself swallows, by their number and the seconds since its t = 0. */
export function isFrameLost(
  type: ScenarioType,
  params: ScenarioParams,
  seed: number,
): (frame: number, tS: number) => boolean {
  if (type !== "data_dropout") return () => false;
  const { t0 = 0, t1 = 0, p = 0 } = { ...defaultParams(type), ...params };
  return (frame, tS) => tS >= t0 && tS < t1 && uniform(seed, lossStream, frame) < p;
}

const lossStream = 24;
