import { zeros } from "../numeric/doubles.ts";
import type { CurvePrior, ScoringSettings } from "../model/settings.ts";
import type { SensorCalibration, VehicleState } from "../model/state.ts";
import type { HistogramShape } from "./change-sums.ts";
import type { ScatterModel } from "../scatter/mean-scatter.ts";
import { trackWidths, firstChannel } from "../model/sensors.ts";
import type { CurveMemo, KnownTerms } from "../model/standing.ts";
import { ratiosOfCorrelated } from "../scatter/noise-family.ts";
import type { TrackName } from "../model/sensors.ts";

/** What W assumes of the channels it compares, beside the sums themselves. */
export interface ChangeModel {
  /** Mean shift that is no drift, per channel, in units of y. */
  readonly zones: ArrayLike<number>;
  /** Per channel 0: a shift either way counts; 1: only upward; −1: only downward. */
  readonly directions: ArrayLike<number>;
  /** The channels of each sensor, as [first, one past the last]. */
  readonly sensors: readonly (readonly [first: number, end: number])[];
  /** True: the reference is `past` alone. False: everything outside the window under test. */
  readonly referenceFrozen: boolean;
  /** Prior probability that a given sensor takes part in a change. */
  readonly participation: number;
  /** Prior variances of a shift in units of the noise variance, and their weights. */
  readonly shiftVariances: readonly number[];
  readonly shiftWeights: readonly number[];
  /** Reference weight a channel needs before it is compared. */
  readonly minimumReference: number;
  /** Prior noise variance per channel, and its weight in blocks; 0 for none. */
  readonly priorVariances: ArrayLike<number>;
  readonly priorDegrees: number;
  /** Share of that variance below which the estimate is not trusted. */
  readonly varianceFloor: number;
  /** What is expected of the variance of a mean, per channel, before it is measured. */
  readonly priorCurves: readonly CurvePrior[];
  /** Of each channel: 2^level frames make a block. */
  readonly blockLevels: readonly number[];
  /** Whatever is known of the curves already. */
  readonly known?: CurveMemo;
}

export interface WeighedChange {
  /** W, nats; −Infinity when no start of a change is likelier than none. */
  readonly nats: number;
  /** Posterior probability that each sensor takes part in a change, every window counting with its term of W. */
  readonly posterior: readonly number[];
  /** Row of the bucket the likeliest window starts with, and its first entry number; −1 and 0 without evidence. */
  readonly changeRow: number;
  readonly changeSeq: number;
  /** Channel that speaks loudest in that window, and the side its mean left on. */
  readonly channel: number;
  readonly side: "upper" | "lower";
}

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
  known: CurveMemo = { last: null },
): ChangeModel {
  const { zones, priorVariances, priorCurves, blockLevels } = termsOf(tracks, settings, known);
  return {
    ...sharedTerms(settings, referenceFrozen),
    zones,
    priorVariances,
    blockLevels,
    priorCurves,
    directions: calibrationDirections,
    known,
    sensors: calibrationChannels,
  };
}

/** By sensor, as [first, one past the last]. */
const calibrationChannels = [
  [0, 3],
  [3, 4],
  [4, 5],
] as const;

function termsOf(tracks: VehicleState["tracks"], settings: ScoringSettings, known: CurveMemo): KnownTerms {
  const { terms = null } = known;
  if (terms !== null && terms.settings === settings && areOf(terms, tracks)) return terms;
  const found = computeTerms(tracks, settings);
  known.terms = found;
  return found;
}

function areOf({ calibrations, levels }: KnownTerms, tracks: VehicleState["tracks"]): boolean {
  for (let at = 0; at < calibrationSensors.length; at += 1) {
    const { calibration, level } = tracks[calibrationSensors[at]!];
    if (calibrations[at] !== calibration || levels[at] !== level) return false;
  }
  return true;
}

function computeTerms(tracks: VehicleState["tracks"], settings: ScoringSettings): KnownTerms {
  const zones = zeros(calibrationDirections.length);
  // Without a calibration there are no sums either, and neither zones nor variances are ever used.
  const priorVariances = zeros(calibrationDirections.length).fill(1);
  const priorCurves: CurvePrior[] = [];
  const blockLevels = zeros(calibrationDirections.length);
  for (const name of calibrationSensors) {
    const { calibration, level } = tracks[name];
    for (let axis = 0; axis < trackWidths[name]; axis += 1) {
      blockLevels[priorCurves.length] = level;
      priorCurves.push(priorCurveOf(name, calibration?.leastCorrelation[axis] ?? 0, settings));
    }
    if (calibration === null) continue;
    for (let axis = 0; axis < calibration.zones.length; axis += 1) {
      zones[firstChannel[name] + axis] = calibration.zones[axis]!;
      priorVariances[firstChannel[name] + axis] = priorVarianceOf(calibration.clipUnit[axis]!);
    }
  }
  return {
    settings,
    calibrations: calibrationSensors.map((name) => tracks[name].calibration),
    levels: calibrationSensors.map((name) => tracks[name].level),
    zones,
    priorVariances,
    priorCurves,
    blockLevels,
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
    zones: calibration?.zones ?? zeros(trackWidths[name]),
    priorVariances:
      calibration === null
        ? zeros(trackWidths[name]).fill(1)
        : Array.from(calibration.clipUnit, priorVarianceOf),
    blockLevels: zeros(trackWidths[name]),
    priorCurves: Array.from({ length: trackWidths[name] }, (_, axis) =>
      priorCurveOf(name, calibration?.leastCorrelation[axis] ?? 0, settings),
    ),
    directions: directions[name],
    sensors: [[0, trackWidths[name]]],
  };
}

export function histogramShape(
  settings: ScoringSettings,
  referenceFrozen: boolean,
  kind: "calibration" | "confidence",
  scatterModel: ScatterModel | null,
): HistogramShape {
  const { bucketsPerLevel, confidenceBucketsPerLevel, levels } = settings.evidence;
  return {
    bucketsPerLevel: kind === "calibration" ? bucketsPerLevel : confidenceBucketsPerLevel,
    levels,
    referenceFrozen,
    scatterModel,
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

/** That of the settings, or of its fleet; of a baseline that was doubted at least as correlated as was found. */
function priorCurveOf(name: TrackName, leastCorrelation: number, { prior }: ScoringSettings): CurvePrior {
  const usual = prior.curves[name];
  if (leastCorrelation === 0) return usual;
  const correlated = ratiosOfCorrelated(leastCorrelation);
  return {
    ratios: usual.ratios.map((ratio, scale) => Math.max(ratio, correlated[scale]!)),
    degrees: usual.degrees.map((degrees) => Math.max(degrees, doubtDegrees)),
  };
}

/** A doubt rests on about as many blocks as a provisional baseline has. */
const doubtDegrees = 10;

/** One σ², in the unit of the sums. */
function priorVarianceOf(clipUnit: number): number {
  return 1 / (clipUnit * clipUnit);
}
