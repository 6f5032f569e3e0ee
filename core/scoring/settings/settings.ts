import { confidenceKnots } from "../model/confidence-knots.ts";
import type { TrackName } from "../model/sensors.ts";

/** Version of the rules of `fold`: another version may judge the same frames differently, and refolds them. */
export const scoringVersion = "1.6.0";

/** Name of the arithmetic every decision is computed in (numeric/, docs/scoring-method.md). */
export const numericProfile = "binary64-ltr-v1";

/** What is told of the variance of means of 2^k blocks, k = 0 … 9, before they are heard. */
export interface CurvePrior {
  /** 2^k·AVAR(2^k) over the variance of a block; 1 for independent blocks. */
  readonly ratios: readonly number[];
  /** As how many samples of the scale it counts. */
  readonly degrees: readonly number[];
}

export interface LimitPair {
  readonly caution: number;
  readonly critical: number;
}

/**
 * Every number a verdict depends on, besides the frames. Frames, settings and version together give the verdicts
 * bit for bit, so evidence records them whole. `defaultSettings` states the reason of each value.
 */
export interface ScoringSettings {
  /** Raw confidence, rising, and how often verdicts that stated it were right: knots of a line that never falls. */
  readonly confidenceMap: { readonly raw: readonly number[]; readonly observed: readonly number[] };
  /** How far a sensor may be out before it matters, in physical units. */
  readonly limits: {
    /** Angle between the present mean rotation and the baseline, degrees. */
    readonly cameraDeg: LimitPair;
    /** Absolute change of the range bias, metres; also compared with zero. */
    readonly radarM: LimitPair;
    /** Rise of the registration error, metres; also compared with zero. */
    readonly lidarM: LimitPair;
    /** Fall of the median lidar confidence that is worth an inspection. */
    readonly lidarConfidenceDrop: number;
  };
  /** The sequential statistic W. */
  readonly evidence: {
    readonly cautionNats: number;
    readonly criticalNats: number;
    /** Prior probability that a given sensor takes part in a change. */
    readonly participation: number;
    /** Prior variances of a shift, in units of the noise variance, and their weights, which add up to 1. */
    readonly shiftVariances: readonly number[];
    readonly shiftWeights: readonly number[];
    readonly bucketsPerLevel: number;
    readonly levels: number;
    /** The same for the lidar's confidence, whose change need not be dated as closely. */
    readonly confidenceBucketsPerLevel: number;
    /** Fewest reference blocks of a channel before it is compared. */
    readonly minimumReference: number;
    /** Noise variance below which the estimate is not trusted, in units of the baseline's. */
    readonly varianceFloor: number;
    /** Degrees of freedom of the soft clip. */
    readonly clipDegrees: number;
    /** Largest indifference zone in units of the clip: a quiet sensor's clip is widened until its zone fits. */
    readonly widestZone: number;
    /** Indifference zone: at least this many σ … */
    readonly indifferenceSigma: number;
    /** … and at least this share of the CAUTION limit. */
    readonly indifferenceShare: number;
    /** Mean time to a false alarm at a limit of h nats: ln ARL₀ = lnRunLengthAt + slope·(h − at). */
    readonly inControlLaw: { readonly at: number; readonly lnRunLengthAt: number; readonly slope: number };
  };
  readonly baseline: {
    /** Usable blocks of a sensor for the first scores, and for the settled baseline. */
    readonly provisionalBlocks: number;
    readonly establishedBlocks: number;
    /** A block further out than this many σ is left out of the baseline, once. */
    readonly screenSigma: number;
    /** Largest lag-1 correlation of an established baseline's block means that is left to whitening. */
    readonly maximumBlockCorrelation: number;
    /** How many standard errors a shorter baseline's estimate may be beyond it. */
    readonly correlationAllowance: number;
    /** Longest block: 2^this frames. */
    readonly maximumBlockLevel: number;
    /** W inside the learning frames, in nats, from which they hold a change. */
    readonly changeNats: number;
  };
  /** What may be told of a sensor that has no baseline yet. */
  readonly early: {
    /** Blocks before anything is told, and fewest before and after a change. */
    readonly fewestBlocks: number;
    readonly fewestBefore: number;
    readonly fewestAfter: number;
    /** What W over the splits has to reach, nats. */
    readonly limitNats: number;
    /** Standard errors added to the lag-1 correlation beside a split. */
    readonly correlationErrors: number;
    /** Blocks are taken to be correlated at least over this time, microseconds. */
    readonly correlationTimeUs: number;
    /** Of blocks further apart than this nothing is told early: a dozen of them do not tell noise that wanders from a change. */
    readonly longestGapUs: number;
  };
  /** The prior of a vehicle's noise; stands for the fleet until the fleet is measured. */
  readonly prior: {
    /** Noise per camera axis, degrees; radar, metres; lidar, in ln(error + offset); confidence, in logits. */
    readonly cameraDeg: number;
    readonly radarM: number;
    readonly lidarLog: number;
    readonly confidenceLogit: number;
    /** Weight of these, in blocks. */
    readonly degrees: number;
    /** What a fleet tells of how the variance of a mean grows with its blocks. */
    readonly curves: Readonly<Record<TrackName, CurvePrior>>;
    /** Lag-1 correlation of block means, and its weight in blocks. */
    readonly correlation: number;
    readonly correlationWeight: number;
    /** Correlation assumed of blocks while too few were heard to measure it. */
    readonly unknownCorrelation: number;
    /** Probability that a change begins at a given block. */
    readonly changeRate: number;
  };
  /** Smallest standard deviations that are trusted. */
  readonly floors: {
    readonly cameraDeg: number;
    /** Floor when all matrix entries have at most three decimals, degrees. */
    readonly coarseCameraDeg: number;
    readonly radarM: number;
    readonly lidarLog: number;
    readonly confidenceLogit: number;
  };
  readonly lidar: {
    /** Added to the registration error before the logarithm, metres. */
    readonly offsetM: number;
    /** Below this confidence the registration error counts as missing. */
    readonly confidenceFloor: number;
    /** Median confidence below which the lidar itself is to be inspected. */
    readonly lowConfidence: number;
  };
  readonly frame: {
    /** False-alarm rate of the plotted T² limit. */
    readonly limitRate: number;
    /** p-value under which a frame is an outlier. */
    readonly outlierRate: number;
    /** Outliers in the last 100 frames from which the sensor is to be inspected. */
    readonly outliersPerHundred: number;
    /** A frame this much older than the newest moves nothing, microseconds. */
    readonly lateUs: number;
  };
  /** The CUSUM against a doubled noise. */
  readonly noise: {
    /** So many blocks count as one: recorded noise comes in bursts. */
    readonly dispersion: number;
    /** Nats it has to reach, as if the reference were known … */
    readonly limitNats: number;
    /** … and nats left when the reference is only what its blocks have taught. */
    readonly referenceNats: number;
  };
  readonly chart: {
    /** Reference value and decision interval of the tabular CUSUM, σ. */
    readonly k: number;
    readonly h: number;
    readonly clipSigma: number;
  };
  readonly tiers: {
    /** Blocks the present drift is estimated from. */
    readonly driftBlocks: number;
    /** Fewest blocks since the change point before a limit counts as crossed. */
    readonly minimumBlocks: number;
    readonly criticalProbability: number;
    readonly cautionProbability: number;
    readonly harmlessProbability: number;
    /** Probability that the absolute check ever accuses a sensor whose mean is within its limit. */
    readonly absoluteErrorRate: number;
    readonly sustainedProbability: number;
    readonly sustainedBlocks: number;
    /** Share of a limit under which the drift must fall before the tier steps down, and for how many blocks. */
    readonly releaseShare: number;
    readonly criticalHoldBlocks: number;
    readonly cautionHoldBlocks: number;
    /** Blocks after the breach for which the fault source is still provisional. */
    readonly settleBlocks: number;
  };
}

/** Nothing: the kinds of noise as they are (scatter/noise-family.ts). */
const untold: CurvePrior = {
  ratios: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
  degrees: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
};
const curves = {
  camera: untold,
  radar: untold,
  lidar: untold,
  // Accuses nobody of more than a look: it need not be as careful.
  confidence: { ratios: untold.ratios, degrees: [20, 20, 20, 20, 20, 20, 20, 20, 20, 20] },
};

export const defaultSettings: ScoringSettings = {
  // Fitted and measured on simulated fleets (bench/detection/confidence).
  confidenceMap: confidenceKnots,
  limits: {
    // 0.2° is 35 cm at 100 m, 0.5° is 87 cm: half a metre decides which lane a target is in.
    cameraDeg: { caution: 0.2, critical: 0.5 },
    // Half a metre of wrong distance; data sheets state ±0.1 to ±0.2 m at short range.
    radarM: { caution: 0.2, critical: 0.5 },
    // 0.30 m is the lateral localisation error at which Autoware's monitor reports an error.
    lidarM: { caution: 0.1, critical: 0.3 },
    // A fifth of the matched points lost.
    lidarConfidenceDrop: 0.2,
  },
  evidence: {
    // Mean time between false alarms of about 1.6e5 and 7.7e6 blocks for the set of sensors that has the shortest, radar
    // and lidar (bench/detection/limits).
    cautionNats: 7.75,
    criticalNats: 10.5,
    participation: 0.5,
    // Shifts of about 0.25, 0.8 and 2.5 σ: from slow creep to a knock.
    shiftVariances: [0.06, 0.6, 6],
    shiftWeights: [0.25, 0.35, 0.4],
    // Windows up to about 2,044 blocks; change points to within a quarter of their age. Eight a level tell nothing sooner
    // on recorded faults, and cost twice the time and space.
    bucketsPerLevel: 4,
    levels: 9,
    confidenceBucketsPerLevel: 4,
    minimumReference: 5,
    varianceFloor: 0.25,
    // Normal score of a Student t with 3 degrees: heavy tails become nearly normal, one outlying block is worth a few σ.
    clipDegrees: 3,
    // Up to 0.7 the clip bends by less than a tenth: what lies beyond the zone is still seen in its true size.
    widestZone: 0.7,
    indifferenceSigma: 0.05,
    // Less than a quarter of the CAUTION limit is not drift, by definition.
    indifferenceShare: 0.25,
    // Of the set of sensors that has the shortest, by importance sampling (bench/detection/limits).
    inControlLaw: { at: 7.75, lnRunLengthAt: 12, slope: 1.4 },
  },
  baseline: {
    provisionalBlocks: 20,
    establishedBlocks: 50,
    screenSigma: 6,
    // Above 0.3 a shrunk estimate from 20 blocks under-corrects; longer blocks are safer than stronger whitening.
    maximumBlockCorrelation: 0.3,
    // White noise must not be taken for correlated: at 20 blocks it would be, one time in four, without an allowance.
    correlationAllowance: 2,
    // 4,096 frames: 3.4 minutes at 20 Hz.
    maximumBlockLevel: 12,
    changeNats: 6,
  },
  early: {
    fewestBlocks: 10,
    fewestBefore: 5,
    fewestAfter: 2,
    limitNats: 6,
    correlationErrors: 0.5,
    // Recorded frames have a lag-1 correlation of 0.94 to 0.99 at 20 Hz and of 0.4 to 0.6 at 1 Hz: a second and a half.
    correlationTimeUs: 1_500_000,
    longestGapUs: 10_000_000,
  },
  prior: {
    cameraDeg: 0.06,
    radarM: 0.06,
    lidarLog: 0.35,
    confidenceLogit: 0.6,
    degrees: 4,
    curves,
    correlation: 0.1,
    // The vehicle-to-vehicle spread of block correlations is about 0.12: worth 1/0.12² blocks.
    correlationWeight: 70,
    unknownCorrelation: 0.5,
    changeRate: 1 / 20_000,
  },
  floors: {
    // Rotation noise of five-decimal matrices is 0.0002°; below 0.002° the estimator's own rounding rules.
    cameraDeg: 0.002,
    // Rounding to two decimals alone turns a rotation by 0.21° (root mean square), to three by 0.020°.
    coarseCameraDeg: 0.02,
    radarM: 0.002,
    lidarLog: 0.02,
    confidenceLogit: 0.05,
  },
  lidar: { offsetM: 0.01, confidenceFloor: 0.2, lowConfidence: 0.3 },
  frame: { limitRate: 0.0027, outlierRate: 1e-4, outliersPerHundred: 5, lateUs: 600_000_000 },
  // Means of squares over 8 to 32 blocks of fault-free drives vary 1 to 5 times as much as independent normal ones; the
  // largest excess among them reaches 7 of the 16 nats. Three also bounds what the tails of independent noise can do: with
  // squares held at nine times their mean, e^−19 a start. A baseline is drawn once, and asked only once: e^−5.5.
  noise: { dispersion: 3, limitNats: 16, referenceNats: 5.5 },
  // h: ten one-sided charts (five channels, two sides) together alarm falsely once in 1e5 blocks (average-run-length.ts).
  chart: { k: 0.5, h: 11.96, clipSigma: 3 },
  tiers: {
    driftBlocks: 20,
    minimumBlocks: 3,
    criticalProbability: 0.8,
    cautionProbability: 0.9,
    harmlessProbability: 0.95,
    absoluteErrorRate: 0.05,
    sustainedProbability: 0.95,
    sustainedBlocks: 20,
    // 10° in, 8° out: the hysteresis openpilot settled on for its own mount limits.
    releaseShare: 0.8,
    criticalHoldBlocks: 20,
    cautionHoldBlocks: 30,
    settleBlocks: 10,
  },
};

/** A plain JSON value with snake_case names, complete: what evidence and replays record. */
export function settingsToJson(settings: ScoringSettings): Record<string, unknown> {
  return renameMembers(settings, snakeCase);
}

/**
 * The settings that `settingsToJson` wrote. Throws TypeError with the path of the first member that is missing,
 * unknown or not a finite number: a recorded verdict must never be recomputed with today's defaults.
 */
export function settingsFromJson(json: unknown): ScoringSettings {
  const named = rename(json, camelCase);
  assertComplete(named);
  return named;
}

function rename(value: unknown, renamed: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => rename(item, renamed));
  return typeof value === "object" && value !== null ? renameMembers(value, renamed) : value;
}

function renameMembers(value: object, renamed: (name: string) => string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [renamed(name), rename(member, renamed)]),
  );
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function assertComplete(value: unknown): asserts value is ScoringSettings {
  expectSameShape(value, defaultSettings, "settings");
}

function expectSameShape(value: unknown, like: unknown, path: string): void {
  if (typeof like === "number") expectNumber(value, path);
  else if (Array.isArray(like)) expectList(value, like[0], path);
  else if (typeof like === "object" && like !== null) expectMembers(value, like, path);
}

function expectNumber(value: unknown, path: string): void {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new TypeError(`${path}: not a number`);
}

function expectList(value: unknown, like: unknown, path: string): void {
  if (!Array.isArray(value) || value.length === 0) throw new TypeError(`${path}: not a list`);
  value.forEach((item, position) => expectSameShape(item, like, `${path}[${position}]`));
}

function expectMembers(value: unknown, like: object, path: string): void {
  if (typeof value !== "object" || value === null) throw new TypeError(`${path}: not an object`);
  const members = new Map<string, unknown>(Object.entries(value));
  for (const name of members.keys()) {
    if (!Object.hasOwn(like, name)) throw new TypeError(`${path}.${name}: unknown`);
  }
  for (const [name, member] of Object.entries(like)) {
    expectSameShape(members.get(name), member, `${path}.${name}`);
  }
}
