import { checkAgainstZero } from "./absolute-check.ts";
import type { AbsoluteStanding } from "./absolute-check.ts";
import { estimateDrift, limitedSensors, severity } from "./drift.ts";
import type { Drift, LimitedSensor } from "./drift.ts";
import { exp } from "../numeric/exp.ts";
import { ln2High, ln2Low } from "../numeric/exp.ts";
import type { Quaternion } from "../numeric/quaternion.ts";
import type { ScoringSettings } from "../model/settings.ts";
import type { VehicleState } from "../model/state.ts";

/** Where a vehicle's sensors stand now: against their baseline, and against what is right by definition. */
export interface Standing {
  readonly drifts: Readonly<Record<LimitedSensor, Drift | null>>;
  readonly absolute: AbsoluteStanding;
  /** 100 · 2^(−largest drift over its critical limit). */
  readonly healthScore: number;
}

type StandingState = Pick<VehicleState, "tracks" | "breach" | "reference" | "newestUs">;

/** Frames inside a block leave everything a standing rests on as it was: then it is the one before. */
export function standingOf(state: StandingState, settings: ScoringSettings): Standing {
  const grounds = groundsOf(state, settings);
  if (grounds.some((ground, at) => ground !== latest.grounds[at])) {
    latest = { grounds, standing: computeStanding(state, settings) };
  }
  return latest.standing!;
}

let latest: { readonly grounds: readonly unknown[]; readonly standing: Standing | null } = {
  grounds: [],
  standing: null,
};

/** All that a standing is computed from, as values that are replaced whenever they change. */
function groundsOf(state: StandingState, settings: ScoringSettings): readonly unknown[] {
  const { camera, radar, lidar } = state.tracks;
  return [
    settings,
    state.breach?.changeBlockSeq,
    referenceInForce(state),
    camera.calibration,
    camera.recent,
    camera.learnt,
    camera.centre,
    radar.calibration,
    radar.recent,
    radar.learnt,
    radar.centre,
    lidar.calibration,
    lidar.recent,
    lidar.learnt,
    lidar.centre,
  ];
}

function referenceInForce({ reference, newestUs }: StandingState): Quaternion | null {
  const inForce = reference !== null && newestUs !== null && newestUs >= reference.validFromUs;
  return inForce ? reference.rotation : null;
}

function computeStanding(state: StandingState, settings: ScoringSettings): Standing {
  const since = state.breach?.changeBlockSeq ?? null;
  const drifts = {
    camera: estimateDrift("camera", state.tracks.camera, since),
    radar: estimateDrift("radar", state.tracks.radar, since),
    lidar: estimateDrift("lidar", state.tracks.lidar, since),
  };
  const absolute = checkAgainstZero(state.tracks, referenceInForce(state), settings);
  let worst = absolute.severity;
  for (const sensor of limitedSensors) {
    const drift = drifts[sensor];
    if (drift !== null) worst = Math.max(worst, severity(sensor, drift, settings));
  }
  return { drifts, absolute, healthScore: 100 * exp(-worst * (ln2High + ln2Low)) };
}
