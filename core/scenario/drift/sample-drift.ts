import type { ScenarioType } from "../../contract/scenario-types.ts";
import { driftDeg, type ScenarioParams } from "./drift-formulas.ts";
import { isFrameLost } from "./missing-frames.ts";

export interface SampledDrift {
  readonly dt_s: number;
  readonly drift_deg: number[];
  readonly gaps: { from_s: number; to_s: number }[];
  readonly time_scale: number;
}

/** Samples a second of every trajectory. */
const samplesPerS = 10;

/** The drift at each sample from 0 s to the end, rounded to 1e-9 degrees, where every language gives the same digits. */
export function sampleDrift(scenario: {
  readonly type: ScenarioType;
  readonly params: ScenarioParams;
  readonly seed: number;
  readonly durationS: number;
}): SampledDrift {
  const { type, params, seed, durationS } = scenario;
  const drift = driftDeg(type, params, seed);
  const isLost = isFrameLost(type, params, seed);
  const times = sampleTimes(durationS);
  return {
    dt_s: 1 / samplesPerS,
    drift_deg: times.map((tS) => Math.round(drift(tS) * 1e9) / 1e9 + 0),
    gaps: gapsOf(
      times,
      times.map((tS, sample) => isLost(sample, tS)),
    ),
    time_scale: 1,
  };
}

export function sampleTimes(durationS: number): readonly number[] {
  return Array.from({ length: Math.floor(durationS * samplesPerS) + 1 }, (_, step) => step / samplesPerS);
}

/** The stretches of samples without a measurement, from the first to the last of each. */
export function gapsOf(times: readonly number[], isMissing: readonly boolean[]): SampledDrift["gaps"] {
  const gaps: SampledDrift["gaps"] = [];
  for (const [sample, tS] of times.entries()) {
    const open = gaps.at(-1);
    if (isMissing[sample] !== true) continue;
    if (open !== undefined && isMissing[sample - 1] === true) open.to_s = tS;
    else gaps.push({ from_s: tS, to_s: tS });
  }
  return gaps;
}
