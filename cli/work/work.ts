import { Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";
import { workActCommands } from "./work-act.ts";
import { workListCommand } from "./work-list.ts";
import { workShowCommand } from "./work-show.ts";

export function workCommand(terminal: Terminal): Command {
  const command = new Command("work")
    .description("work on vehicles: seen, assigned, snoozed, repaired, and whether that restored them")
    .addCommand(workListCommand(terminal))
    .addCommand(workShowCommand(terminal));
  for (const act of workActCommands(terminal)) command.addCommand(act);
  return command;
}
