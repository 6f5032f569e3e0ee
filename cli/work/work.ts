import { Command } from "commander";
import { connect, type ServiceOptions, withServiceOptions } from "../connect.ts";
import { readWholeNumber } from "../terminal/read-option.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { workActCommands } from "./work-act.ts";
import { workListCommand } from "./work-list.ts";
import { entryText, standingText } from "./work-text.ts";

interface ShowOptions extends ServiceOptions {
  readonly limit: number;
  readonly json?: true;
}

export function workShowCommand(terminal: Terminal): Command {
  const command = new Command("show")
    .description("where the work on a vehicle stands, and what was done, latest first")
    .argument("<vehicle>", "the vehicle's identifier")
    .option("--limit <count>", "entries to show", readWholeNumber(1, 1000), 20)
    .option("--json", "the answer of GET /v1/vehicles/{vehicle_id}/work");
  return withServiceOptions(command).action((vehicle: string, options: ShowOptions) =>
    showWork(vehicle, options, terminal),
  );
}

async function showWork(vehicle: string, options: ShowOptions, terminal: Terminal): Promise<void> {
  const { limit, json } = options;
  const work = await connect(options).vehicles.work(vehicle, { limit }, { signal: terminal.stop });
  if (json) return terminal.out(`${JSON.stringify(work, null, 2)}\n`);
  const entries = work.data.map((entry) => `${entryText(entry)}\n`).join("");
  const more = work.has_more ? "older ones: --limit, or --json for next_cursor\n" : "";
  await terminal.out(`${standingText(work, terminal.columns)}${entries}${more}`);
}

export function workCommand(terminal: Terminal): Command {
  const command = new Command("work")
    .description("work on vehicles: seen, assigned, snoozed, repaired, and whether that restored them")
    .addCommand(workListCommand(terminal))
    .addCommand(workShowCommand(terminal));
  for (const act of workActCommands(terminal)) command.addCommand(act);
  return command;
}
