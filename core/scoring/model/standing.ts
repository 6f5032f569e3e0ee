import type { LimitedSensor } from "./sensors.ts";
import type { CurvePrior, ScoringSettings } from "../settings/settings.ts";
import type { StartingPrior } from "./journal-entry.ts";
import type { MeanScatter } from "./mean-scatter.ts";
import type { RecentBlocks } from "./recent-blocks.ts";

/** Where a vehicle's sensors stand now: against their baseline, and against what is right by definition. */
export interface Standing {
  readonly drifts: Readonly<Record<LimitedSensor, Drift | null>>;
  readonly absolute: AbsoluteStanding;
  /** How the variance of a mean grows with its blocks, value by value. */
  readonly curves: SensorCurves;
  /** 100 · 2^(−largest drift over its critical limit). */
  readonly healthScore: number;
}

export type SensorCurves = Readonly<Record<LimitedSensor, readonly VarianceCurve[]>>;

/** Var(mean of n blocks) = variance of a block·inflation(n)/n, by scale 2^k, with its degrees of freedom. */
export interface VarianceCurve {
  readonly inflation: readonly number[];
  readonly degrees: readonly number[];
}

/** A curve's lists on their way to other values. */
export interface CurveBench {
  readonly inflation: number[];
  readonly degrees: number[];
}

/** The curves of a scatter, and all that they follow from. */
export interface KnownCurves {
  scatter: MeanScatter;
  /** Of a block, by channel. */
  readonly variances: number[];
  priorCurves: readonly CurvePrior[];
  blockLevels: readonly number[];
  readonly curves: readonly CurveBench[];
}

/**
 * The curves that were last asked for, of one test of one vehicle; the next ones are written over them. W and the standing ask for
 * the same ones, and most blocks leave the scatter and the variance of the settled blocks as they were: three in four are at hand.
 */
export interface CurveMemo {
  last: KnownCurves | null;
  /** Those beside a reference that stands still, which a breach asks for beside the standing's. */
  frozen: KnownCurves | null;
  /** Left out: nothing is at hand. */
  terms?: KnownTerms | null;
  /** Of the sums that were last asked for. */
  totals?: SumTotals | null;
}

/** What is at hand of a vehicle's two tests: by camera, radar and lidar, and by the lidar's confidence. */
export interface Memos {
  readonly calibration: CurveMemo;
  readonly confidence: CurveMemo;
  /** Of a vehicle that started from its fleet's prior; null before its first frame, and of any other. */
  settings: KnownSettings | null;
}

/** The settings by which a vehicle is judged, and all that they follow from. */
export interface KnownSettings {
  readonly given: ScoringSettings;
  readonly prior: StartingPrior;
  /** Track by track: 2^level frames make a block, and whether the sensor was heard. */
  readonly levels: readonly number[];
  readonly heard: readonly boolean[];
  readonly effective: ScoringSettings;
}

/** Sums added up, and what they are of. */
export interface SumTotals {
  readonly past: readonly number[];
  readonly buckets: object;
  /** Of the past and the buckets that are old enough to hold no young change. */
  readonly settled: readonly number[];
  readonly everything: readonly number[];
}

/** What baselines and settings say of each channel, until one of them is another. */
export interface KnownTerms {
  readonly settings: ScoringSettings;
  /** Those of the sensors: they are replaced, never changed. */
  readonly calibrations: readonly (object | null)[];
  readonly levels: readonly number[];
  readonly zones: readonly number[];
  readonly priorVariances: readonly number[];
  readonly priorCurves: readonly CurvePrior[];
  readonly blockLevels: readonly number[];
}

/** All that a standing is computed from, as values that are replaced whenever they change. */
export interface Grounds extends Readonly<Record<LimitedSensor, TrackGrounds>> {
  readonly settings: object;
  readonly evidence: object;
  readonly changeBlockSeq: number | undefined;
  readonly reference: object | null;
}

/** Those of one sensor. */
export interface TrackGrounds {
  readonly calibration: object | null;
  readonly recent: RecentBlocks;
  /** How often those had been moved on. */
  readonly moves: number;
  readonly learnt: object;
  /** The centre itself moves only with it, or with another calibration. */
  readonly centreWeight: number;
}

export interface GroundedStanding {
  readonly grounds: Grounds;
  readonly standing: Standing;
  /** Null until a frame inside a block has left the tier as it was: while all it was judged from stays, every further one will. */
  settled: SettledVerdict | null;
}

/** What a tier was judged from beside the standing and what only blocks move, as values that are replaced whenever they change. */
export interface SettledVerdict {
  readonly tier: object;
  readonly breach: object | null;
  readonly finding: object;
  /** How surely the tier is stated; null until somebody asks. */
  confidence: number | null;
}

/** How far a sensor stands from a reference, in degrees (camera) or metres, and how surely. */
export interface Drift {
  /** Camera: angle, corrected for the noise that no drift at all would show; otherwise signed. */
  readonly amount: number;
  readonly sd: number;
  /** Per value of the track, in degrees or metres. */
  readonly parts: readonly number[];
  readonly partSds: readonly number[];
  /** Blocks the estimate comes from. */
  readonly blocks: number;
}

/** Where the sensors stand against what is right by definition, whatever the baseline says. */
export interface AbsoluteStanding {
  readonly level: "within" | "caution" | "critical";
  /** Sensors beyond the level, camera, radar, lidar. */
  readonly beyond: readonly LimitedSensor[];
  /** Largest share of its critical limit that a sensor beyond its caution limit stands at; 0 when none is. */
  readonly severity: number;
  /** What each sensor's mean is off by: for stepping down. */
  readonly offsets: readonly SensorOffset[];
}

/** By how much a sensor's mean is off what is right, degrees or metres, and its standard deviation. */
export interface SensorOffset {
  readonly sensor: LimitedSensor;
  readonly amount: number;
  readonly sd: number;
}
