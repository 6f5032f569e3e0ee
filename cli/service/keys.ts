import { Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";
import { keysCreateCommand } from "./keys-create.ts";
import { keysListCommand } from "./keys-list.ts";
import { keysRotateCommand } from "./keys-rotate.ts";
import { keysRevokeCommand } from "./keys-revoke.ts";

export function keysCommand(terminal: Terminal): Command {
  return new Command("keys")
    .description("API keys of a data folder, with or without a running service, or of the service at --url")
    .addCommand(keysCreateCommand(terminal))
    .addCommand(keysListCommand(terminal))
    .addCommand(keysRotateCommand(terminal))
    .addCommand(keysRevokeCommand(terminal));
}
