import type { ScenarioType } from "../../contract/scenario-types.ts";
import { defaultParams, type ScenarioParams } from "./drift-formulas.ts";
import { paramRanges, type ParamRanges } from "./param-ranges.ts";

/** The length the default parameters are made for, seconds. */
export const usualDurationS = 20;

/** Parameters that say when something happens, as opposed to how fast a thing swings or settles. */
const stagedParams = new Set(["t0", "t1", "T", "T0", "w", "ramp", "every", "period"]);

/** The scenario's parameters, its stages stretched so that the whole story fits the duration. */
export function stageParams(type: ScenarioType, durationS: number): ScenarioParams {
  const stretch = durationS / usualDurationS;
  return stretched(defaultParams(type), (value, by) => value * by, stretch);
}

/** Within what the same parameters are plausible. */
export function stageRanges(type: ScenarioType, durationS: number): ParamRanges {
  const stretch = durationS / usualDurationS;
  return stretched(paramRanges[type], ([low, high], by) => [low * by, high * by], stretch);
}

function stretched<Value>(
  values: Readonly<Record<string, Value>>,
  times: (value: Value, by: number) => Value,
  stretch: number,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      stagedParams.has(name) ? times(value, stretch) : value,
    ]),
  );
}
