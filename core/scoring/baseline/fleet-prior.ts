import { effectiveSettings } from "../settings/effective-settings.ts";
import type { FleetCurve, JournalEntry } from "../model/journal-entry.ts";
import { exp } from "../numeric/exp.ts";
import { ln } from "../numeric/ln.ts";
import { digamma, inverseTrigamma, trigamma } from "../numeric/polygamma.ts";
import { zeros } from "../numeric/doubles.ts";
import type { CurvePrior, ScoringSettings } from "../settings/settings.ts";
import type { SensorTrack, VehicleState } from "../model/state.ts";
import type { MeanScatter } from "../model/mean-scatter.ts";
import { calibrationModel, singleModel } from "../change/change-model.ts";
import { blockVariance } from "../scatter/mean-scatter.ts";
import { scales } from "../scatter/noise-family.ts";
import { estimateCurve } from "./fleet-curve.ts";
import { firstChannel, trackNames, trackWidths } from "../model/sensors.ts";
import type { TrackName } from "../model/sensors.ts";
import { calibrationOf } from "./baseline-standing.ts";

/** A noise variance as one vehicle measured it. */
export interface MeasuredVariance {
  readonly variance: number;
  readonly degrees: number;
}

/** A vehicle's noise is like the fleet's: σ² is about `variance`, as surely as `degrees` blocks would tell. */
export interface VariancePrior {
  readonly variance: number;
  readonly degrees: number;
}

/**
 * The prior from which measured variances look drawn, by the moments of their logarithms (Smyth 2004, "Linear models and
 * empirical Bayes methods", section 6.2): eᵢ = ln sᵢ² − ψ(νᵢ/2) + ln(νᵢ/2), ψ′(ν₀/2) = Var(e) − mean ψ′(νᵢ/2),
 * s₀² = exp(mean e + ψ(ν₀/2) − ln(ν₀/2)). Where the vehicles do not differ by more than their measurement, ν₀ is infinite.
 */
export function estimateVariancePrior(measured: readonly MeasuredVariance[]): VariancePrior {
  const logs = measured.map(({ variance, degrees }) => ln(variance) - digamma(degrees / 2) + ln(degrees / 2));
  const mean = meanOf(logs);
  let squares = 0;
  for (const log of logs) squares += (log - mean) * (log - mean);
  const between = squares / (logs.length - 1) - meanOf(measured.map(({ degrees }) => trigamma(degrees / 2)));
  if (!(between > 0)) return { variance: exp(mean), degrees: Infinity };
  const degrees = 2 * inverseTrigamma(between);
  return { variance: exp(mean + digamma(degrees / 2) - ln(degrees / 2)), degrees };
}

/** What the vehicles of a fleet teach about the noise of its next one. */
export interface FleetPrior {
  /** Per sensor: vehicles it rests on, standard deviation in the unit of the settings, weight in blocks, correlation. */
  readonly sensors: readonly SensorPrior[];
  /** The settings with it: the least certain sensor's weight for all, and the mean correlation. */
  readonly prior: ScoringSettings["prior"];
}

export interface SensorPrior {
  readonly name: TrackName;
  readonly vehicles: number;
  readonly sd: number;
  readonly degrees: number;
  readonly correlation: number;
  readonly curve: FleetCurve;
}

/** A sensor that fewer established vehicles have keeps its default. */
export const minVehicles = 10;
/** A vehicle noisier than its fleet is to be trusted after about thirty blocks of its own. */
const maxDegrees = 20;

/** What one vehicle's own blocks say of the noise of one sensor. */
export interface EstimatedNoise {
  readonly name: TrackName;
  /** Of each value. */
  readonly measured: readonly MeasuredVariance[];
  /** Lag-1 correlations of block means, one a value. */
  readonly correlations: readonly number[];
  /** By scale, all values together: how much neighbouring means differed, and of how many. The mean is 1 where blocks are independent. */
  readonly scatter?: MeanScatter;
  /** Of blocks of 2^level frames. */
  readonly level?: number;
}

/** What the settled baselines of a vehicle teach, sensor by sensor, with whatever prior was counted in them taken out. */
export function estimatedNoise(
  state: Pick<VehicleState, "tracks" | "prior" | "evidence" | "confidenceEvidence">,
  settings: ScoringSettings,
): readonly EstimatedNoise[] {
  return trackNames
    .filter((name) => isEstimatedAlone(state.tracks[name]))
    .map((name) => noiseOf(name, state, settings));
}

/**
 * The same of the baselines that one entry of the journal has settled, or that were heard long enough to say more of noise that
 * wanders: the newest of a sensor replaces the others.
 */
export function newlyEstimatedNoise(
  before: NoiseStages,
  after: Pick<VehicleState, "tracks" | "prior" | "evidence" | "confidenceEvidence">,
  settings: ScoringSettings,
): readonly EstimatedNoise[] {
  return trackNames
    .filter((name) => stageOf(after.tracks[name]) > before[name])
    .map((name) => noiseOf(name, after, settings));
}

/** How far what a vehicle says of each sensor's noise has come: 0 for nothing. */
export type NoiseStages = Readonly<Record<TrackName, number>>;

/** To be asked before an entry is folded, which writes the state over. */
export function noiseStages({ tracks }: Pick<VehicleState, "tracks">): NoiseStages {
  return {
    camera: stageOf(tracks.camera),
    radar: stageOf(tracks.radar),
    lidar: stageOf(tracks.lidar),
    confidence: stageOf(tracks.confidence),
  };
}

/** From the baselines of vehicles that were scored with these settings. Null when no sensor is settled in enough of them. */
export function estimateFleetPrior(
  states: Iterable<Pick<VehicleState, "tracks" | "prior" | "evidence" | "confidenceEvidence">>,
  settings: ScoringSettings,
): FleetPrior | null {
  return fleetPriorFrom(
    [...states].flatMap((state) => estimatedNoise(state, settings)),
    settings,
  );
}

/**
 * From what was estimated of the vehicles of a fleet, each at most once a sensor. Null when no sensor has enough of them. It is a
 * value for the settings, which every verdict records, or for a vehicle's journal: no fold ever looks at another vehicle.
 */
export function fleetPriorFrom(
  estimated: readonly EstimatedNoise[],
  settings: ScoringSettings,
): FleetPrior | null {
  const sensors = trackNames.flatMap((name) => {
    const ofSensor = estimated.filter((one) => one.name === name);
    return ofSensor.length < minVehicles ? [] : [priorOf(name, ofSensor, settings.prior.curves[name])];
  });
  if (sensors.length === 0) return null;
  const sdOf = (name: TrackName) => sensors.find((sensor) => sensor.name === name)?.sd;
  const { prior } = settings;
  const curveOf = (name: TrackName) =>
    sensors.find((sensor) => sensor.name === name)?.curve ?? prior.curves[name];
  return {
    sensors,
    prior: {
      ...prior,
      cameraDeg: sdOf("camera") ?? prior.cameraDeg,
      radarM: sdOf("radar") ?? prior.radarM,
      lidarLog: sdOf("lidar") ?? prior.lidarLog,
      confidenceLogit: sdOf("confidence") ?? prior.confidenceLogit,
      curves: {
        camera: curveOf("camera"),
        radar: curveOf("radar"),
        lidar: curveOf("lidar"),
        confidence: curveOf("confidence"),
      },
      degrees: sensors.reduce((least, { degrees }) => Math.min(least, degrees), maxDegrees),
      correlation: meanOf(sensors.map(({ correlation }) => correlation)),
    },
  };
}

/** The entry by which a new vehicle's journal begins with it. */
export function priorEntry(
  { sensors, prior }: FleetPrior,
  atUs: number,
): JournalEntry & { readonly kind: "prior" } {
  const noiseOfSensor = (name: TrackName) => {
    const found = sensors.find((sensor) => sensor.name === name);
    return found === undefined
      ? null
      : { sd: found.sd, degrees: found.degrees, vehicles: found.vehicles, curve: found.curve };
  };
  return {
    kind: "prior",
    sensors: {
      camera: noiseOfSensor("camera"),
      radar: noiseOfSensor("radar"),
      lidar: noiseOfSensor("lidar"),
      confidence: noiseOfSensor("confidence"),
    },
    correlation: prior.correlation,
    atUs,
  };
}

/** Established, and by its own blocks alone: what was carried over a repair says the same thing twice. */
function isEstimatedAlone({ calibration, inherited }: SensorTrack): boolean {
  return calibration !== null && calibration.established && inherited === null;
}

/** How much a vehicle has told of a sensor's noise: nothing, its settled baseline, and more once it was heard so long. */
function stageOf(track: SensorTrack): number {
  if (!isEstimatedAlone(track)) return 0;
  let stage = 1;
  for (const blocks of longHeard) if (track.centreWeight >= blocks) stage += 1;
  return stage;
}

/** Weight of the reference, in blocks. */
const longHeard = [200, 1000, 4000] as const;

function noiseOf(
  name: TrackName,
  state: Pick<VehicleState, "tracks" | "prior" | "evidence" | "confidenceEvidence">,
  settings: ScoringSettings,
): EstimatedNoise {
  const effective = effectiveSettings(state, settings);
  const calibration = calibrationOf(state.tracks[name]);
  const before = {
    camera: effective.prior.cameraDeg,
    radar: effective.prior.radarM,
    lidar: effective.prior.lidarLog,
    confidence: effective.prior.confidenceLogit,
  }[name];
  const { blocks } = calibration;
  return {
    name,
    measured: Array.from(calibration.scale, (scale) => ownVariance(scale, before, blocks, effective)),
    correlations: Array.from(calibration.correlation, (lag) => ownCorrelation(lag, blocks, effective)),
    scatter: pooledScatter(name, state, effective),
    level: state.tracks[name].level,
  };
}

/** What the sums of the sensor's test hold of its scatter, over the variance of its blocks. */
function pooledScatter(
  name: TrackName,
  { tracks, evidence, confidenceEvidence }: Pick<VehicleState, "tracks" | "evidence" | "confidenceEvidence">,
  settings: ScoringSettings,
): MeanScatter {
  const isConfidence = name === "confidence";
  const { past, scatter } = isConfidence ? confidenceEvidence : evidence;
  const model = isConfidence
    ? singleModel(name, tracks.confidence.calibration, false, settings)
    : calibrationModel(tracks, false, settings);
  const first = isConfidence ? 0 : firstChannel[name];
  const squares = zeros(scales);
  const counts = zeros(scales);
  for (let channel = first; channel < first + trackWidths[name]; channel += 1) {
    const variance = blockVariance(past, channel, model);
    for (let scale = 0; scale < scales; scale += 1) {
      squares[scale]! += scatter.squares[scales * channel + scale]! / variance;
      counts[scale]! += scatter.counts[scales * channel + scale]!;
    }
  }
  return { squares, counts };
}

/** From vehicles whose blocks are of one length, the shortest that enough of them have: longer ones follow from it. */
function curveOfFleet(estimated: readonly EstimatedNoise[], usual: CurvePrior): FleetCurve {
  const heard = estimated.flatMap(({ scatter, level }) =>
    scatter === undefined || level === undefined ? [] : [{ scatter, level }],
  );
  const levels = heard.map(({ level }) => level).toSorted((a, b) => a - b);
  const level = levels[Math.min(levels.length, fewestOfLevel) - 1] ?? 0;
  const alike = heard.filter((one) => one.level === level).map(({ scatter }) => scatter);
  return { level, ...estimateCurve(alike, usual) };
}

/** So many vehicles have blocks as short as those the curve is taken of, or shorter. */
const fewestOfLevel = 5;

function priorOf(name: TrackName, estimated: readonly EstimatedNoise[], usual: CurvePrior): SensorPrior {
  const { variance, degrees } = estimateVariancePrior(estimated.flatMap(({ measured }) => measured));
  const correlation = meanOf(estimated.flatMap(({ correlations }) => correlations));
  return {
    name,
    vehicles: estimated.length,
    sd: Math.sqrt(variance),
    degrees: Math.max(1, Math.min(maxDegrees, degrees)),
    correlation: Math.max(0, Math.min(0.95, correlation)),
    curve: curveOfFleet(estimated, usual),
  };
}

/** The blocks' own variance, without the prior that was counted among them. */
function ownVariance(
  scale: number,
  before: number,
  blocks: number,
  { prior }: ScoringSettings,
): MeasuredVariance {
  const counted = (prior.degrees + blocks) * scale * scale - prior.degrees * before * before;
  // A sensor that never varies would take the fleet's logarithm with it.
  const variance = Math.max(1e-4 * scale * scale, counted / blocks);
  return { variance, degrees: medianEfficiency * (blocks - 1) };
}

/** The blocks' own correlation, without the prior it was shrunk to. */
function ownCorrelation(lag: number, blocks: number, { prior }: ScoringSettings): number {
  return ((blocks + prior.correlationWeight) * lag - prior.correlationWeight * prior.correlation) / blocks;
}

/** A median absolute deviation is worth this share of its blocks under normal noise. */
const medianEfficiency = 0.37;

function meanOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
