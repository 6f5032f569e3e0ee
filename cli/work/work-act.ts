import { Command, InvalidArgumentError } from "commander";
import type { WorkCommand } from "../../clients/typescript/generated/contract.ts";
import { formatTime } from "../../core/encoding/instant.ts";
import { connect, withServiceOptions, type ServiceOptions } from "../connect.ts";
import { readTimeUs, readWholeNumber } from "../terminal/read-option.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { standingText } from "./work-text.ts";

interface ActOptions extends ServiceOptions {
  readonly message?: string;
  readonly until?: string;
  readonly ifVersion?: number;
  readonly json?: true;
}

/** One command about a vehicle: its arguments behind the vehicle, and what they make. */
interface Act {
  readonly action: WorkCommand["action"];
  readonly about: string;
  readonly argument?: { readonly name: string; readonly about: string };
  readonly takesMessage: boolean;
  readonly takesUntil?: true;
  readonly commandOf: (argument: string | undefined, options: ActOptions) => Omit<WorkCommand, "action">;
}

const acts: readonly Act[] = [
  {
    action: "acknowledge",
    about: "marks it as seen",
    takesMessage: true,
    commandOf: messageOf,
  },
  {
    action: "assign",
    about: "assigns it; without a name, to no one",
    argument: { name: "[assignee]", about: "a person, an address, a workshop" },
    takesMessage: true,
    commandOf: (assignee, options) => ({ assignee: assignee ?? null, ...messageOf(assignee, options) }),
  },
  {
    action: "snooze",
    about: "hides it from the queue until a time, or until it becomes worse",
    takesMessage: true,
    takesUntil: true,
    commandOf: (argument, options) => ({ until: options.until ?? "", ...messageOf(argument, options) }),
  },
  {
    action: "comment",
    about: "adds a comment for the next person",
    argument: { name: "<text>", about: "the note" },
    takesMessage: false,
    commandOf: (comment = "") => ({ comment }),
  },
  {
    action: "repaired",
    about: "resets its baseline, which cannot be undone, and has the repair checked",
    argument: { name: "<what>", about: "what was done: kept as the reason" },
    takesMessage: false,
    commandOf: (comment = "") => ({ comment }),
  },
  {
    action: "reopen",
    about: "returns it to the queue, whatever its tier",
    takesMessage: true,
    commandOf: messageOf,
  },
  {
    action: "close",
    about: "accepts a repair as it is, or closes what was reopened",
    takesMessage: true,
    commandOf: messageOf,
  },
  {
    action: "undo",
    about: "undoes an entry",
    argument: { name: "<entry>", about: "its number, as work show has it" },
    takesMessage: false,
    commandOf: (entry) => ({ entry: readWholeNumber(1, 9_999_999_999)(entry ?? "") }),
  },
];

export function workActCommands(terminal: Terminal): readonly Command[] {
  return acts.map((act) => actCommand(act, terminal));
}

function actCommand(act: Act, terminal: Terminal): Command {
  const command = new Command(act.action)
    .description(act.about)
    .argument("<vehicle>", "the vehicle's identifier");
  if (act.argument !== undefined) command.argument(act.argument.name, act.argument.about);
  if (act.takesMessage) command.option("-m, --message <text>", "a comment with it");
  if (act.takesUntil) {
    command.requiredOption("--until <time>", "RFC 3339 in UTC, or from now: 12h, 3d", readUntil);
  }
  command
    .option(
      "--if-version <version>",
      "only if nothing changed since this version",
      readWholeNumber(0, 9_999_999_999),
    )
    .option("--json", "the answer of POST /v1/vehicles/{vehicle_id}/work");
  return withServiceOptions(command).action(async (vehicle: string, ...rest: unknown[]) => {
    const [argument, options] = act.argument === undefined ? [undefined, rest[0]] : rest;
    await carryOut(
      vehicle,
      act,
      { argument: argument as string | undefined, options: options as ActOptions },
      terminal,
    );
  });
}

async function carryOut(
  vehicle: string,
  { action, commandOf }: Act,
  { argument, options }: { readonly argument: string | undefined; readonly options: ActOptions },
  terminal: Terminal,
): Promise<void> {
  const version = options.ifVersion;
  const work = await connect(options).vehicles.commandWork(
    vehicle,
    { action, ...commandOf(argument, options) },
    { signal: terminal.stop, ...(version !== undefined && { version }) },
  );
  if (options.json) return terminal.out(`${JSON.stringify(work, null, 2)}\n`);
  await terminal.out(`entry ${work.entry.entry}\n${standingText(work, terminal.columns)}`);
}

function messageOf(_argument: string | undefined, { message }: ActOptions): { readonly comment?: string } {
  return message === undefined ? {} : { comment: message };
}

/** A time as it is, or so many hours or days from now. */
function readUntil(text: string): string {
  const [, count, unit] = /^([1-9][0-9]{0,3})([hd])$/u.exec(text) ?? [];
  if (count === undefined) return formatTime(readTimeUs(text));
  const hours = Number(count) * (unit === "d" ? 24 : 1);
  if (hours <= 400 * 24) return new Date(Date.now() + hours * 3_600_000).toISOString();
  throw new InvalidArgumentError("It must be at most 400 days ahead.");
}
