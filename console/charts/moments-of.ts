import type { VehicleDetail, VehicleSeries } from "../../clients/typescript/generated/contract.ts";
import type { ChartMoment } from "./chart-plan.ts";

/** Seconds since 1970 of each point. */
export function timesOf(series: VehicleSeries): readonly number[] {
  return series.timestamps.map((timestamp) => Date.parse(timestamp) / 1000);
}

/**
 * The moments every chart of a vehicle marks: each signal inside the series, and where the change behind it most likely
 * began. `signals` are the times at which a breach opened.
 */
export function momentsOf(series: VehicleSeries, signals: readonly string[]): readonly ChartMoment[] {
  const timesS = timesOf(series);
  const first = timesS.at(0);
  const last = timesS.at(-1);
  if (first === undefined || last === undefined) return [];
  return distinct(signals.map((signal) => Date.parse(signal) / 1000))
    .filter((atS) => atS >= first && atS <= last)
    .flatMap((atS): readonly ChartMoment[] => {
      const onsetS = onsetBefore(series, timesS, atS);
      const signal: ChartMoment = { kind: "signal", atS };
      return onsetS === null ? [signal] : [{ kind: "onset", atS: onsetS }, signal];
    });
}

/**
 * When the detector spoke, in the vehicle's own time: the opening of the open breach, and before it every rise out of a
 * quiet tier. (The times of evidence are those of the service's clock; a replayed stream has others.)
 */
export function signalsOf(vehicle: Pick<VehicleDetail, "open_breach" | "tier_history">): readonly string[] {
  const openedAt = vehicle.open_breach?.opened_at ?? null;
  const rises = vehicle.tier_history
    .filter((change) => isQuiet(change.from) && !isQuiet(change.to))
    .map((change) => change.at)
    .filter((at) => openedAt === null || Date.parse(at) < Date.parse(openedAt));
  return openedAt === null ? rises : [...rises, openedAt];
}

function isQuiet(tier: string): boolean {
  return tier === "NOMINAL" || tier === "UNKNOWN";
}

/**
 * The classical estimate of a change's beginning: the last time the winning cumulative sum was zero before it signalled
 * (Page 1954). Null when the sum was never zero inside the series: the beginning lies before it.
 */
export function onsetBefore(
  series: VehicleSeries,
  timesS: readonly number[],
  signalS: number,
): number | null {
  const signalIndex = timesS.findLastIndex((atS) => atS <= signalS);
  const sums = series.channels.flatMap((channel) => [
    { values: channel.cusum_upper, limit: channel.cusum_limit },
    { values: channel.cusum_lower, limit: channel.cusum_limit },
  ]);
  let winner: readonly (number | null)[] | null = null;
  let highest = 0;
  for (const { values, limit } of sums) {
    const height = (lastUpTo(values, signalIndex) ?? 0) / limit;
    if (height > highest) {
      winner = values;
      highest = height;
    }
  }
  const zeroIndex = winner?.slice(0, signalIndex + 1).findLastIndex((value) => value === 0) ?? -1;
  return timesS[zeroIndex] ?? null;
}

function lastUpTo(values: readonly (number | null)[], index: number): number | null {
  return values.slice(0, index + 1).findLast((value) => value !== null) ?? null;
}

function distinct(times: readonly number[]): readonly number[] {
  return [...new Set(times)].sort((a, b) => a - b);
}
