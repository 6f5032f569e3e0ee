import { Command } from "commander";
import type { ExitCode } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";
import { evidenceGetCommand } from "./evidence-get.ts";
import { evidenceListCommand } from "./evidence-list.ts";

export function evidenceCommand(terminal: Terminal, ended: (code: ExitCode) => void): Command {
  void ended;
  return new Command("evidence")
    .description("signed evidence: fetch it, and check it without the service")
    .addCommand(evidenceListCommand(terminal))
    .addCommand(evidenceGetCommand(terminal));
}
