import { formatTime } from "../../../core/encoding/instant.ts";
import type { VehicleSeries } from "../../../core/contract/types.ts";
import type { SkimmedChannel, SkimmedScore } from "../../../core/scoring/model/codec/skimmed-score.ts";
import type { ChannelScore, Reason, Score } from "../../../core/scoring/model/score.ts";
import { inLimitUnits } from "../../../core/scoring/verdict/drift.ts";
import { tiers, type Tier } from "../../../core/scoring/model/tier.ts";
import type { SeriesValues } from "../ports/reading/vehicle-analysis.ts";
import { presentChannel } from "../present/present-channel.ts";
import { channels } from "../../../core/scoring/model/sensors.ts";
import type { Channel } from "../../../core/scoring/model/sensors.ts";

/** What costs too much to be read of every frame. */
export type WholeScore = Pick<Score, "mahalDistance"> & {
  readonly channels: readonly Pick<ChannelScore, "channel" | "drift" | "driftSd" | "shareOfT2">[];
};

/**
 * Scores in order of time, gathered into at most so many points of equally many frames. A point holds the newest value
 * of each kind and, where it stands for several frames, the extremes: however coarse the chart, no crossing of a limit
 * is lost.
 */
export class SeriesColumns {
  readonly #framesPerPoint: number;
  readonly #points: Point[] = [];
  readonly #limits = new Map<Channel, number>();
  #frames = 0;

  constructor({ frames, points }: { readonly frames: number; readonly points: number }) {
    this.#framesPerPoint = Math.max(1, Math.ceil(frames / points));
  }

  /** `readWhole` is asked only for the frames that a point shows last. */
  add(timestampUs: number, score: SkimmedScore, readWhole: () => WholeScore): void {
    const isFull = this.#frames % this.#framesPerPoint === 0;
    const point = (isFull ? undefined : this.#points.at(-1)) ?? this.#begin(timestampUs, score);
    this.#frames += 1;
    for (const { channel, cusumLimit } of score.channels) this.#limits.set(channel, cusumLimit);
    addToPoint(point, timestampUs, score);
    if (!score.late)
      for (const { channel } of score.channels) channelOf(point, channel).readWhole = readWhole;
  }

  #begin(timestampUs: number, score: SkimmedScore): Point {
    const point = emptyPoint(timestampUs, score);
    this.#points.push(point);
    return point;
  }

  get isDownsampled(): boolean {
    return this.#framesPerPoint > 1;
  }

  columns(): SeriesValues {
    const points = this.#points;
    const estimates = points.map(estimatesOf);
    return {
      timestamps: points.map(({ timestampUs }) => formatTime(timestampUs)),
      frame_seqs: points.map(({ seq }) => seq),
      tiers: points.map(({ tier }) => tier),
      decided_by: points.map(({ reason }) => reason),
      channels: channels.flatMap((channel) => {
        const limit = this.#limits.get(channel);
        return limit === undefined ? [] : [this.#channelColumns(channel, limit, estimates)];
      }),
      cusum_statistic: points.map(({ statistic }) => statistic.newest),
      ...(this.#limits.has("camera_x") && cameraColumns(estimates)),
      t2: points.map(({ t2 }) => t2.newest),
      t2_limit: points.map(({ t2Limit }) => t2Limit),
      ...(this.isDownsampled && {
        cusum_statistic_max: points.map(({ statistic }) => statistic.largest),
        t2_max: points.map(({ t2 }) => t2.largest),
      }),
    };
  }

  #channelColumns(
    channel: Channel,
    limit: number,
    estimates: readonly PointEstimates[],
  ): VehicleSeries["channels"][number] {
    const ofChannel = estimates.map((estimate) => estimate.get(channel) ?? null);
    const points = this.#points.map((point) => point.channels.get(channel) ?? noChannel);
    return {
      ...presentChannel(channel),
      residual: points.map(({ residual }) => residual.newest),
      cusum_upper: points.map(({ upper }) => upper.newest),
      cusum_lower: points.map(({ lower }) => lower.newest),
      cusum_limit: limit,
      drift: ofChannel.map((estimate) => sixDigits(estimate?.drift ?? null)),
      drift_sd: ofChannel.map((estimate) => sixDigits(estimate?.driftSd ?? null)),
      t2_part: ofChannel.map((estimate) => sixDigits(estimate?.t2Part ?? null)),
      ...(this.isDownsampled && {
        residual_min: points.map(({ residual }) => residual.smallest),
        residual_max: points.map(({ residual }) => residual.largest),
        cusum_upper_max: points.map(({ upper }) => upper.largest),
        cusum_lower_max: points.map(({ lower }) => lower.largest),
      }),
    };
  }
}

/** The newest, smallest and largest of some values; null when there was none. Written anew in place: a series has 100,000 frames. */
class Range {
  newest: number | null = null;
  smallest: number | null = null;
  largest: number | null = null;

  add(value: number | null): void {
    if (value === null) return;
    this.newest = value;
    if (this.smallest === null || value < this.smallest) this.smallest = value;
    if (this.largest === null || value > this.largest) this.largest = value;
  }
}

class ChannelPoint {
  /** The point's newest frame in which the channel was heard. */
  readWhole: (() => WholeScore) | null = null;
  readonly residual = new Range();
  readonly upper = new Range();
  readonly lower = new Range();
}

interface Point {
  timestampUs: number;
  seq: number;
  tier: Tier;
  reason: Reason;
  readonly statistic: Range;
  readonly t2: Range;
  t2Limit: number | null;
  readonly channels: Map<Channel, ChannelPoint>;
}

const noChannel = new ChannelPoint();

function emptyPoint(timestampUs: number, { seq, tier, reason }: SkimmedScore): Point {
  return {
    timestampUs,
    seq,
    tier,
    reason,
    statistic: new Range(),
    t2: new Range(),
    t2Limit: null,
    channels: new Map(),
  };
}

function addToPoint(point: Point, timestampUs: number, score: SkimmedScore): void {
  point.timestampUs = timestampUs;
  point.seq = score.seq;
  point.tier = worse(point.tier, score.tier);
  if (point.tier === score.tier) point.reason = score.reason;
  point.t2.add(score.mahalDistance === null ? null : score.mahalDistance ** 2);
  point.t2Limit = score.t2Limit ?? point.t2Limit;
  if (!score.late) point.statistic.add(score.cusumStatistic);
  for (const channel of score.channels) addToChannel(channelOf(point, channel.channel), channel, score.late);
}

function channelOf({ channels: known }: Point, channel: Channel): ChannelPoint {
  const found = known.get(channel);
  if (found !== undefined) return found;
  const begun = new ChannelPoint();
  known.set(channel, begun);
  return begun;
}

/** A late frame moved no detector: the sums it repeats belong to another time, so only its residual is drawn. */
function addToChannel(point: ChannelPoint, channel: SkimmedChannel, late: boolean): void {
  point.residual.add(channel.residual);
  if (late) return;
  point.upper.add(channel.cusumUpper);
  point.lower.add(channel.cusumLower);
}

interface Estimate {
  readonly drift: number;
  readonly driftSd: number;
  readonly t2Part: number | null;
}

type PointEstimates = ReadonlyMap<Channel, Estimate>;

/** Channels mostly come in one frame: it is read once for all of them. */
function estimatesOf({ channels: heard }: Point): PointEstimates {
  const scores = new Map<() => WholeScore, WholeScore>();
  const estimates = new Map<Channel, Estimate>();
  for (const [channel, { readWhole }] of heard) {
    if (readWhole === null) continue;
    const score = scores.get(readWhole) ?? readWhole();
    scores.set(readWhole, score);
    const found = score.channels.find((candidate) => candidate.channel === channel);
    if (found !== undefined) estimates.set(channel, estimateOf(found, score));
  }
  return estimates;
}

function estimateOf(
  { drift, driftSd, shareOfT2 }: WholeScore["channels"][number],
  { mahalDistance }: WholeScore,
): Estimate {
  return { drift, driftSd, t2Part: mahalDistance === null ? null : shareOfT2 * mahalDistance ** 2 };
}

/** The angle that the limits are held against, from the drift about each axis. */
function cameraColumns(
  estimates: readonly PointEstimates[],
): Required<Pick<SeriesValues, "camera_drift" | "camera_drift_sd">> {
  const drifts = estimates.map(cameraDriftOf);
  return {
    camera_drift: drifts.map((drift) => sixDigits(drift?.amount ?? null)),
    camera_drift_sd: drifts.map((drift) => sixDigits(drift?.sd ?? null)),
  };
}

function cameraDriftOf(estimates: PointEstimates) {
  const axes = cameraChannels.flatMap((channel) => estimates.get(channel) ?? []);
  if (axes.length < cameraChannels.length) return null;
  const moved = { shifts: axes.map(({ drift }) => drift), sds: axes.map(({ driftSd }) => driftSd) };
  return inLimitUnits("camera", [0, 0, 0], moved);
}

const cameraChannels = ["camera_x", "camera_y", "camera_z"] as const;

/** More than any drift is known to, at half the bytes. */
function sixDigits(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(6));
}

function worse(one: Tier, other: Tier): Tier {
  return one !== other && tiers.indexOf(other) > tiers.indexOf(one) ? other : one;
}
