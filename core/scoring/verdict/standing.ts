import { checkAgainstZero } from "./absolute-check.ts";
import { recentMeans } from "../blocks/recent-blocks.ts";
import { sensorCurves } from "../change/sensor-curves.ts";
import { estimateDrift, severity } from "./drift.ts";
import { exp } from "../numeric/exp.ts";
import { ln2High, ln2Low } from "../numeric/exp.ts";
import type { Quaternion } from "../numeric/quaternion.ts";
import type { ScoringSettings } from "../model/settings.ts";
import type { VehicleState } from "../model/state.ts";
import type { CurveMemo, GroundedStanding, Memos, SettledVerdict, Standing } from "../model/standing.ts";
import { limitedSensors } from "../model/sensors.ts";

type StandingState = Pick<
  VehicleState,
  "tracks" | "breach" | "reference" | "newestUs" | "standing" | "evidence"
>;

/** Frames inside a block leave everything a standing rests on as it was: then it is the one the state carries. */
export function standingOf(
  state: StandingState,
  settings: ScoringSettings,
  known: Memos = memosAfter(state),
): GroundedStanding {
  const grounds = groundsOf(state, settings);
  const before = state.standing;
  if (before !== null && areSame(before.grounds, grounds)) return before;
  const standing = computeStanding(state, settings, known);
  // The next block has other sums.
  known.calibration.totals = null;
  known.confidence.totals = null;
  return { grounds, standing, known, settled: null };
}

/** Whether the tier has been judged from all this before, and stayed. */
export function isSettled(state: VehicleState, { settled }: GroundedStanding): boolean {
  if (settled === null) return false;
  const { tier, breach, finding } = settled;
  return tier === state.tier && breach === state.breach && finding === state.finding;
}

export function settledOf({ tier, breach, finding }: VehicleState): SettledVerdict {
  return { tier, breach, finding, confidence: null };
}

/** What is at hand for the next frame, which may replace it: the state keeps what it has. */
export function memosAfter({ standing }: Pick<VehicleState, "standing">): Memos {
  return {
    calibration: withoutTotals(standing?.known.calibration),
    confidence: withoutTotals(standing?.known.confidence),
  };
}

function withoutTotals(known: CurveMemo | undefined): CurveMemo {
  return { last: known?.last ?? null, terms: known?.terms ?? null, totals: null };
}

function groundsOf(state: StandingState, settings: ScoringSettings): readonly unknown[] {
  const { camera, radar, lidar } = state.tracks;
  return [
    settings,
    state.evidence,
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

function areSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  for (let at = 0; at < now.length; at += 1) if (before[at] !== now[at]) return false;
  return true;
}

function referenceInForce({ reference, newestUs }: StandingState): Quaternion | null {
  const inForce = reference !== null && newestUs !== null && newestUs >= reference.validFromUs;
  return inForce ? reference.rotation : null;
}

function computeStanding(state: StandingState, settings: ScoringSettings, known: Memos): Standing {
  const { tracks } = state;
  const since = state.breach?.changeBlockSeq ?? null;
  const means = {
    camera: recentMeans(tracks.camera, since ?? 0),
    radar: recentMeans(tracks.radar, since ?? 0),
    lidar: recentMeans(tracks.lidar, since ?? 0),
  };
  const curves = sensorCurves(state, settings, known.calibration);
  const drifts = {
    camera: estimateDrift("camera", tracks.camera, since, { curves: curves.camera, means: means.camera }),
    radar: estimateDrift("radar", tracks.radar, since, { curves: curves.radar, means: means.radar }),
    lidar: estimateDrift("lidar", tracks.lidar, since, { curves: curves.lidar, means: means.lidar }),
  };
  const absolute = checkAgainstZero(
    {
      tracks,
      curves,
      reference: referenceInForce(state),
      means: (sensor) => (since === null ? means[sensor] : recentMeans(tracks[sensor], 0)),
    },
    settings,
  );
  let worst = absolute.severity;
  for (const sensor of limitedSensors) {
    const drift = drifts[sensor];
    if (drift !== null) worst = Math.max(worst, severity(sensor, drift, settings));
  }
  return { drifts, absolute, curves, healthScore: 100 * exp(-worst * (ln2High + ln2Low)) };
}
