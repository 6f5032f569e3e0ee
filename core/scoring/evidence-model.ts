import type { ScoringSettings } from "./settings.ts";
import type { SensorCalibration, TrackName, VehicleState } from "./state.ts";
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
    zones: names.flatMap((name) => zonesOf(name, tracks[name].calibration)),
    priorVariances: names.flatMap((name) => believedVariances(name, tracks[name].calibration)),
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
  calibration: SensorCalibration | null,
  referenceFrozen: boolean,
  settings: ScoringSettings,
): EvidenceModel {
  return {
    ...sharedTerms(settings, referenceFrozen),
    zones: zonesOf(name, calibration),
    priorVariances: believedVariances(name, calibration),
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

// Without a calibration there are no sums either, and neither zones nor variances are ever used.

function zonesOf(name: TrackName, calibration: SensorCalibration | null): number[] {
  return calibration === null ? absent(name) : Array.from(calibration.zones);
}

/** One σ, in the unit of the evidence. */
function believedVariances(name: TrackName, calibration: SensorCalibration | null): number[] {
  return calibration === null ? absent(name) : Array.from(calibration.clipUnit, (unit) => 1 / (unit * unit));
}

function absent(name: TrackName): number[] {
  return Array.from({ length: trackWidths[name] }, () => 1);
}
