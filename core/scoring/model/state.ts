import type { FleetCurve, StartingPrior } from "./journal-entry.ts";
import type { Quaternion } from "../numeric/quaternion.ts";
import type {
  DecidingWindow,
  Reason,
  ChangePointInterval,
  ProvisionalVerdict,
  Score,
  ScoringEvent,
} from "./score.ts";
import type { Buckets } from "./buckets.ts";
import type { ChannelCharts } from "./rows/channel-charts.ts";
import type { ChannelNoises } from "./rows/channel-noises.ts";
import type { Tier } from "./tier.ts";
import type { GroundedStanding, Memos } from "./standing.ts";
import type { MeanScatter } from "./mean-scatter.ts";
import type { RecentBlocks } from "./recent-blocks.ts";
import type { Channel, LimitedSensor, TrackName } from "./sensors.ts";

/**
 * Everything `fold` remembers of one vehicle. Whoever reads it changes nothing; a fold that owns it (`foldOwned`) replaces its members
 * and those of its tracks, their open blocks and days, and repeats where they stand, and writes over the lists of bare numbers that
 * move with every frame or block: charts, noise, moments, sums of open blocks and days, buckets, scatter, and of a track its newest
 * blocks, latest scores and centre. All else is replaced, never changed. Numbers are finite; what is not known yet is null or
 * empty, never NaN.
 */
export interface VehicleState {
  /** Entry number of the newest entry; 0 before the first. */
  readonly entries: number;
  /** Frames that moved the detectors. */
  readonly frames: number;
  /** Capture time up to which the newest frames have come; back where a sensor's clock has gone back. */
  readonly newestUs: number | null;
  readonly tier: TierState;
  /** `freeze` was asked for and not taken back. */
  readonly frozen: boolean;
  readonly tracks: Readonly<Record<TrackName, SensorTrack>>;
  /** Camera, radar, lidar: five channels. */
  readonly evidence: ChangeSums;
  /** Lidar confidence: one channel, a test of its own. */
  readonly confidenceEvidence: ChangeSums;
  /** What W said at the newest block. */
  readonly finding: Finding;
  readonly breach: Breach | null;
  /** Lidar confidence fell and has not come back. */
  readonly confidenceAlarm: ConfidenceAlarm | null;
  readonly moments: FrameMoments;
  /** Tabular CUSUM of each channel: for people, it decides nothing. */
  readonly charts: ChannelCharts;
  /** How far each channel scatters. */
  readonly noise: ChannelNoises;
  readonly reference: RegisteredReference | null;
  readonly outliers: OutlierHabit;
  /** When the entries so far happened. */
  readonly marks: TimeMarks;
  /** How often each sensor repeats itself. */
  readonly repeats: Repeats;
  /** The prior of its noise, estimated from its fleet before it was heard; null: the settings' prior holds. */
  readonly prior: StartingPrior | null;
  /** Where its sensors stood at the newest frame, for frames inside a block; never stored. Null where every frame completes one. */
  readonly standing: GroundedStanding | null;
  /** What is at hand for the next block, which writes it over; never stored. */
  readonly known: Memos | null;
}

/** A state on its way through a fold, which owns it. */
export type StateBench = {
  -readonly [Member in Exclude<keyof VehicleState, "tracks">]: VehicleState[Member];
} & {
  readonly tracks: Record<TrackName, SensorTrack>;
};

export interface TierState {
  readonly tier: Tier;
  readonly reason: Reason;
  readonly sinceSeq: number;
  readonly sinceUs: number | null;
  /** Blocks in a row that would let the tier step down. */
  readonly calmBlocks: number;
  /** Blocks in a row with critical W beyond the caution limit. */
  readonly sustainedBlocks: number;
}

/** One sensor's way from single frames to a calibrated stream of nearly independent blocks. */
export interface SensorTrack {
  /** Usable frames since the last `learn`. */
  readonly frames: number;
  readonly clock: SensorClock;
  /** Share of the latest frames that carried the sensor, exponentially weighted over 50 frames, but of those older than its newest reading. */
  readonly presence: number;
  /** That share while the baseline was learnt. */
  readonly usualPresence: number;
  /** Camera frames rounded to three decimals or fewer. */
  readonly coarseFrames: number;
  /** 2^level frames make a block. */
  readonly level: number;
  readonly open: OpenBlock;
  /** The blocks the baseline is learnt from. Empty once established. */
  readonly learnt: readonly Block[];
  /** Sums of squares within blocks per value, and the frames they come from. */
  readonly within: readonly number[];
  readonly withinFrames: number;
  /** Camera: the rotation that `learnt` and the open block count from. */
  readonly anchor: Quaternion | null;
  readonly calibration: SensorCalibration | null;
  /** What a calibration before the last `learn` estimated of the noise. */
  readonly inherited: InheritedNoise | null;
  /** Latest whitened scores and their time, for the correlation in time. */
  readonly previous: number[];
  readonly previousUs: number | null;
  /** The newest blocks, oldest first. */
  readonly recent: RecentBlocks;
  /** Mean of the reference blocks that have left `recent`, and their weight. */
  readonly centre: number[];
  readonly centreWeight: number;
  /** The baseline after a repair is not where it was before the fault. */
  readonly notRestored: boolean;
  /** What is known of its day; null before there is a baseline, and for the confidence. */
  readonly cycle: DailyCycle | null;
}

/** When a sensor was received, by its own readings. */
export interface SensorClock {
  /** Newest capture time that a second reading bears out, µs; null before there is one. */
  readonly newestUs: number | null;
  /** Capture time that none bears out: of one reading ahead of `newestUs`, or the latest of a run of late ones; µs. */
  readonly apartUs: number | null;
  /** Late readings in a row. */
  readonly lateRun: number;
  /** Late readings since the last `learn`. */
  readonly late: number;
}

/** A track on its way through a fold, which owns it: its members, never its lists, are replaced. */
export type TrackBench = { -readonly [Member in keyof SensorTrack]: SensorTrack[Member] };

/** What a sensor's reference has heard of the day, so that a wander that comes back every day is told from a drift. */
export interface DailyCycle {
  /** Whole hours since 1970 of its first and its newest block. */
  readonly startHour: number;
  readonly newestHour: number;
  /** Hours of the day (UTC) that were heard, one bit each. */
  readonly hours: number;
  /** Over all blocks of the reference: [n, mean x, mean y], x the cosine and y the sine of the time of day; binary32. */
  readonly heard: number[];
  /** Over the 24 hours under way: [n, Σx, Σy, Σx², Σxy], then for each value v [Σv, Σvx, Σvy]; binary32. */
  readonly today: number[];
  /** What complete days say of the wave (cycle/fit-wave.ts); each a binary32 number. */
  readonly days: readonly number[];
  /** The wave that is taken out: [mean x, mean y, then for each value its cosine's and its sine's coefficient]; binary32. */
  readonly wave: readonly number[];
  /** By how much what is not known of it may move each value's mean, in the track's unit; 0 within the zone; binary32. */
  readonly unsure: readonly number[];
}

/** The frames of a block that is not complete; all zeros before its first. */
export interface OpenBlock {
  readonly frames: number;
  readonly weight: number;
  readonly sums: number[];
  readonly squares: number[];
}

/** The mean of 2^level successive frames of one sensor. */
export interface Block {
  /** Entry number and time of its last frame. */
  readonly seq: number;
  readonly atUs: number;
  readonly weight: number;
  /** Each a binary32 number: noise is a million times its last bit. Camera: degrees from the track's anchor. */
  readonly values: readonly number[];
}

export interface SensorCalibration {
  /** Blocks it was learnt from. */
  readonly blocks: number;
  readonly established: boolean;
  /** Camera: baseline mean rotation, from which values are measured. */
  readonly pose: Quaternion | null;
  readonly location: readonly number[];
  /** Standard deviation of a block per value. */
  readonly scale: readonly number[];
  /** Row-major matrix that turns value − location into independent unit-variance scores. */
  readonly whitening: readonly number[];
  /** Standard deviation of a frame over that of a block. */
  readonly frameRatio: readonly number[];
  /** Lag-1 correlation of the scores of blocks one period apart. */
  readonly correlation: readonly number[];
  /** What it was found to be at least when the baseline was doubted, or told of a change early; 0 otherwise. */
  readonly leastCorrelation: readonly number[];
  readonly periodUs: number;
  /** How many σ one unit of the clip stands for, at least 1. */
  readonly clipUnit: readonly number[];
  /** Indifference zone in the unit of the evidence. */
  readonly zones: readonly number[];
}

export interface InheritedNoise {
  readonly scale: readonly number[];
  readonly correlation: readonly number[];
  readonly degrees: number;
  /** Where the sensor stood before the fault. */
  readonly pose: Quaternion | null;
  readonly centre: readonly number[];
  /**
   * How the variance of its means grew with their blocks, value by value: degrees are samples. Null once an established
   * baseline has taken them over into its sums.
   */
  readonly curves: readonly FleetCurve[] | null;
}

export interface Finding {
  readonly nats: number | null;
  readonly posterior: readonly number[];
  readonly changeSeq: number;
  /** The channel that speaks loudest. */
  readonly channel: number;
  /** W speaks of a change, whichever single block is left out. */
  readonly suspected: boolean;
  /** What W rests on, while it decides: a breach is open, or W is at its limit. */
  readonly window: DecidingWindow | null;
  readonly confidenceNats: number | null;
  /** First block since the lidar confidence is suspected to have fallen. */
  readonly confidenceChangeSeq: number | null;
}

export interface Breach {
  readonly openedSeq: number;
  readonly openedUs: number;
  readonly statistic: number;
  readonly channel: Channel;
  readonly side: "upper" | "lower";
  /** Entry number of the first frame since the change, and of the frame that completed its first block. */
  readonly changePointSeq: number;
  readonly changeBlockSeq: number;
  /** Blocks since the breach opened. */
  readonly blocks: number;
  /** Posterior that each sensor takes part, settled after a few blocks. */
  readonly posterior: readonly number[];
  /** Blocks in a row in which the drift was gone, surely and not by chance. */
  readonly overBlocks: number;
  /** Blocks in a row with a NOMINAL tier; once the hold is full it stays full: the drift has come to rest, harmless. */
  readonly restedBlocks: number;
  readonly course: BreachCourse;
  /** Null for a breach whose sensors had a baseline. */
  readonly early: EarlyBreach | null;
}

/** What a breach remembers of having been opened before its sensor had a baseline. */
export interface EarlyBreach {
  readonly verdict: ProvisionalVerdict;
  readonly window: DecidingWindow;
  /** Blocks of that sensor since the change. */
  readonly blocksSince: number;
  /** Enough was heard since for W to speak by the ordinary rules, and it has. */
  readonly confirmed: boolean;
}

export interface ConfidenceAlarm {
  /** Entry number of the first block since the change. */
  readonly changeSeq: number;
  /** Blocks in a row with the confidence back where it was. */
  readonly calmBlocks: number;
}

/** Sums over reference frames of the standardised values u, for Hotelling's T². */
export interface FrameMoments {
  /** Per channel: weight, Σu. */
  readonly first: number[];
  /** Per pair j ≤ k: weight, Σ uⱼuₖ, Σ (uⱼuₖ)². */
  readonly second: number[];
}

export interface RegisteredReference {
  readonly rotation: Quaternion;
  readonly validFromUs: number;
}

/**
 * What the sequential statistic remembers of one vehicle: per channel the sums (weight, weight·y, weight·y²) of the
 * reference, and of an exponential histogram of the newest blocks. The histogram holds at most `bucketsPerLevel`
 * buckets of each size 1, 2, 4 …; two oldest of a size become one of the next (Datar et al. 2002, "Maintaining stream
 * statistics over sliding windows"), so the age of a change is known to about one part in `bucketsPerLevel`.
 */
export interface ChangeSums {
  readonly channels: number;
  /** Sums of everything older than the buckets: weight, weight·y, weight·y² of each channel in turn. */
  readonly past: readonly number[];
  /** Oldest first. */
  readonly buckets: Buckets;
  readonly scatter: MeanScatter;
}

/** How many of a vehicle's frames are outliers, lately and by habit. */
export interface OutlierHabit {
  /** Share of outliers among about the last hundred frames, exponentially weighted. */
  readonly share: number;
  /** Frames tested while there was nothing unusual, and the outliers among them. */
  readonly frames: number;
  readonly found: number;
  /** There are more than there used to be, and more than the settings bear. */
  readonly many: boolean;
}

/** How often each sensor repeats itself to the last bit, and how often whole frames do. */
export type Repeats = Readonly<Record<LimitedSensor | "frame", SensorRepeats>>;

export interface SensorRepeats {
  /** Repeats in the present run. */
  readonly run: number;
  /** Values that were new. */
  readonly fresh: number;
  /** Values before the present run. */
  readonly heard: number;
  /** The newest value; zeros before the first, and empty of whole frames. */
  readonly latest: number[];
}

/**
 * When a vehicle's entries happened, from a few marks, dense for the newest entries and ever sparser with age. A change is
 * dated by entry number; a rate a day needs its time. One list of bare numbers: 2·marks = [entry number, time].
 */
export type TimeMarks = readonly number[];

export interface TimeMark {
  readonly seq: number;
  readonly timeUs: number;
}

/**
 * What is remembered of a drift while its breach is open: when it began, and how far each sensor stood from the frozen
 * reference at a few dozen moments before and since.
 */
export interface BreachCourse {
  readonly likely: ChangePointInterval;
  readonly widely: ChangePointInterval;
  /** Oldest first. */
  readonly rows: Readonly<Record<LimitedSensor, readonly CourseRow[]>>;
}

/** Where a sensor stood at one moment, by the mean of some blocks. */
export interface CourseRow {
  /** A whole number. */
  readonly timeUs: number;
  /** Their weight; like the shifts a binary32 number. */
  readonly blocks: number;
  /** Mean shift of each value from the reference, in the track's unit. */
  readonly shifts: readonly number[];
}

/** What an entry did to a vehicle. */
export interface Folded {
  readonly state: VehicleState;
  /** Null for entries that are not frames. */
  readonly score: Score | null;
  readonly events: readonly ScoringEvent[];
}
