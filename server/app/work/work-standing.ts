import type { WorkStateName } from "../../../core/contract/schemas/vehicles/vehicle-work.ts";
import type { SinceMark, StoredWork, Work } from "../ports/work.ts";
import { noWork } from "../ports/work.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";

/** What a state rests on besides the vehicle and the time. */
export type WorkGrounds = Pick<StoredWork, "work" | "sinceAcknowledged" | "sinceSnoozed">;

export const untouched: StoredWork = {
  work: noWork,
  sinceAcknowledged: null,
  sinceSnoozed: null,
  comment: null,
};

type Judged = Pick<VehicleSummary, "recommendedAction">;

/** Where the work on a vehicle stands now. The rule of storage/sqlite/read/work-state-sql.ts, which lists go by. */
export function workStateOf(grounds: WorkGrounds, vehicle: Judged, nowUs: number): WorkStateName {
  const { work } = grounds;
  if (isBeingChecked(work)) return "repaired";
  if (!needsWork(work, vehicle)) return "closed";
  if (snoozeEnd(grounds, nowUs) === null) return "snoozed";
  return holdsAcknowledged(grounds) ? "acknowledged" : "open";
}

/** A repair was reported, and nobody has said since that there is something to do after all. */
export function isBeingChecked({ repair, hold }: Work): boolean {
  return repair?.outcome === "pending" && hold === null;
}

/** The vehicle's own verdict asks for something, or people or the check of its repair do. */
export function needsWork({ hold }: Work, { recommendedAction }: Judged): boolean {
  return hold !== null || recommendedAction !== "none";
}

/** Why a snooze does not hold; null while it does, `none` where there is none. */
export function snoozeEnd(
  { work: { snooze }, sinceSnoozed }: WorkGrounds,
  nowUs: number,
): "none" | "time" | "worse" | null {
  if (snooze === null) return "none";
  if (isWorse(sinceSnoozed)) return "worse";
  return nowUs < snooze.untilUs ? null : "time";
}

/** What was worse since, or calm, is another fault than the one somebody has seen. */
export function holdsAcknowledged({ work: { acknowledgement }, sinceAcknowledged }: WorkGrounds): boolean {
  return acknowledgement !== null && !isWorse(sinceAcknowledged) && sinceAcknowledged?.calmed !== true;
}

function isWorse(since: SinceMark | null): boolean {
  return since?.worse === true;
}
