import { captureTimeLimitUs, parseTime } from "../../encoding/instant.ts";
import type { BodyFault } from "../refusal.ts";
import type { WorkCommandName } from "../schemas/vehicles/vehicle-work.ts";
import type { WorkCommand } from "../types.ts";
import { refusalOf } from "./read-ingest-body.ts";
import { validate } from "./validate.ts";

/** A command about the work on a vehicle; each has what it needs and nothing else. */
export type AskedWork =
  | {
      readonly kind: "acknowledge" | "reopen" | "close";
      readonly comment: string | null;
    }
  | { readonly kind: "assign"; readonly assignee: string | null; readonly comment: string | null }
  | { readonly kind: "snooze"; readonly untilUs: number; readonly comment: string | null }
  | { readonly kind: "comment" | "repaired"; readonly comment: string }
  | { readonly kind: "undo"; readonly entry: number };

type Member = "comment" | "assignee" | "until" | "entry";

/** What each command needs, and what it takes besides. */
const members: Readonly<Record<WorkCommandName, { needs: readonly Member[]; takes: readonly Member[] }>> = {
  acknowledge: { needs: [], takes: ["comment"] },
  assign: { needs: ["assignee"], takes: ["comment"] },
  snooze: { needs: ["until"], takes: ["comment"] },
  comment: { needs: ["comment"], takes: [] },
  repaired: { needs: ["comment"], takes: [] },
  reopen: { needs: [], takes: ["comment"] },
  close: { needs: [], takes: ["comment"] },
  undo: { needs: ["entry"], takes: [] },
};

/** The body of `POST /v1/vehicles/{vehicle_id}/work`. Throws a `Refusal` when it does not fit. */
export function parseWorkCommand(value: unknown): AskedWork {
  refuseFaults(validate("WorkCommand", value));
  const command = value as WorkCommand;
  refuseFaults([...memberFaults(command), ...blankFaults(command)]);
  return askedOf(command);
}

function memberFaults(command: WorkCommand): readonly BodyFault[] {
  const { needs, takes } = members[command.action];
  const given = (["comment", "assignee", "until", "entry"] as const).filter(
    (member) => command[member] !== undefined,
  );
  const missing = needs.filter((member) => !given.includes(member));
  const surplus = given.filter((member) => !needs.includes(member) && !takes.includes(member));
  return [
    ...missing.map((member) =>
      fault(member, "member_missing", `${command.action} needs ${member}: ${explained[member]}.`),
    ),
    ...surplus.map((member) =>
      fault(member, "not_allowed", `${command.action} takes no ${member}; leave it out.`),
    ),
  ];
}

const explained: Readonly<Record<Member, string>> = {
  comment: "what was done, in a few words",
  assignee: "who is to do it, or null for nobody",
  until: "when it comes back, RFC 3339 in UTC with Z",
  entry: "the number of the entry to take back",
};

function blankFaults({ comment, assignee }: WorkCommand): readonly BodyFault[] {
  const texts = [["comment", comment] as const, ["assignee", assignee] as const];
  return texts.flatMap(([member, text]) =>
    typeof text === "string" && text.trim() === ""
      ? [fault(member, "wrong_format", `${member} has no printable character.`)]
      : [],
  );
}

function askedOf(command: WorkCommand): AskedWork {
  const { action: kind } = command;
  if (kind === "comment" || kind === "repaired") return { kind, comment: needed(command.comment) };
  const comment = command.comment ?? null;
  if (kind === "assign") return { kind, assignee: needed(command.assignee), comment };
  if (kind === "snooze") return { kind, untilUs: readUntil(needed(command.until)), comment };
  return kind === "undo" ? { kind, entry: needed(command.entry) } : { kind, comment };
}

/** What a command needs is there by now. */
function needed<Value>(member: Value | undefined): Value {
  if (member === undefined) throw new Error("a command was taken without what it needs");
  return member;
}

function readUntil(text: string): number {
  const time = parseTime(text);
  if (time.kind === "fault") throw refusalOf([fault("until", "timestamp_invalid", `${time.detail}.`)]);
  if (time.timestampUs < captureTimeLimitUs) return time.timestampUs;
  throw refusalOf([
    fault("until", "out_of_range", "until is after the year 2199, later than times are taken."),
  ]);
}

function fault(member: Member, code: BodyFault["code"], detail: string): BodyFault {
  return { pointer: `/${member}`, code, detail };
}

function refuseFaults(faults: readonly BodyFault[]): void {
  if (faults.length > 0) throw refusalOf(faults);
}
