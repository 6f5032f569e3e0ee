import { addressOf } from "./route.ts";

/** Stretch of a vehicle's history, back from its newest frame. */
export const timeRanges = ["1h", "24h", "7d", "30d", "all"] as const;
export type TimeRange = (typeof timeRanges)[number];

/** What an address says, `all` when it says nothing that is known. */
export function timeRangeOf(text: string | null): TimeRange {
  return timeRanges.find((range) => range === text) ?? "all";
}

export function vehicleAddress(vehicleId: string, range: TimeRange = "all"): string {
  return addressOf("vehicle", { vehicle_id: vehicleId }, { range: range === "all" ? null : range });
}

/**
 * Where a range begins, counted back from the vehicle's newest frame rather than from now: a replayed or silent vehicle
 * still shows its last hour. Null: from the beginning.
 */
export function rangeStart(lastFrameAt: string, range: TimeRange): string | null {
  if (range === "all") return null;
  return new Date(Date.parse(lastFrameAt) - lengthMs[range]).toISOString();
}

const lengthMs: Readonly<Record<Exclude<TimeRange, "all">, number>> = {
  "1h": 3_600_000,
  "24h": 86_400_000,
  "7d": 604_800_000,
  "30d": 2_592_000_000,
};
