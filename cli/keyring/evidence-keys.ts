import { Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";
import { evidenceKeysAmendCommand } from "./evidence-keys-amend.ts";
import { evidenceKeysExportCommand } from "./evidence-keys-list.ts";
import { evidenceKeysListCommand } from "./evidence-keys-list.ts";
import { evidenceKeysReissueCommand } from "./evidence-keys-revoke.ts";
import { evidenceKeysRevokeCommand } from "./evidence-keys-revoke.ts";
import { evidenceKeysRootSignCommand } from "./evidence-keys-submit.ts";
import { evidenceKeysRotateCommand } from "./evidence-keys-rotate.ts";
import { evidenceKeysSubmitCommand } from "./evidence-keys-submit.ts";

export function evidenceKeysCommand(terminal: Terminal): Command {
  return new Command("evidence-keys")
    .description("keys that sign evidence, with or without a running service")
    .addCommand(evidenceKeysListCommand(terminal))
    .addCommand(evidenceKeysRotateCommand(terminal))
    .addCommand(evidenceKeysRevokeCommand(terminal))
    .addCommand(evidenceKeysReissueCommand(terminal))
    .addCommand(evidenceKeysAmendCommand(terminal))
    .addCommand(evidenceKeysRootSignCommand(terminal))
    .addCommand(evidenceKeysSubmitCommand(terminal))
    .addCommand(evidenceKeysExportCommand(terminal));
}
