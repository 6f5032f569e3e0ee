import { decodeBytes, encodeBytes } from "./codec/binary-codec.ts";
import type { GroundedStanding } from "../verdict/standing.ts";
import type { BreachCourse } from "../breach/breach-course.ts";
import { zeros } from "../numeric/doubles.ts";
import type { ChangeSums } from "../change/change-sums.ts";
import { noChangeSums } from "../change/change-sums.ts";
import type { StartingPrior } from "./journal-entry.ts";
import type { Quaternion } from "../numeric/quaternion.ts";
import type { Channel, DecidingWindow, Reason } from "./score.ts";
import { channels } from "./score.ts";
import type { ChannelNoise } from "../change/channel-noise.ts";
import { noChannelNoise } from "../change/channel-noise.ts";
import type { OutlierHabit } from "../frame/outlier-habit.ts";
import { noOutliers } from "../frame/outlier-habit.ts";
import { stateCodec } from "./codec/state-codec.ts";
import { noRepeats } from "../frame/stuck-sensor.ts";
import type { Repeats } from "../frame/stuck-sensor.ts";
import type { Tier } from "./tier.ts";
import { noMarks } from "../frame/time-marks.ts";
import type { TimeMarks } from "../frame/time-marks.ts";

/** The sensors whose noise and location are learnt; confidence is the lidar's own opinion of its match. */
export const trackNames = ["camera", "radar", "lidar", "confidence"] as const;
export type TrackName = (typeof trackNames)[number];

/** How many values a block of each track holds. */
export const trackWidths: Readonly<Record<TrackName, number>> = {
  camera: 3,
  radar: 1,
  lidar: 1,
  confidence: 1,
};

/**
 * Everything `fold` remembers of one vehicle: a plain value, never changed in place. Numbers are finite; what is not
 * known yet is null or empty, never NaN.
 */
export interface VehicleState {
  /** Entry number of the newest entry; 0 before the first. */
  readonly entries: number;
  /** Frames that moved the detectors. */
  readonly frames: number;
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
  /** Tabular CUSUM of each channel: upper sum, lower sum, count, mean, squares about the mean (chart only). */
  readonly charts: readonly number[];
  /** How far each channel scatters. */
  readonly noise: readonly ChannelNoise[];
  readonly reference: RegisteredReference | null;
  readonly outliers: OutlierHabit;
  /** When the entries so far happened. */
  readonly marks: TimeMarks;
  /** How often each sensor repeats itself. */
  readonly repeats: Repeats;
  /** What its fleet taught of its noise before it was heard; null: the settings' prior holds. */
  readonly prior: StartingPrior | null;
  /** Where its sensors stood at the newest frame, so that the next one need not reckon it again; never stored. */
  readonly standing: GroundedStanding | null;
}

export interface TierState {
  readonly tier: Tier;
  readonly reason: Reason;
  readonly sinceSeq: number;
  readonly sinceUs: number | null;
  /** Blocks in a row that would let the tier step down. */
  readonly calmBlocks: number;
  /** Blocks in a row with critical evidence beyond the caution limit. */
  readonly sustainedBlocks: number;
}

/** One sensor's way from single frames to a calibrated stream of nearly independent blocks. */
export interface SensorTrack {
  /** Usable frames since the last `learn`. */
  readonly frames: number;
  /** Share of the latest frames that carried the sensor, exponentially weighted over 50 frames. */
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
  /** What a calibration before the last `learn` taught about the noise. */
  readonly inherited: InheritedNoise | null;
  /** Latest whitened scores and their time, for the correlation in time. */
  readonly previous: readonly number[];
  readonly previousUs: number | null;
  /** The newest blocks, oldest first. */
  readonly recent: readonly RecentBlock[];
  /** Mean of the reference blocks that have left `recent`, and their weight. */
  readonly centre: readonly number[];
  readonly centreWeight: number;
  /** The baseline after a repair is not where it was before the fault. */
  readonly notRestored: boolean;
}

export interface OpenBlock {
  readonly frames: number;
  readonly weight: number;
  readonly sums: readonly number[];
  readonly squares: readonly number[];
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

/** A block of a calibrated sensor, for as long as it counts as news. */
export interface RecentBlock {
  readonly seq: number;
  readonly weight: number;
  /** Each a binary32 number. Camera: degrees from the baseline pose. */
  readonly placed: readonly number[];
}

export interface SensorCalibration {
  /** Blocks it was learnt from. */
  readonly blocks: number;
  readonly established: boolean;
  /** Camera: baseline mean rotation, from which values are measured. */
  readonly pose: Quaternion | null;
  readonly location: Float64Array;
  /** Standard deviation of a block per value. */
  readonly scale: Float64Array;
  /** Row-major matrix that turns value − location into independent unit-variance scores. */
  readonly whitening: Float64Array;
  /** Standard deviation of a frame over that of a block. */
  readonly frameRatio: Float64Array;
  /** Lag-1 correlation of the scores of blocks one period apart. */
  readonly correlation: Float64Array;
  readonly periodUs: number;
  /** How many σ one unit of the clip stands for, at least 1. */
  readonly clipUnit: Float64Array;
  /** Indifference zone in the unit of the evidence. */
  readonly zones: Float64Array;
}

export interface InheritedNoise {
  readonly scale: Float64Array;
  readonly correlation: Float64Array;
  readonly degrees: number;
  /** Where the sensor stood before the fault. */
  readonly pose: Quaternion | null;
  readonly centre: readonly number[];
}

export interface Finding {
  readonly nats: number | null;
  readonly posterior: readonly number[];
  readonly changeSeq: number;
  /** The channel that speaks loudest. */
  readonly channel: number;
  /** The evidence speaks of a change, whichever single block is left out. */
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
  readonly first: readonly number[];
  /** Per pair j ≤ k: weight, Σ uⱼuₖ, Σ (uⱼuₖ)². */
  readonly second: readonly number[];
}

export interface RegisteredReference {
  readonly rotation: Quaternion;
  readonly validFromUs: number;
}

export const changeChannels = channels.length;
export const channelPairs = (channels.length * (channels.length + 1)) / 2;
/** Numbers a channel's tabular chart keeps. */
export const chartWidth = 5;

export function initialState(): VehicleState {
  return {
    entries: 0,
    frames: 0,
    newestUs: null,
    tier: {
      tier: "UNKNOWN",
      reason: "learning",
      sinceSeq: 0,
      sinceUs: null,
      calmBlocks: 0,
      sustainedBlocks: 0,
    },
    frozen: false,
    tracks: {
      camera: initialTrack("camera", null),
      radar: initialTrack("radar", null),
      lidar: initialTrack("lidar", null),
      confidence: initialTrack("confidence", null),
    },
    evidence: noChangeSums(changeChannels),
    confidenceEvidence: noChangeSums(1),
    finding: noFinding(),
    breach: null,
    confidenceAlarm: null,
    moments: {
      first: zeros(2 * changeChannels),
      second: zeros(3 * channelPairs),
    },
    charts: zeros(chartWidth * changeChannels),
    noise: channels.map(() => noChannelNoise),
    reference: null,
    outliers: noOutliers,
    marks: noMarks,
    repeats: noRepeats,
    prior: null,
    standing: null,
  };
}

export function noFinding(): Finding {
  return {
    nats: null,
    posterior: zeros(3),
    changeSeq: 0,
    channel: 0,
    suspected: false,
    window: null,
    confidenceNats: null,
    confidenceChangeSeq: null,
  };
}

export function initialTrack(name: TrackName, inherited: InheritedNoise | null): SensorTrack {
  const width = trackWidths[name];
  return {
    frames: 0,
    presence: 0,
    usualPresence: 0,
    coarseFrames: 0,
    level: 0,
    open: emptyBlock(width),
    learnt: [],
    within: zeros(width),
    withinFrames: 0,
    anchor: null,
    calibration: null,
    inherited,
    previous: zeros(width),
    previousUs: null,
    recent: [],
    centre: zeros(width),
    centreWeight: 0,
    notRestored: false,
  };
}

export function emptyBlock(width: number): OpenBlock {
  return {
    frames: 0,
    weight: 0,
    sums: zeros(width),
    squares: zeros(width),
  };
}

/** The state as bytes, at most 5 KiB once every baseline is established; equal states give equal bytes. */
export function packState(state: VehicleState): Uint8Array {
  return encodeBytes(stateCodec, state);
}

/** Exactly the state that was packed. Throws RangeError on bytes that `packState` did not write. */
export function unpackState(bytes: Uint8Array): VehicleState {
  return decodeBytes(stateCodec, bytes);
}
