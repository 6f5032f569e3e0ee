import { kindOf } from "../../../core/sensors/sensor-lists.ts";
import type { PlaceComparison } from "../../../core/scoring/verdict/compare-places.ts";
import { formatTime } from "../../../core/encoding/instant.ts";
import type {
  QueuedWork,
  RepairCheck,
  RepairedSensor,
  WorkActor as PresentedActor,
  WorkComment as PresentedComment,
  WorkEntry as PresentedEntry,
  WorkResult,
} from "../../../core/contract/types.ts";
import type { Repair, StoredWork, Work, WorkActor, WorkComment, WorkEntry } from "../ports/work.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import { explainRepair } from "./explain-repair.ts";
import { type Asker, whyNotUndone } from "./undo-rule.ts";
import { holdsAcknowledged, snoozeEnd, workStateOf } from "./work-standing.ts";

type Shown = Pick<VehicleSummary, "vehicleId" | "recommendedAction">;

/** Where the work on a vehicle stands. `compared`: how far a repair that is not decided has come. */
export function presentWork(
  stored: StoredWork,
  vehicle: Shown,
  { compared, nowUs }: { readonly compared: readonly PlaceComparison[]; readonly nowUs: number },
): Omit<WorkResult, "entry"> {
  const { work, comment } = stored;
  const { acknowledgement, repair } = work;
  return {
    vehicle_id: vehicle.vehicleId,
    recommended_action: vehicle.recommendedAction,
    version: work.version,
    state: workStateOf(stored, vehicle, nowUs),
    assignee: work.assignee,
    acknowledged:
      acknowledgement !== null && holdsAcknowledged(stored) ? presentNoted(acknowledgement) : null,
    snooze: presentSnooze(stored, nowUs),
    comment: comment === null ? null : presentComment(comment),
    repair: repair === null ? null : presentRepair(repair, compared),
  };
}

/** The same in a line of the queue. */
export function presentQueuedWork(stored: StoredWork, vehicle: Shown, nowUs: number): QueuedWork {
  const { work, comment } = stored;
  const state = workStateOf(stored, vehicle, nowUs);
  return {
    version: work.version,
    state,
    assignee: work.assignee,
    snoozed_until: state === "snoozed" && work.snooze !== null ? formatTime(work.snooze.untilUs) : null,
    comment: comment === null ? null : presentComment(comment),
    repair_outcome: work.repair?.outcome ?? null,
  };
}

export function presentEntry(entry: WorkEntry, work: Work, asker: Asker): PresentedEntry {
  return {
    entry: entry.entry,
    action: entry.action,
    at: formatTime(entry.atUs),
    by: presentActor(entry.by),
    frame_seq: entry.seq,
    comment: entry.comment,
    ...(entry.action === "assign" && { assignee: entry.assignee }),
    ...(entry.untilUs !== null && { until: formatTime(entry.untilUs) }),
    ...(entry.undoes !== null && { undoes: entry.undoes }),
    ...(entry.outcome !== null && { outcome: entry.outcome }),
    undone_by: entry.undoneBy,
    undoable: whyNotUndone(entry, work, asker) === null,
  };
}

export function presentActor({ keyId, keyName }: WorkActor): PresentedActor {
  return { key_id: keyId, key_name: keyName };
}

function presentNoted({ entry, atUs, by }: { entry: number; atUs: number; by: WorkActor }) {
  return { entry, at: formatTime(atUs), by: presentActor(by) };
}

function presentSnooze(stored: StoredWork, nowUs: number): WorkResult["snooze"] {
  const { snooze } = stored.work;
  const end = snoozeEnd(stored, nowUs);
  if (snooze === null || end === "none") return null;
  return { ...presentNoted(snooze), until: formatTime(snooze.untilUs), ended: end };
}

function presentComment({ text, ...noted }: WorkComment): PresentedComment {
  return { ...presentNoted(noted), text };
}

function presentRepair(repair: Repair, underWay: readonly PlaceComparison[]): RepairCheck {
  const compared = repair.outcome === "pending" ? underWay : repair.compared;
  const drifts = new Map(repair.before.map(({ sensor, drift }) => [sensor, drift]));
  const worstFirst = [...compared].sort((one, other) => rankOf[one.outcome] - rankOf[other.outcome]);
  return {
    ...presentNoted(repair),
    comment: repair.comment,
    outcome: repair.outcome,
    why: explainRepair(repair, compared),
    decided_at: repair.decidedAtUs === null ? null : formatTime(repair.decidedAtUs),
    sensors: worstFirst.map((one) => presentSensor(one, drifts.get(one.sensor) ?? null)),
  };
}

const rankOf = { not_restored: 0, pending: 1, restored: 2 } as const;

function presentSensor(one: PlaceComparison, beforeRepair: number | null): RepairedSensor {
  return {
    sensor: one.sensor,
    outcome: one.outcome,
    compared_with: one.against,
    unit: kindOf(one.sensor).unit,
    before_repair: beforeRepair,
    difference: one.difference,
    difference_sd: one.sd,
    caution_limit: one.limits.caution,
    critical_limit: one.limits.critical,
    blocks: one.blocks,
    blocks_needed: one.needed,
  };
}
