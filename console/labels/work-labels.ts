import { findKind } from "../../core/sensors/sensor-lists.ts";
import type {
  QueuedWork,
  RepairCheck,
  VehicleWork,
  WorkActor,
  WorkEntry,
} from "../../clients/typescript/generated/contract.ts";
import { utcMinute } from "./moments.ts";
import { degrees, sensorMetres } from "./quantities.ts";

/** Where the work stands, in words for who has to act. */
export function workStateLabel(state: string): string {
  return states.get(state) ?? state;
}

const states: ReadonlyMap<string, string> = new Map([
  ["open", "Open: nobody has acknowledged it"],
  ["acknowledged", "Acknowledged"],
  ["snoozed", "Snoozed"],
  ["repaired", "Repair reported, being checked"],
  ["closed", "No work is open"],
]);

/** The same in a word, for lists. */
export function workStateWord(state: string): string {
  return words.get(state) ?? state;
}

const words: ReadonlyMap<string, string> = new Map([
  ["open", "open"],
  ["acknowledged", "acknowledged"],
  ["snoozed", "snoozed"],
  ["repaired", "repair reported"],
  ["closed", "closed"],
]);

/** Who: the name of the key, or the service itself. */
export function actorLabel({ key_id: id, key_name: name }: WorkActor): string {
  return name ?? id ?? "the service";
}

/** Since when and by whom the state holds, where somebody set it; null where nobody did. */
export function workSinceLabel({ state, acknowledged, snooze, repair }: VehicleWork): string | null {
  if (state === "acknowledged" && acknowledged !== null) return byLabel(acknowledged);
  if (state === "snoozed" && snooze !== null) {
    return `until ${utcMinute(snooze.until)}, or until it becomes worse; ${byLabel(snooze)}`;
  }
  return state === "repaired" && repair !== null ? byLabel(repair) : null;
}

/** Why a snooze that was set does not hold any more; null while it does, and where none was. */
export function snoozeEndLabel({ snooze }: VehicleWork): string | null {
  if (snooze === null || snooze.ended === null) return null;
  return snooze.ended === "worse"
    ? "It was snoozed and is back: it has become worse since."
    : `It was snoozed until ${utcMinute(snooze.until)} and is back.`;
}

export function outcomeLabel(outcome: RepairCheck["outcome"]): string {
  return outcomes.get(outcome) ?? outcome;
}

const outcomes: ReadonlyMap<string, string> = new Map([
  ["pending", "The repair is being checked"],
  ["restored", "The repair restored the vehicle"],
  ["not_restored", "The repair did not restore the vehicle"],
  ["undecided", "Whether the repair restored the vehicle is not known"],
]);

/** A length or an angle in the sensor's own unit. */
export function repairValue(sensor: string, value: number | null): string {
  if (value === null) return "–";
  return findKind(sensor)?.unit === "deg" ? degrees(value) : sensorMetres(value);
}

/** What was done, as a clause: "assigned it to workshop north". */
export function entryLabel(entry: WorkEntry): string {
  return entries[entry.action]?.(entry) ?? entry.action;
}

const entries: { readonly [Action in WorkEntry["action"]]?: (entry: WorkEntry) => string } = {
  acknowledge: () => "acknowledged it",
  assign: ({ assignee }) =>
    assignee === null || assignee === undefined ? "assigned it to nobody" : `assigned it to ${assignee}`,
  snooze: ({ until }) => `snoozed it until ${until === undefined ? "a time" : utcMinute(until)}`,
  comment: ({ undone_by: undone }) => (undone === null ? "noted" : "commented and undid it"),
  repaired: () => "reported it as repaired; its baseline was reset",
  reopen: () => "reopened it",
  close: () => "closed it",
  undo: () => "undid an earlier entry",
  snooze_ended: () => "returned it to the queue: its snooze ended",
  checked: ({ outcome }) => `checked the repair: ${outcome === undefined ? "" : outcome.replace("_", " ")}`,
};

/** What people have done about a vehicle of the queue, in a line; null where nobody did anything. */
export function queuedWorkLabel(work: QueuedWork): string | null {
  const facts = [
    ...(work.state === "open" || work.state === "closed" ? [] : [workStateWord(work.state)]),
    ...(work.snoozed_until === null ? [] : [`until ${utcMinute(work.snoozed_until)}`]),
    ...(work.assignee === null ? [] : [`assigned to ${work.assignee}`]),
    ...(work.repair_outcome === "not_restored" ? ["repaired, not restored"] : []),
  ];
  return facts.length === 0 ? null : facts.join(" · ");
}

function byLabel({ at, by }: { readonly at: string; readonly by: WorkActor }): string {
  return `by ${actorLabel(by)}, ${utcMinute(at)}`;
}
