import type { Action, FaultSource, Tier } from "./tier.ts";
import type { Channel, LimitedSensor } from "./sensors.ts";

export const baselineStates = ["learning", "provisional", "established", "frozen"] as const;
export type BaselineState = (typeof baselineStates)[number];

/** Why the tier is what it is, in the order of the engine; stable codes that reach the API in `thresholds.decided_by`. */
export const reasons = [
  "learning",
  "in_control",
  "change_below_limit",
  "caution_limit_exceeded",
  "critical_limit_exceeded",
  "baseline_beyond_limits",
  "lidar_confidence_low",
  "noise_inflation",
  "hysteresis_hold",
  "sensor_late",
  "repeating",
  "convention_changed",
] as const;
export type Reason = (typeof reasons)[number];

export const scoreWarnings = [
  "rotation_not_orthonormal",
  "rotation_coarsely_rounded",
  "lidar_confidence_absent",
  "lidar_confidence_below_floor",
  "correlated_channels",
  "calibration_did_not_restore",
  "sensor_unmonitored",
  "sensor_stuck",
  "common_mode_suspected",
  "verdict_provisional",
  "sensor_late",
  "frames_repeat",
] as const;
export type ScoreWarning = (typeof scoreWarnings)[number];

/** One channel of one frame. Only channels the frame carries are listed. */
export interface ChannelScore {
  readonly channel: Channel;
  /** Value minus baseline: degrees for the camera, metres for radar and lidar. */
  readonly residual: number;
  /** Residual in units of the channel's in-control standard deviation, before the soft clip. */
  readonly standardised: number;
  /** Upper and lower sums of the tabular CUSUM, σ units (chart and explanation only). */
  readonly cusumUpper: number;
  readonly cusumLower: number;
  /** Decision interval h of that chart. */
  readonly cusumLimit: number;
  /** Share of T², 0 to 1; the shares of a frame add up to 1. */
  readonly shareOfT2: number;
  /** Estimated drift since the change point, degrees or metres, and its standard deviation. */
  readonly drift: number;
  readonly driftSd: number;
}

/** What an open breach is known to be: since when, and where it is going. */
export interface DriftCourse {
  /** The change began in here with 50 % and with 90 % probability, as judged when the breach opened. */
  readonly likely: ChangePointInterval;
  readonly widely: ChangePointInterval;
  /** Of the sensor nearest to its critical limit among those that have changed. */
  readonly trend: DriftTrend;
}

export const trendShapes = ["step", "ramp"] as const;
/** Why there is no date ahead: the limit lies behind, or the slope cannot be distinguished from none. */
export const undatedReasons = ["already_beyond", "no_trend"] as const;

export interface DriftTrend {
  readonly sensor: "camera" | "radar" | "lidar";
  readonly shape: (typeof trendShapes)[number];
  readonly beganUs: number;
  /** Degrees or metres a day since then, and its standard deviation; null where no rate can be told. */
  readonly ratePerDay: number | null;
  readonly ratePerDaySd: number | null;
  /** Days from the newest frame to the critical limit, at most 365; 0 when it is passed, null without a trend. */
  readonly daysToCritical: number | null;
  /** Fieller's 80 % interval of it. */
  readonly daysInterval: readonly [number, number] | null;
  readonly undated: (typeof undatedReasons)[number] | null;
}

/** The change that adds most to the log likelihood ratio: of one channel, under one model of its noise. */
export interface StrongestChange {
  readonly channel: Channel;
  readonly shape: (typeof trendShapes)[number];
  /** The parts of the noise that have a time constant: share of the variance, and seconds; null of what stays within a session. */
  readonly noise: readonly { readonly share: number; readonly seconds: number | null }[];
  /** Blocks since it began. */
  readonly blocks: number;
  /** Its size now and its standard deviation, in standard deviations of a block while the baseline was learnt. */
  readonly size: number;
  readonly sizeSd: number;
}

/** Entry numbers between which a change began with a probability, both included. */
export interface ChangePointInterval {
  readonly fromSeq: number;
  readonly toSeq: number;
}

/** A sensor whose noise has grown, and when that began. */
export interface NoiseGrowth {
  readonly sensor: LimitedSensor;
  readonly sinceUs: number;
}

/** What the detectors say of one frame. */
export interface Score {
  /** Entry number of this frame in its vehicle's journal, from 1. */
  readonly seq: number;
  readonly tierBefore: Tier;
  readonly tier: Tier;
  readonly reason: Reason;
  /** √(T²/d): 1 is ordinary noise, whatever sensors are present. */
  readonly residualScore: number;
  /** √T² (Hotelling, predictive); null while the baseline is learning. */
  readonly mahalDistance: number | null;
  readonly mahalPValue: number | null;
  /** Upper limit on T² at the stated false-alarm rate for this frame's channels; null while learning. */
  readonly t2Limit: number | null;
  /** The log likelihood ratio of a change against none, nats; null while learning, and when no start of a change is likelier than none. */
  readonly cusumStatistic: number | null;
  readonly cautionLimit: number;
  /** A change is proved and has not gone. */
  readonly cusumTriggered: boolean;
  /** This very frame opened the breach. */
  readonly breachOpened: boolean;
  readonly confidence: number;
  readonly probableFaultSource: FaultSource;
  /** Posterior probability that each sensor takes part: camera, radar, lidar. */
  readonly sourcePosterior: readonly [number, number, number];
  readonly recommendedAction: Action;
  /** All its readings are more than 10 minutes behind the newest of their sensors: scored, but no detector moved. */
  readonly late: boolean;
  /** A frame no calibration fault explains alone (p < 1e-4); it never changes a tier by itself. */
  readonly outlier: boolean;
  readonly baseline: {
    readonly state: BaselineState;
    readonly frames: number;
    readonly needed: number;
  };
  readonly channels: readonly ChannelScore[];
  /** Angle of the estimated camera drift, degrees. */
  readonly cameraDriftDeg: number;
  /** Estimated radar drift, millimetres, signed. */
  readonly radarDriftMm: number;
  /** 100 · 2^(−max |drift| / critical limit): 100 healthy, 50 at the critical limit. */
  readonly healthScore: number;
  /** Entry number at which the change most likely began; null without a breach. */
  readonly changePointSeq: number | null;
  /** Null without a breach. */
  readonly course: DriftCourse | null;
  readonly warnings: readonly ScoreWarning[];
  /** What the statistic rests on; null while it is small. */
  readonly change: StrongestChange | null;
  /** The sensors that scatter far more than they used to, and since when. */
  readonly noise: readonly NoiseGrowth[];
}

/** What a fold may report besides the score; the app turns these into rows, evidence and events. */
export type ScoringEvent =
  | { readonly kind: "tier_changed"; readonly from: Tier; readonly to: Tier; readonly reason: Reason }
  | {
      readonly kind: "breach_opened";
      readonly statistic: number;
      readonly threshold: number;
      /** Channel with the largest share of the evidence, and the side it left on. */
      readonly channel: Channel;
      readonly side: "upper" | "lower";
      readonly changePointSeq: number;
      /** Its sensor has so few blocks that its noise is not well known. */
      readonly provisional: boolean;
    }
  | { readonly kind: "breach_closed" }
  | { readonly kind: "baseline_changed"; readonly from: BaselineState; readonly to: BaselineState };
