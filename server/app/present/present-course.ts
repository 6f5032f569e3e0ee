import { kindOf } from "../../../core/sensors/sensor-lists.ts";
import { formatTime } from "../../../core/encoding/instant.ts";
import type {
  ChangePoint,
  DriftTrend,
  NoiseGrowth as GrownNoise,
  VehicleDetail,
} from "../../../core/contract/types.ts";
import type { DriftCourse, NoiseGrowth } from "../../../core/scoring/model/score.ts";
import type { ChangeTimes } from "../ports/reading/vehicle-analysis.ts";

type ChangeBegan = NonNullable<VehicleDetail["change_began"]>;

/** When an open breach began, as the contract says it. */
export function presentChangePoint(changePointSeq: number, { likely, widely }: DriftCourse): ChangePoint {
  return {
    frame_seq: changePointSeq,
    interval_50: [...reaching(changePointSeq, [likely.fromSeq, likely.toSeq])],
    interval_90: [...reaching(changePointSeq, [widely.fromSeq, widely.toSeq])],
  };
}

/** The same as capture times. */
export function presentChangeTimes({ atUs, likelyUs, widelyUs }: ChangeTimes): ChangeBegan {
  return {
    at: formatTime(atUs),
    between_50: reaching(atUs, likelyUs).map(formatTime),
    between_90: reaching(atUs, widelyUs).map(formatTime),
  };
}

/**
 * An interval that holds the point beside which it is given. The likeliest frame is the peak of a skewed posterior, its
 * intervals leave as much out on either side: a sharp peak can stand before all of a narrow one.
 */
function reaching(point: number, [from, to]: readonly [number, number]): readonly [number, number] {
  return [Math.min(point, from), Math.max(point, to)];
}

/** The sensors to be inspected for their noise. */
export function presentNoise(noise: readonly NoiseGrowth[]): GrownNoise[] {
  return noise.map(({ sensor, sinceUs }) => ({ sensor, since: formatTime(sinceUs) }));
}

/** Where it is going. */
export function presentTrend({ trend }: DriftCourse): DriftTrend {
  const { daysInterval } = trend;
  return {
    sensor: trend.sensor,
    unit: kindOf(trend.sensor).unit,
    shape: trend.shape,
    began_at: formatTime(trend.beganUs),
    rate_per_day: trend.ratePerDay,
    rate_sd_per_day: trend.ratePerDaySd,
    time_to_critical_days: trend.daysToCritical,
    time_to_critical_interval_80: daysInterval === null ? null : [...daysInterval],
    time_to_critical_reason: trend.undated,
  };
}
