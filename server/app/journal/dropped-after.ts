import { canonicalMembers, type MemberName } from "../../../core/sensors/sensor-lists.ts";
import type { DroppedReadings } from "../ports/vehicle-summary.ts";

/** The readings that a vehicle has lost, once one more frame is counted. A fold, so that the journal can rebuild it. */
export function droppedAfter(
  before: readonly DroppedReadings[],
  { dropped, timestampUs }: { readonly dropped: readonly MemberName[]; readonly timestampUs: number },
): readonly DroppedReadings[] {
  if (dropped.length === 0) return before;
  return canonicalMembers.flatMap(({ name: member }) => {
    const known = before.find((one) => one.member === member);
    if (!dropped.includes(member)) return known === undefined ? [] : [known];
    const lastTimestampUs = Math.max(known?.lastTimestampUs ?? timestampUs, timestampUs);
    return [{ member, count: (known?.count ?? 0) + 1, lastTimestampUs }];
  });
}
