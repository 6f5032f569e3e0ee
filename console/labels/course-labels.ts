import type { VehicleDetail } from "../../clients/typescript/generated/contract.ts";
import { utcMinute } from "./moments.ts";
import { degrees, sensorMetres } from "./quantities.ts";
import { faultSourceLabel } from "./verdict-labels.ts";

type Trend = NonNullable<VehicleDetail["trend"]>;

/**
 * Where a drift is going, in one sentence: how it began, how fast it grows, when it becomes critical, or why not. `newestAt`:
 * the newest frame, from which the service counts ahead.
 */
export function trendLabel(trend: Trend, newestAt: string): string {
  const began = utcMinute(trend.began_at);
  const rate = trend.rate_per_day;
  const sensor = faultSourceLabel(trend.sensor);
  const moved =
    trend.shape === "step"
      ? `The ${sensor} drift came at once, about ${began}`
      : `The ${sensor} drift has grown since ${began}${rate === null ? "" : `, by ${amount(rate, trend)} a day`}`;
  return `${moved}; ${aheadLabel(trend, newestAt)}.`;
}

/** The sensors to be inspected for their noise, each with when it began. */
export function noiseLabel(noise: VehicleDetail["noise"]): string {
  const sensors = noise.map(({ sensor, since }) => `${faultSourceLabel(sensor)} since ${utcMinute(since)}`);
  return `Noise far above its baseline: ${sensors.join(", ")}.`;
}

function aheadLabel(trend: Trend, newestAt: string): string {
  switch (trend.time_to_critical_reason) {
    case null: {
      const [low, high] = trend.time_to_critical_interval_80 ?? [];
      const days = trend.time_to_critical_days ?? 0;
      const label = (ahead: number): string => dateAhead(newestAt, ahead, days);
      const reached = `at this rate it becomes critical about ${label(days)}`;
      return low === undefined || high === undefined
        ? reached
        : `${reached} (80 %: ${label(low)} to ${label(high)})`;
    }
    case "already_beyond":
      return "already beyond the critical limit";
    case "no_trend":
      return "not growing";
  }
}

function amount(perDay: number, { unit }: Trend): string {
  return unit === "deg" ? degrees(perDay) : sensorMetres(perDay);
}

/** To the minute within two days, else to the day: more is not known. */
function dateAhead(newestAt: string, days: number, expectedDays: number): string {
  const at = new Date(Date.parse(newestAt) + days * 86_400_000).toISOString();
  return expectedDays < 2 ? utcMinute(at) : at.slice(0, 10);
}
