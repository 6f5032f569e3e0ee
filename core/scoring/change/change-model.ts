import { filled, zeros } from "../numeric/doubles.ts";
import type { CurvePrior, ScoringSettings } from "../settings/settings.ts";
import type { SensorCalibration, SensorTrack, VehicleState } from "../model/state.ts";
import type { HistogramShape } from "./change-sums.ts";
import type { ScatterModel } from "../scatter/mean-scatter.ts";
import { noCurveMemo } from "../model/no-memos.ts";
import { trackWidths } from "../model/sensors.ts";
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
const confidenceAlone = ["confidence"] as const;

/** Camera, radar and lidar together. */
export function calibrationModel(
  tracks: VehicleState["tracks"],
  referenceFrozen: boolean,
  settings: ScoringSettings,
  known: CurveMemo = noCurveMemo(),
): ChangeModel {
  const { zones, priorVariances, priorCurves, blockLevels } = termsOf(
    calibrationSensors,
    tracks,
    settings,
    known,
  );
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

type KnownTracks = Readonly<Partial<Record<TrackName, Pick<SensorTrack, "calibration" | "level">>>>;

function termsOf<Name extends TrackName>(
  names: readonly Name[],
  tracks: Readonly<Record<Name, SensorTrack>>,
  settings: ScoringSettings,
  known: CurveMemo,
): KnownTerms {
  const { terms = null } = known;
  if (terms !== null && terms.settings === settings && areOf(terms, names, tracks)) return terms;
  const found = computeTerms(names, tracks, settings);
  known.terms = found;
  return found;
}

function areOf({ calibrations, levels }: KnownTerms, names: readonly TrackName[], tracks: KnownTracks) {
  for (let at = 0; at < names.length; at += 1) {
    const { calibration, level } = tracks[names[at]!]!;
    if (calibrations[at] !== calibration || levels[at] !== level) return false;
  }
  return true;
}

function computeTerms(
  names: readonly TrackName[],
  tracks: KnownTracks,
  settings: ScoringSettings,
): KnownTerms {
  let channels = 0;
  for (const name of names) channels += trackWidths[name];
  const zones = zeros(channels);
  // Without a calibration there are no sums either, and neither zones nor variances are ever used.
  const priorVariances = filled(zeros(channels), 1);
  const priorCurves: CurvePrior[] = [];
  const blockLevels = zeros(channels);
  for (const name of names) {
    const { calibration, level } = tracks[name]!;
    const first = priorCurves.length;
    for (let axis = 0; axis < trackWidths[name]; axis += 1) {
      blockLevels[first + axis] = level;
      priorCurves.push(priorCurveOf(name, calibration?.leastCorrelation[axis] ?? 0, settings));
    }
    if (calibration === null) continue;
    for (let axis = 0; axis < calibration.zones.length; axis += 1) {
      zones[first + axis] = calibration.zones[axis]!;
      priorVariances[first + axis] = priorVarianceOf(calibration.clipUnit[axis]!);
    }
  }
  return {
    settings,
    calibrations: names.map((name) => tracks[name]!.calibration),
    levels: names.map((name) => tracks[name]!.level),
    zones,
    priorVariances,
    priorCurves,
    blockLevels,
  };
}

/** The lidar's confidence, which has a test of its own. */
export function confidenceModel(
  tracks: VehicleState["tracks"],
  referenceFrozen: boolean,
  settings: ScoringSettings,
  known: CurveMemo = noCurveMemo(),
): ChangeModel {
  const { zones, priorVariances, priorCurves, blockLevels } = termsOf(
    confidenceAlone,
    tracks,
    settings,
    known,
  );
  return {
    ...sharedTerms(settings, referenceFrozen),
    zones,
    priorVariances,
    blockLevels,
    priorCurves,
    directions: directions.confidence,
    known,
    sensors: singleSensor.confidence,
  };
}

/** One track on its own: a baseline looked through for a change, or taught anew. */
export function singleModel(
  name: TrackName,
  calibration: SensorCalibration | null,
  referenceFrozen: boolean,
  settings: ScoringSettings,
): ChangeModel {
  const { zones, priorVariances, priorCurves, blockLevels } = computeTerms(
    [name],
    { [name]: { calibration, level: 0 } },
    settings,
  );
  return {
    ...sharedTerms(settings, referenceFrozen),
    zones,
    priorVariances,
    blockLevels,
    priorCurves,
    directions: directions[name],
    sensors: singleSensor[name],
  };
}

const singleSensor: Readonly<Record<TrackName, ChangeModel["sensors"]>> = {
  camera: [[0, trackWidths.camera]],
  radar: [[0, trackWidths.radar]],
  lidar: [[0, trackWidths.lidar]],
  confidence: [[0, trackWidths.confidence]],
};

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
