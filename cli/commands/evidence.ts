import { Command } from "commander";
import type { ExitCode } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";
import { evidenceAuditCommand } from "./evidence-audit.ts";
import { evidenceConsistencyCommand } from "./evidence-consistency.ts";
import { evidenceGetCommand } from "./evidence-get.ts";
import { evidenceListCommand } from "./evidence-list.ts";
import { evidenceRescoreCommand } from "./evidence-rescore.ts";
import { evidenceVerifyCommand } from "./evidence-verify.ts";

export function evidenceCommand(terminal: Terminal, ended: (code: ExitCode) => void): Command {
  return new Command("evidence")
    .description("signed evidence: fetch it, and check it without the service")
    .addCommand(evidenceListCommand(terminal))
    .addCommand(evidenceGetCommand(terminal))
    .addCommand(evidenceVerifyCommand(terminal, ended))
    .addCommand(evidenceRescoreCommand(terminal, ended))
    .addCommand(evidenceAuditCommand(terminal, ended))
    .addCommand(evidenceConsistencyCommand(terminal, ended));
}
