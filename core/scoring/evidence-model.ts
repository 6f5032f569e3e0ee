import type { ScoringSettings } from "./settings.ts";
import type { SensorTrack, TrackName, VehicleState } from "./state.ts";
import { trackWidths } from "./state.ts";
import type { HistogramShape } from "./evidence-sums.ts";
import type { EvidenceModel } from "./weigh-evidence.ts";

/** First channel of each track in the evidence it belongs to. */
export const firstChannel: Readonly<Record<TrackName, number>> = {
  camera: 0,
  radar: 3,
  lidar: 4,
  confidence: 0,
};

/** A shift that counts: the lidar's error can only be a fault upward, its confidence only downward. */
const direction: Readonly<Record<TrackName, number>> = { camera: 0, radar: 0, lidar: 1, confidence: -1 };

/** Camera, radar and lidar together. */
export function calibrationModel(
  tracks: VehicleState["tracks"],
  referenceFrozen: boolean,
  settings: ScoringSettings,
): EvidenceModel {
  const names = ["camera", "radar", "lidar"] as const;
  return {
    ...sharedTerms(settings, referenceFrozen),
    zones: names.flatMap((name) => zonesOf(name, tracks[name])),
    directions: names.flatMap((name) => Array.from({ length: trackWidths[name] }, () => direction[name])),
    sensors: [
      [0, 3],
      [3, 4],
      [4, 5],
    ],
  };
}

/** One track on its own: the lidar's confidence, or a baseline looked through for a change. */
export function singleModel(
  name: TrackName,
  zones: ArrayLike<number>,
  referenceFrozen: boolean,
  settings: ScoringSettings,
): EvidenceModel {
  return {
    ...sharedTerms(settings, referenceFrozen),
    zones,
    directions: Array.from({ length: trackWidths[name] }, () => direction[name]),
    sensors: [[0, trackWidths[name]]],
  };
}

export function histogramShape(settings: ScoringSettings, referenceFrozen: boolean): HistogramShape {
  const { bucketsPerLevel, levels } = settings.evidence;
  return { bucketsPerLevel, levels, referenceFrozen };
}

function sharedTerms(settings: ScoringSettings, referenceFrozen: boolean) {
  const { evidence, prior } = settings;
  return {
    referenceFrozen,
    participation: evidence.participation,
    shiftVariances: evidence.shiftVariances,
    shiftWeights: evidence.shiftWeights,
    minimumReference: evidence.minimumReference,
    priorDegrees: prior.degrees,
    varianceFloor: evidence.varianceFloor,
  };
}

function zonesOf(name: TrackName, track: SensorTrack): number[] {
  // Without a calibration there are no sums either, and the zone is never used.
  return track.calibration === null
    ? Array.from({ length: trackWidths[name] }, () => 0)
    : Array.from(track.calibration.zones);
}
