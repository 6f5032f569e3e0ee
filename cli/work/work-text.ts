import type {
  VehicleWork,
  WorkActor,
  WorkEntry,
  WorkResult,
} from "../../clients/typescript/generated/contract.ts";
import { printableLine } from "../terminal/printable.ts";
import { wrapText } from "../terminal/render-table.ts";

/** Where the work on a vehicle stands, in a few lines. */
export function standingText(work: WorkResult | VehicleWork, columns: number): string {
  const { snooze, repair } = work;
  const facts = [
    `${work.vehicle_id}: ${work.state}, version ${work.version}`,
    ...(work.assignee === null ? [] : [`assigned to ${work.assignee}`]),
    ...(snooze === null || snooze.ended !== null ? [] : [`snoozed until ${minuteOf(snooze.until)}`]),
    ...(repair === null ? [] : [`repair of ${minuteOf(repair.at)}: ${repair.outcome}. ${repair.why}`]),
  ];
  return `${facts.flatMap((fact) => wrapText(printableLine(fact), columns)).join("\n")}\n`;
}

/** One thing done, on one line. */
export function entryText(entry: WorkEntry): string {
  const about = [
    entry.action,
    ...(entry.assignee === undefined ? [] : [entry.assignee ?? "nobody"]),
    ...(entry.until === undefined ? [] : [`until ${minuteOf(entry.until)}`]),
    ...(entry.undoes === undefined ? [] : [`entry ${entry.undoes}`]),
    ...(entry.outcome === undefined ? [] : [entry.outcome]),
    ...(entry.undone_by === null ? [] : [`(undone by ${entry.undone_by})`]),
  ].join(" ");
  const comment = entry.comment === null ? "" : `  ${entry.comment}`;
  return printableLine(`${entry.entry}  ${minuteOf(entry.at)}  ${whoText(entry.by)}  ${about}${comment}`);
}

/** `2026-03-01 07:41Z`. */
export function minuteOf(time: string): string {
  return `${time.slice(0, 16).replace("T", " ")}Z`;
}

function whoText({ key_name: name, key_id: id }: WorkActor): string {
  return name ?? id ?? "the service";
}
