import { limitsOf } from "../verdict/drift.ts";
import { varianceOfMean } from "../scatter/variance-curve.ts";
import { fitTrend } from "./fit-trend.ts";
import type { Observation, Trend } from "./fit-trend.ts";
import { exp } from "../numeric/exp.ts";
import type { DriftCourse, DriftTrend } from "../model/score.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { Breach, CourseRow, SensorTrack, VehicleState } from "../model/state.ts";
import { timeToLimit } from "./time-to-limit.ts";
import { limitedSensors } from "../model/sensors.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import type { Drift, Standing, VarianceCurve } from "../model/standing.ts";
import { calibrationOf } from "../baseline/baseline-standing.ts";

/** Since when a drift has lasted, and where it is going. Null without a breach: a healthy vehicle costs nothing here. */
export function describeCourse(
  { breach, tracks, newestUs }: Pick<VehicleState, "breach" | "tracks" | "newestUs">,
  { drifts, curves }: Pick<Standing, "drifts" | "curves">,
  settings: ScoringSettings,
): DriftCourse | null {
  if (breach === null) return null;
  const sensor = leadingSensor(breach, drifts, settings);
  const about = {
    sensor,
    track: tracks[sensor],
    curves: curves[sensor],
    drift: drifts[sensor],
    newestUs: newestUs ?? 0,
  };
  return {
    likely: breach.course.likely,
    widely: breach.course.widely,
    trend: trendOf(breach, about, settings),
  };
}

/** Of the sensors that take part, the one nearest to its critical limit. */
function leadingSensor(
  { posterior }: Breach,
  drifts: Readonly<Record<LimitedSensor, Drift | null>>,
  settings: ScoringSettings,
): LimitedSensor {
  const nearness = (sensor: LimitedSensor, at: number) => {
    const drift = drifts[sensor];
    return drift === null
      ? 0
      : (posterior[at]! * Math.abs(drift.amount)) / limitsOf(sensor, settings).critical;
  };
  let leading: { sensor: LimitedSensor; near: number } = { sensor: "camera", near: -1 };
  limitedSensors.forEach((sensor, at) => {
    const near = nearness(sensor, at);
    if (near > leading.near) leading = { sensor, near };
  });
  return leading.sensor;
}

interface About {
  readonly sensor: LimitedSensor;
  readonly track: SensorTrack;
  readonly curves: readonly VarianceCurve[];
  readonly drift: Drift | null;
  readonly newestUs: number;
}

function trendOf(breach: Breach, about: About, settings: ScoringSettings): DriftTrend | null {
  const { sensor, track, drift, newestUs } = about;
  if (track.calibration === null || drift === null) return null;
  const trend = fitTrend(observe(breach.course.rows[sensor], about, drift));
  if (trend === null) return null;
  const unseen = unseenReason(trend);
  return {
    sensor,
    shape: trend.shape,
    beganUs: newestUs + Math.floor(trend.beganDays * dayUs + 0.5),
    ratePerDay: unseen === null ? trend.slope : null,
    ratePerDaySd: unseen === null ? Math.sqrt(trend.slopeVariance) : null,
    ...dateOf(trend, unseen, { sensor, drift, critical: limitsOf(sensor, settings).critical }),
  };
}

type TrendDate = Pick<DriftTrend, "daysToCritical" | "daysInterval" | "undated">;

/** When the trend reaches the critical limit, or why that cannot be said. */
function dateOf(
  trend: Trend,
  unseen: ReturnType<typeof unseenReason>,
  {
    sensor,
    drift,
    critical,
  }: { readonly sensor: LimitedSensor; readonly drift: Drift; readonly critical: number },
): TrendDate {
  const isNegative = sensor === "radar" && drift.amount < 0;
  const amount = isNegative ? -drift.amount : drift.amount;
  if (amount >= critical) return { daysToCritical: 0, daysInterval: null, undated: "already_beyond" };
  if (unseen !== null) return undated(unseen);
  const reached = timeToLimit(trend, isNegative ? -critical : critical);
  if (reached.kind === "no_trend") return undated("no_trend");
  if (reached.days > maxExtrapolation * trend.spanDays) return undated("span_too_short");
  return { daysToCritical: reached.days, daysInterval: [reached.lowDays, reached.highDays], undated: null };
}

function undated(why: NonNullable<DriftTrend["undated"]>): TrendDate {
  return { daysToCritical: null, daysInterval: null, undated: why };
}

const dayUs = 86_400_000_000;

/**
 * Why no rate a day can be stated of a trend, and no date; null where it can. A slope has to be seen for a part of the day
 * it is stated for, and in blocks enough for its error to be known; and what happened in a pause was not observed.
 */
function unseenReason({ spanDays, blocks, mostlyPause }: Trend): "gap_in_data" | "span_too_short" | null {
  if (mostlyPause) return "gap_in_data";
  return spanDays < leastSpanDays || blocks < leastBlocks ? "span_too_short" : null;
}

/** An hour: a rate a day is drawn on at most 24 times as far as it was seen … */
const leastSpanDays = 1 / 24;
/** … and its error rests on at least eight degrees of freedom. */
const leastBlocks = 10;
/** A date ahead is at most so many times as far away as the drift has been seen to last. */
const maxExtrapolation = 10;

/** So many times as long as their blocks take is a pause between two rows. */
const longPause = 8;

/** The rows as a drift in degrees or metres over days before now; a camera's along the direction it is off today. */
function observe(
  rows: readonly CourseRow[],
  { sensor, track, curves, newestUs }: About,
  drift: Drift,
): Observation[] {
  const { weights, varianceOf, valueOf } = rowMeasure(sensor, { track, curves }, drift);
  const periodUs = track.calibration?.periodUs ?? 0;
  return rows.map((row, at) => {
    const { timeUs, blocks, shifts } = row;
    const earlier = rows[at - 1] ?? row;
    const usualUs = 0.5 * (earlier.blocks + blocks) * periodUs;
    let along = 0;
    for (let axis = 0; axis < weights.length; axis += 1) along += weights[axis]! * shifts[axis]!;
    return {
      timeDays: (timeUs - newestUs) / dayUs,
      value: valueOf(along),
      variance: varianceOf(blocks),
      blocks,
      afterPause: timeUs - earlier.timeUs > longPause * usualUs,
    };
  });
}

interface RowMeasure {
  /** What a row's values are summed with. */
  readonly weights: readonly number[];
  /** Variance of the sum of a mean of so many blocks, in degrees or metres, squared. */
  readonly varianceOf: (blocks: number) => number;
  /** The sum in degrees or metres. */
  readonly valueOf: (along: number) => number;
}

function rowMeasure(
  sensor: LimitedSensor,
  { track, curves }: Pick<About, "track" | "curves">,
  drift: Drift,
): RowMeasure {
  const { centre } = track;
  const { scale } = calibrationOf(track);
  const varianceOf = (axis: number, blocks: number) =>
    // A part of a block is as sure as it is long.
    (scale[axis]! * scale[axis]! * varianceOfMean(curves[axis]!, blocks)) / Math.min(1, blocks);
  switch (sensor) {
    case "camera": {
      const weights = unitVector(drift.parts);
      const along = (blocks: number) =>
        weights.reduce((sum, weight, axis) => sum + weight * weight * varianceOf(axis, blocks), 0);
      return { weights, varianceOf: along, valueOf: (sum) => sum };
    }
    case "radar":
      return { weights: [1], varianceOf: (blocks) => varianceOf(0, blocks), valueOf: (along) => along };
    case "lidar": {
      const before = exp(centre[0]!);
      // The noise grows with the error. One variance for all, that of halfway, keeps large values from counting less.
      const halfway = before + 0.5 * Math.max(0, drift.amount);
      return {
        weights: [1],
        varianceOf: (blocks) => halfway * halfway * varianceOf(0, blocks),
        valueOf: (along) => exp(centre[0]! + along) - before,
      };
    }
  }
}

function unitVector(parts: readonly number[]): readonly number[] {
  let square = 0;
  for (const part of parts) square += part * part;
  const size = Math.sqrt(square);
  return size === 0 ? [1, 0, 0] : parts.map((part) => part / size);
}
