import type { TimeRange } from "../../frame/route.ts";

const lengthMs: Readonly<Record<Exclude<TimeRange, "all">, number>> = {
  "1h": 3_600_000,
  "24h": 86_400_000,
  "7d": 604_800_000,
  "30d": 2_592_000_000,
};

/**
 * Where a range begins, counted back from the vehicle's newest frame rather than from now: a replayed or silent vehicle
 * still shows its last hour. Null: from the beginning.
 */
export function rangeStart(lastFrameAt: string, range: TimeRange): string | null {
  if (range === "all") return null;
  return new Date(Date.parse(lastFrameAt) - lengthMs[range]).toISOString();
}
