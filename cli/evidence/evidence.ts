import { Command } from "commander";
import type { ExitCode } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { evidenceAuditCommand } from "../log/evidence-audit.ts";
import { evidenceConsistencyCommand } from "../log/evidence-consistency.ts";
import { evidenceCustodyCommand } from "./evidence-custody.ts";
import {
  evidenceEraseCommand,
  evidenceHoldCommand,
  evidenceRequestCommand,
  evidenceStatementCommand,
} from "./evidence-acts.ts";
import { evidenceExportCommand } from "./evidence-export.ts";
import { evidenceGetCommand } from "./evidence-get.ts";
import { evidenceInspectCommand } from "./evidence-inspect.ts";
import { evidenceListCommand } from "./evidence-list.ts";
import { evidenceRedactCommand } from "./evidence-redact.ts";
import { evidenceReportCommand } from "./evidence-report.ts";
import { evidenceRescoreCommand } from "./evidence-rescore.ts";
import { evidenceVerifyCommand } from "./evidence-verify.ts";

export function evidenceCommand(terminal: Terminal, ended: (code: ExitCode) => void): Command {
  return new Command("evidence")
    .description("signed evidence: fetch it, and check it without the service")
    .addCommand(evidenceListCommand(terminal))
    .addCommand(evidenceRequestCommand(terminal))
    .addCommand(evidenceStatementCommand(terminal))
    .addCommand(evidenceGetCommand(terminal))
    .addCommand(evidenceExportCommand(terminal))
    .addCommand(evidenceReportCommand(terminal))
    .addCommand(evidenceInspectCommand(terminal))
    .addCommand(evidenceVerifyCommand(terminal, ended))
    .addCommand(evidenceRescoreCommand(terminal, ended))
    .addCommand(evidenceRedactCommand(terminal))
    .addCommand(evidenceCustodyCommand(terminal))
    .addCommand(evidenceHoldCommand(terminal))
    .addCommand(evidenceEraseCommand(terminal))
    .addCommand(evidenceAuditCommand(terminal, ended))
    .addCommand(evidenceConsistencyCommand(terminal, ended));
}
