import type { VehicleDetail, VehicleSeries } from "../../clients/typescript/generated/contract.ts";
import type { ChartMoment } from "./chart-plan.ts";

/** Seconds since 1970 of each point. */
export function timesOf(series: VehicleSeries): readonly number[] {
  return series.timestamps.map((timestamp) => Date.parse(timestamp) / 1000);
}

/** A change that the detector spoke of, in the vehicle's own time. */
export interface Change {
  readonly signal: string;
  /** When it began by the test that decided; null where the service no longer says it. */
  readonly began: NonNullable<VehicleDetail["change_began"]> | null;
}

/**
 * The moments every chart of a vehicle marks: each signal inside the series, and where the change behind it began: by the
 * test that decided where that is known, else by the tabular sums.
 */
export function momentsOf(series: VehicleSeries, changes: readonly Change[]): readonly ChartMoment[] {
  const timesS = timesOf(series);
  const first = timesS.at(0);
  const last = timesS.at(-1);
  if (first === undefined || last === undefined) return [];
  return distinct(changes)
    .filter(({ signal }) => secondsOf(signal) >= first && secondsOf(signal) <= last)
    .flatMap(({ signal, began }): readonly ChartMoment[] => {
      const atS = secondsOf(signal);
      const onset = began === null ? tabularOnset(series, timesS, atS) : onsetOf(began, first);
      return onset === null ? [{ kind: "signal", atS }] : [onset, { kind: "signal", atS }];
    });
}

/** Null when it lies before what is shown. */
function onsetOf(
  { at, between_90: [from = at, to = at] }: NonNullable<Change["began"]>,
  firstS: number,
): ChartMoment | null {
  const atS = secondsOf(at);
  const betweenS = { min: Math.max(firstS, secondsOf(from)), max: Math.max(firstS, secondsOf(to)) };
  return atS < firstS ? null : { kind: "onset", atS, betweenS };
}

function tabularOnset(series: VehicleSeries, timesS: readonly number[], signalS: number): ChartMoment | null {
  const atS = onsetBefore(series, timesS, signalS);
  return atS === null ? null : { kind: "onset", atS };
}

/**
 * Where a baseline was begun afresh, for a divider between two stages. By the place in the journal: the command that did it
 * has the service's time, and the series the vehicle's.
 */
export function stagesOf(
  series: VehicleSeries,
  { tier_history: history }: Pick<VehicleDetail, "tier_history">,
): readonly ChartMoment[] {
  const timesS = timesOf(series);
  return history
    .filter(({ to, decided_by: reason }) => to === "UNKNOWN" && reason === "learning")
    .flatMap(({ frame_seq: command }): readonly ChartMoment[] => {
      const first = series.frame_seqs.findIndex((seq) => seq > command);
      const atS = timesS[first];
      // What began before the first point has no older stage beside it to be divided from.
      return first < 1 || atS === undefined ? [] : [{ kind: "recalibrated", atS }];
    })
    .toReversed();
}

/**
 * When the detector spoke, in the vehicle's own time: the opening of the open breach, and before it every rise out of a
 * quiet tier. (The times of evidence are those of the service's clock; a replayed stream has others.)
 */
export function changesOf(
  vehicle: Pick<VehicleDetail, "open_breach" | "change_began" | "tier_history">,
): readonly Change[] {
  const openedAt = vehicle.open_breach?.opened_at ?? null;
  const rises = vehicle.tier_history
    .filter((change) => isQuiet(change.from) && !isQuiet(change.to))
    .map((change): Change => ({ signal: change.at, began: null }))
    .filter(({ signal }) => openedAt === null || Date.parse(signal) < Date.parse(openedAt));
  return openedAt === null ? rises : [...rises, { signal: openedAt, began: vehicle.change_began }];
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

/** Oldest first, each signal once. */
function distinct(changes: readonly Change[]): readonly Change[] {
  const bySignal = new Map(changes.map((change) => [secondsOf(change.signal), change]));
  return [...bySignal.entries()].sort(([one], [other]) => one - other).map(([, change]) => change);
}

function secondsOf(time: string): number {
  return Date.parse(time) / 1000;
}
