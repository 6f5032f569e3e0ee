import { sensorKinds } from "../../../core/sensors/kinds.ts";
import { channelOf, type Kind } from "../../../core/sensors/sensor-lists.ts";
import type { VehicleSeries } from "../../../core/contract/types.ts";
import { formatTime } from "../../../core/encoding/instant.ts";
import type { SkimmedScore } from "../../../core/scoring/model/codec/skimmed-score.ts";
import type { ChannelScore, Reason, Score } from "../../../core/scoring/model/score.ts";
import { type Channel, channels } from "../../../core/scoring/model/sensors.ts";
import { type Tier, tiers } from "../../../core/scoring/model/tier.ts";
import { sixDigits } from "../../../core/scoring/numeric/rounding/six-digits.ts";
import type { SeriesValues } from "../ports/reading/vehicle-analysis.ts";

/** Numbers of one row of the table. */
const ofRange = 3;

/**
 * The newest, smallest and largest of the values of each column in each row, null where there was none. In one table of
 * numbers, because a series adds 17 values of each of 100,000 frames.
 */
export class ValueRanges {
  readonly #values: Float64Array;
  readonly #columns: number;

  constructor(rows: number, columns: number) {
    this.#columns = columns;
    this.#values = new Float64Array(rows * columns * ofRange).fill(Number.NaN);
  }

  add(row: number, column: number, value: number): void {
    const values = this.#values;
    const at = (row * this.#columns + column) * ofRange;
    values[at] = value;
    // Nothing compares with what is not there yet.
    if (!(values[at + 1]! <= value)) values[at + 1] = value;
    if (!(values[at + 2]! >= value)) values[at + 2] = value;
  }

  newest(row: number, column: number): number | null {
    return this.#at(row, column, 0);
  }

  smallest(row: number, column: number): number | null {
    return this.#at(row, column, 1);
  }

  largest(row: number, column: number): number | null {
    return this.#at(row, column, 2);
  }

  #at(row: number, column: number, which: number): number | null {
    const value = this.#values[(row * this.#columns + column) * ofRange + which]!;
    return Number.isNaN(value) ? null : value;
  }
}

/** What costs too much to be read of every frame. */
export type WholeScore = Pick<Score, "mahalDistance"> & {
  readonly channels: readonly Pick<ChannelScore, "channel" | "drift" | "driftSd" | "shareOfT2">[];
};

/** Of W and of T²; then of each channel its residual and both sums. */
const [ofStatistic, ofT2, beforeChannels] = [0, 1, 2];
const [ofResidual, ofUpper, ofLower, ofChannel] = [0, 1, 2, 3];

/**
 * Scores in order of time, gathered into at most so many points of equally many frames. A point holds the newest value
 * of each kind and, where it stands for several frames, the extremes: however coarse the chart, no crossing of a limit
 * is lost. `Source` is where a whole score can be read from.
 */
export class SeriesColumns<Source> {
  readonly #framesPerPoint: number;
  readonly #readWhole: (source: Source) => WholeScore;
  readonly #points: Point<Source>[] = [];
  readonly #ranges: ValueRanges;
  readonly #limits: (number | undefined)[] = channels.map(() => undefined);
  #left = 0;

  /** `readWhole` is asked only for the frames that a point shows last. */
  constructor(
    { frames, points }: { readonly frames: number; readonly points: number },
    readWhole: (source: Source) => WholeScore,
  ) {
    this.#framesPerPoint = Math.max(1, Math.ceil(frames / points));
    this.#readWhole = readWhole;
    const rows = Math.ceil(frames / this.#framesPerPoint);
    this.#ranges = new ValueRanges(rows, beforeChannels + ofChannel * channels.length);
  }

  /** At most as many frames as were announced. */
  add(timestampUs: number, score: SkimmedScore, source: Source): void {
    if (this.#left === 0) this.#begin();
    this.#left -= 1;
    const row = this.#points.length - 1;
    addToPoint(this.#points[row]!, timestampUs, score);
    this.#addValues(row, score);
    for (const channel of score.channels) this.#limits[channel.place] = channel.cusumLimit;
    if (score.late) return;
    const received = this.#points[row]!.newestOf;
    for (const channel of score.channels) received[channel.place] = source;
  }

  #begin(): void {
    this.#left = this.#framesPerPoint;
    this.#points.push({
      timestampUs: 0,
      seq: 0,
      tier: null,
      reason: "learning",
      t2Limit: null,
      newestOf: channels.map(() => null),
    });
  }

  /** A late frame moved no detector: the sums it repeats belong to another time, so only its residual is drawn. */
  #addValues(row: number, { mahalDistance, cusumStatistic, late, channels: received }: SkimmedScore): void {
    const ranges = this.#ranges;
    if (mahalDistance !== null) ranges.add(row, ofT2, sixDigits(mahalDistance ** 2));
    if (!late && cusumStatistic !== null) ranges.add(row, ofStatistic, cusumStatistic);
    for (const { place, residual, cusumUpper, cusumLower } of received) {
      const first = beforeChannels + ofChannel * place;
      ranges.add(row, first + ofResidual, residual);
      if (late) continue;
      ranges.add(row, first + ofUpper, cusumUpper);
      ranges.add(row, first + ofLower, cusumLower);
    }
  }

  get isDownsampled(): boolean {
    return this.#framesPerPoint > 1;
  }

  /**
   * The JSON text of `SeriesValues`, piece by piece, none of which takes more than some milliseconds: whoever writes it can
   * turn to other questions in between.
   */
  *texts(): Generator<string> {
    const points = this.#points;
    const ranges = this.#ranges;
    const estimates: PointEstimates[] = [];
    for (const { newestOf } of points) {
      estimates.push(estimatesOf(newestOf, this.#readWhole));
      if (estimates.length % pointsAtOnce === 0) yield "";
    }
    yield `{${memberText(
      "timestamps",
      points.map(({ timestampUs }) => formatTime(timestampUs)),
    )}`;
    yield `,${memberText(
      "frame_seqs",
      points.map(({ seq }) => seq),
    )}`;
    yield `,${memberText(
      "tiers",
      points.map(({ tier }) => tier!),
    )}`;
    yield `,${memberText(
      "decided_by",
      points.map(({ reason }) => reason),
    )}`;
    yield* this.#channelTexts(estimates);
    yield `,${memberText(
      "cusum_statistic",
      points.map((_, row) => ranges.newest(row, ofStatistic)),
    )}`;
    for (const kind of sensorKinds) {
      if (kind.drift.column === null || !this.#isReceived(kind)) continue;
      const drifts = estimates.map((estimate) => driftOver(kind, estimate));
      const { column } = kind.drift;
      yield `,${memberText(
        column,
        drifts.map((drift) => (drift === null ? null : sixDigits(drift.amount))),
      )}`;
      yield `,${memberText(
        `${column}_sd`,
        drifts.map((drift) => (drift === null ? null : sixDigits(drift.sd))),
      )}`;
    }
    yield `,${memberText(
      "t2",
      points.map((_, row) => ranges.newest(row, ofT2)),
    )}`;
    yield `,${memberText(
      "t2_limit",
      points.map(({ t2Limit }) => t2Limit),
    )}`;
    if (this.isDownsampled) {
      yield `,${memberText(
        "cusum_statistic_max",
        points.map((_, row) => ranges.largest(row, ofStatistic)),
      )}`;
      yield `,${memberText(
        "t2_max",
        points.map((_, row) => ranges.largest(row, ofT2)),
      )}`;
    }
    yield "}";
  }

  #isReceived({ channels: [{ name }] }: Kind): boolean {
    return this.#limits[channels.indexOf(name)] !== undefined;
  }

  *#channelTexts(estimates: readonly PointEstimates[]): Generator<string> {
    yield ',"channels":[';
    let isFirst = true;
    for (const [place, channel] of channels.entries()) {
      const limit = this.#limits[place];
      if (limit === undefined) continue;
      yield `${isFirst ? "" : ","}${JSON.stringify(this.#channelColumns(channel, limit, estimates))}`;
      isFirst = false;
    }
    yield "]";
  }

  #channelColumns(
    channel: Channel,
    limit: number,
    estimates: readonly PointEstimates[],
  ): VehicleSeries["channels"][number] {
    const ofPoints = estimates.map((estimate) => estimate.get(channel) ?? null);
    const [points, ranges] = [this.#points, this.#ranges];
    const first = beforeChannels + ofChannel * channels.indexOf(channel);
    return {
      ...channelOf(channel),
      residual: points.map((_, row) => ranges.newest(row, first + ofResidual)),
      cusum_upper: points.map((_, row) => ranges.newest(row, first + ofUpper)),
      cusum_lower: points.map((_, row) => ranges.newest(row, first + ofLower)),
      cusum_limit: limit,
      drift: ofPoints.map((estimate) => estimate?.drift ?? null),
      drift_sd: ofPoints.map((estimate) => estimate?.driftSd ?? null),
      t2_part: ofPoints.map((estimate) => estimate?.t2Part ?? null),
      ...(this.isDownsampled && {
        residual_min: points.map((_, row) => ranges.smallest(row, first + ofResidual)),
        residual_max: points.map((_, row) => ranges.largest(row, first + ofResidual)),
        cusum_upper_max: points.map((_, row) => ranges.largest(row, first + ofUpper)),
        cusum_lower_max: points.map((_, row) => ranges.largest(row, first + ofLower)),
      }),
    };
  }
}

/** Points whose whole scores are read without letting other questions in. */
const pointsAtOnce = 512;

function memberText<Name extends keyof SeriesValues>(name: Name, value: SeriesValues[Name]): string {
  return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
}

interface Point<Source> {
  timestampUs: number;
  seq: number;
  /** Null before its first frame. */
  tier: Tier | null;
  reason: Reason;
  t2Limit: number | null;
  /** By channel: the point's newest frame that has it. */
  readonly newestOf: (Source | null)[];
}

function addToPoint<Source>(point: Point<Source>, timestampUs: number, score: SkimmedScore): void {
  point.timestampUs = timestampUs;
  point.seq = score.seq;
  point.tier = point.tier === null ? score.tier : worse(point.tier, score.tier);
  if (point.tier === score.tier) point.reason = score.reason;
  point.t2Limit = score.t2Limit ?? point.t2Limit;
}

interface Estimate {
  readonly drift: number;
  readonly driftSd: number;
  readonly t2Part: number | null;
}

type PointEstimates = ReadonlyMap<Channel, Estimate>;

/** Channels mostly come in one frame: it is read once for all of them. */
function estimatesOf<Source>(
  newestOf: readonly (Source | null)[],
  readWhole: (source: Source) => WholeScore,
): PointEstimates {
  const scores = new Map<Source, WholeScore>();
  const estimates = new Map<Channel, Estimate>();
  for (const [place, source] of newestOf.entries()) {
    if (source === null) continue;
    const score = scores.get(source) ?? readWhole(source);
    scores.set(source, score);
    const channel = channels[place]!;
    const found = score.channels.find((candidate) => candidate.channel === channel);
    if (found !== undefined) estimates.set(channel, estimateOf(found, score));
  }
  return estimates;
}

function estimateOf(
  { drift, driftSd, shareOfT2 }: WholeScore["channels"][number],
  { mahalDistance }: WholeScore,
): Estimate {
  return {
    drift,
    driftSd,
    t2Part: mahalDistance === null ? null : sixDigits(shareOfT2 * mahalDistance ** 2),
  };
}

/** The angle that the limits are held against, from the drift about each axis. */
function driftOver(kind: Kind, estimates: PointEstimates) {
  const axes = kind.channels.flatMap(({ name }) => estimates.get(name) ?? []);
  if (axes.length < kind.channels.length) return null;
  return lengthOf(axes);
}

/** The length of a vector without the part that its noise explains, and its standard deviation. */
function lengthOf(axes: readonly { readonly drift: number; readonly driftSd: number }[]) {
  let [square, noise, along] = [0, 0, 0];
  for (const { drift, driftSd } of axes) {
    square += drift * drift;
    noise += driftSd * driftSd;
    along += (drift * driftSd) ** 2;
  }
  const sd = Math.sqrt(square > 0 ? along / square : noise / axes.length);
  return { amount: Math.sqrt(Math.max(0, square - noise)), sd };
}

function worse(one: Tier, other: Tier): Tier {
  return one !== other && tiers.indexOf(other) > tiers.indexOf(one) ? other : one;
}
