import { checkAgainstZero } from "./absolute-check.ts";
import type { AbsoluteStanding } from "./absolute-check.ts";
import { estimateDrift, limitedSensors, severity } from "./drift.ts";
import type { Drift, LimitedSensor } from "./drift.ts";
import { exp } from "./numeric/exp.ts";
import { ln2High, ln2Low } from "./numeric/exp.ts";
import type { ScoringSettings } from "./settings.ts";
import type { VehicleState } from "./state.ts";

/** Where a vehicle's sensors stand now: against their baseline, and against what is right by definition. */
export interface Standing {
  readonly drifts: Readonly<Record<LimitedSensor, Drift | null>>;
  readonly absolute: AbsoluteStanding;
  /** 100 · 2^(−largest drift over its critical limit). */
  readonly healthScore: number;
}

export function standingOf(
  state: Pick<VehicleState, "tracks" | "breach" | "reference" | "newestUs">,
  settings: ScoringSettings,
): Standing {
  const since = state.breach?.changeBlockSeq ?? null;
  const drifts = {
    camera: estimateDrift("camera", state.tracks.camera, since),
    radar: estimateDrift("radar", state.tracks.radar, since),
    lidar: estimateDrift("lidar", state.tracks.lidar, since),
  };
  const { reference, newestUs } = state;
  const inForce = reference !== null && newestUs !== null && newestUs >= reference.validFromUs;
  const absolute = checkAgainstZero(state.tracks, inForce ? reference.rotation : null, settings);
  const worst = limitedSensors.reduce((most, sensor) => {
    const drift = drifts[sensor];
    return drift === null ? most : Math.max(most, severity(sensor, drift, settings));
  }, absolute.severity);
  return { drifts, absolute, healthScore: 100 * exp(-worst * (ln2High + ln2Low)) };
}
