import { zeros } from "../numeric/doubles.ts";
import type { ScoringSettings } from "../model/settings.ts";
import type { SensorCalibration, TrackName, VehicleState } from "../model/state.ts";
import { trackWidths } from "../model/state.ts";
import type { HistogramShape } from "./change-sums.ts";
import type { ChangeModel } from "./weigh-change.ts";

/** First channel of each track in the evidence it belongs to. */
export const firstChannel: Readonly<Record<TrackName, number>> = {
  camera: 0,
  radar: 3,
  lidar: 4,
  confidence: 0,
};

/** A shift that counts: the lidar's error can only be a fault upward, its confidence only downward. */
const directions: Readonly<Record<TrackName, readonly number[]>> = {
  camera: [0, 0, 0],
  radar: [0],
  lidar: [1],
  confidence: [-1],
};

const calibrationSensors = ["camera", "radar", "lidar"] as const;
const calibrationDirections = calibrationSensors.flatMap((name) => directions[name]);

/** Camera, radar and lidar together. */
export function calibrationModel(
  tracks: VehicleState["tracks"],
  referenceFrozen: boolean,
  settings: ScoringSettings,
): ChangeModel {
  const zones = zeros(calibrationDirections.length);
  // Without a calibration there are no sums either, and neither zones nor variances are ever used.
  const priorVariances = zeros(calibrationDirections.length).fill(1);
  for (const name of calibrationSensors) {
    const { calibration } = tracks[name];
    if (calibration === null) continue;
    for (let axis = 0; axis < calibration.zones.length; axis += 1) {
      zones[firstChannel[name] + axis] = calibration.zones[axis]!;
      priorVariances[firstChannel[name] + axis] = priorVarianceOf(calibration.clipUnit[axis]!);
    }
  }
  return {
    ...sharedTerms(settings, referenceFrozen),
    zones,
    priorVariances,
    directions: calibrationDirections,
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
): ChangeModel {
  return {
    ...sharedTerms(settings, referenceFrozen),
    zones: calibration?.zones ?? new Float64Array(trackWidths[name]),
    priorVariances:
      calibration === null
        ? zeros(trackWidths[name]).fill(1)
        : Array.from(calibration.clipUnit, priorVarianceOf),
    directions: directions[name],
    sensors: [[0, trackWidths[name]]],
  };
}

export function histogramShape(
  settings: ScoringSettings,
  referenceFrozen: boolean,
  kind: "calibration" | "confidence",
): HistogramShape {
  const { bucketsPerLevel, confidenceBucketsPerLevel, levels } = settings.evidence;
  return {
    bucketsPerLevel: kind === "calibration" ? bucketsPerLevel : confidenceBucketsPerLevel,
    levels,
    referenceFrozen,
  };
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

/** One σ², in the unit of the evidence. */
function priorVarianceOf(clipUnit: number): number {
  return 1 / (clipUnit * clipUnit);
}
