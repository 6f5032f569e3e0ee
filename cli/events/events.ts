import { Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";
import { eventsTailCommand } from "./events-tail.ts";

export function eventsCommand(terminal: Terminal): Command {
  return new Command("events")
    .description("what happened, and what happens")
    .addCommand(eventsTailCommand(terminal));
}
