import type { StoredWork, WorkAct, WorkEntry } from "../ports/work.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import type { RefusedOutcome } from "../ports/write-request.ts";
import { whyNotUndone, type Asker } from "./undo-rule.ts";
import { needsWork, workStateOf } from "./work-standing.ts";

/** A command and what it meets. */
export interface WorkCase {
  readonly act: WorkAct;
  readonly stored: StoredWork;
  readonly vehicle: VehicleSummary;
  /** The entry to be taken back; null where there is none. */
  readonly named: WorkEntry | null;
  readonly asker: Asker;
}

/** Why a command is not carried out; null lets it through. */
export function refuseWork({ act, ...met }: WorkCase): RefusedOutcome | null {
  if (act.kind === "undo") return refuseUndo(act.entry, met);
  const detail = notNeeded[act.kind]?.(met) ?? null;
  return detail === null ? null : { kind: "refused", code: "work_not_needed", detail };
}

type Met = Omit<WorkCase, "act">;

/** Of commands that need not fit how the vehicle stands: why they do not; null where they do. */
const notNeeded: {
  readonly [Kind in WorkAct["kind"]]?: (met: Met) => string | null;
} = {
  acknowledge: nothingToDo,
  snooze: nothingToDo,
  reopen: ({ stored, vehicle, asker }) =>
    workStateOf(stored, vehicle, asker.nowUs) === "open" ? `The work on ${vehicle.vehicleId} is open.` : null,
  close: ({ stored: { work }, vehicle: { vehicleId, recommendedAction } }) => {
    if (work.hold !== null || work.repair?.outcome === "pending") return null;
    return recommendedAction === "none"
      ? `The work on ${vehicleId} is closed.`
      : `The verdict on ${vehicleId} recommends ${recommendedAction}; closing does not change that. Snooze it, or report the repair.`;
  },
};

function nothingToDo({ stored: { work }, vehicle }: Met): string | null {
  return needsWork(work, vehicle) ? null : `Nothing is to be done about ${vehicle.vehicleId}.`;
}

function refuseUndo(asked: number, { named, stored: { work }, asker }: Met): RefusedOutcome | null {
  if (named === null) {
    const detail = `There is no entry ${asked}; the newest is ${work.version}.`;
    return { kind: "refused", code: "work_entry_not_found", detail };
  }
  const detail = whyNotUndone(named, work, asker);
  return detail === null ? null : { kind: "refused", code: "work_not_undoable", detail };
}
