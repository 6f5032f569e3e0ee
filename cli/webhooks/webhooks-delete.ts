import { Command } from "commander";
import { connect, withServiceOptions, type ServiceOptions } from "../connect.ts";
import type { Terminal } from "../terminal/terminal.ts";

export function webhooksDeleteCommand(terminal: Terminal): Command {
  const command = new Command("delete")
    .description("deletes a webhook, with its deliveries and their log")
    .argument("<id>", "as the list shows it");
  return withServiceOptions(command).action(async (id: string, options: ServiceOptions) => {
    await connect(options).webhooks.delete(id, { signal: terminal.stop });
    await terminal.out(`${id} is deleted\n`);
  });
}
