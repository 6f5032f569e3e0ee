import { connect, withServiceOptions, type ServiceOptions } from "../connect.ts";
import { Command } from "commander";
import type { ExitCode } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { webhooksCreateCommand } from "./webhooks-create.ts";
import { webhooksDeliveriesCommand } from "./webhooks-deliveries.ts";
import { webhooksListCommand } from "./webhooks-list.ts";
import { webhooksReplayCommand } from "./webhooks-replay.ts";
import { webhooksRotateCommand } from "./webhooks-rotate.ts";
import { webhooksTestCommand } from "./webhooks-test.ts";
import { webhooksUpdateCommand } from "./webhooks-update.ts";

export function webhooksCommand(terminal: Terminal, ended: (code: ExitCode) => void): Command {
  return new Command("webhooks")
    .description("addresses that events are sent to, and the result of each delivery")
    .addCommand(webhooksCreateCommand(terminal))
    .addCommand(webhooksListCommand(terminal))
    .addCommand(webhooksUpdateCommand(terminal))
    .addCommand(webhooksRotateCommand(terminal))
    .addCommand(webhooksTestCommand(terminal, ended))
    .addCommand(webhooksDeliveriesCommand(terminal))
    .addCommand(webhooksReplayCommand(terminal))
    .addCommand(webhooksDeleteCommand(terminal));
}

function webhooksDeleteCommand(terminal: Terminal): Command {
  const command = new Command("delete")
    .description("deletes a webhook, with its deliveries and their log")
    .argument("<id>", "as the list shows it");
  return withServiceOptions(command).action(async (id: string, options: ServiceOptions) => {
    await connect(options).webhooks.delete(id, { signal: terminal.stop });
    await terminal.out(`${id} is deleted\n`);
  });
}
