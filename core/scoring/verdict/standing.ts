import { checkAgainstZero } from "./absolute-check.ts";
import { recentMeans } from "../blocks/recent-blocks.ts";
import { sensorCurves } from "../change/sensor-curves.ts";
import { estimateDrift, severity } from "./drift.ts";
import { exp } from "../numeric/exp.ts";
import { ln2High, ln2Low } from "../numeric/exp.ts";
import type { Quaternion } from "../numeric/quaternion.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { SensorTrack, VehicleState } from "../model/state.ts";
import type {
  GroundedStanding,
  Grounds,
  Memos,
  SettledVerdict,
  Standing,
  TrackGrounds,
} from "../model/standing.ts";
import { noMemos } from "../model/no-memos.ts";
import { limitedSensors } from "../model/sensors.ts";

type StandingState = Pick<
  VehicleState,
  "tracks" | "breach" | "reference" | "newestUs" | "standing" | "evidence"
>;

/**
 * Frames inside a block leave everything a standing rests on as it was: then it is the one the state carries. `known` is what a
 * fold that owns the state has at hand: it is written over.
 */
export function standingOf(
  state: StandingState,
  settings: ScoringSettings,
  known: Memos = noMemos(),
): GroundedStanding {
  const before = state.standing;
  if (before !== null && restsOn(before.grounds, state, settings)) return before;
  const standing = computeStanding(state, settings, known);
  // The next block has other sums.
  known.calibration.totals = null;
  known.confidence.totals = null;
  return { grounds: groundsOf(state, settings), standing, settled: null };
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

function groundsOf(state: StandingState, settings: ScoringSettings): Grounds {
  const { camera, radar, lidar } = state.tracks;
  return {
    settings,
    evidence: state.evidence,
    changeBlockSeq: state.breach?.changeBlockSeq,
    reference: referenceInForce(state),
    camera: groundsOfTrack(camera),
    radar: groundsOfTrack(radar),
    lidar: groundsOfTrack(lidar),
  };
}

function groundsOfTrack({ calibration, recent, learnt, centreWeight }: SensorTrack): TrackGrounds {
  return { calibration, recent, moves: recent.moves, learnt, centreWeight };
}

/** Whether a standing on these grounds is that of the state still. */
function restsOn(grounds: Grounds, state: StandingState, settings: ScoringSettings): boolean {
  const { camera, radar, lidar } = state.tracks;
  return (
    grounds.settings === settings &&
    grounds.evidence === state.evidence &&
    grounds.changeBlockSeq === state.breach?.changeBlockSeq &&
    grounds.reference === referenceInForce(state) &&
    isSameTrack(grounds.camera, camera) &&
    isSameTrack(grounds.radar, radar) &&
    isSameTrack(grounds.lidar, lidar)
  );
}

function isSameTrack(
  { calibration, recent, moves, learnt, centreWeight }: TrackGrounds,
  track: SensorTrack,
): boolean {
  return (
    calibration === track.calibration &&
    recent === track.recent &&
    moves === recent.moves &&
    learnt === track.learnt &&
    centreWeight === track.centreWeight
  );
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
