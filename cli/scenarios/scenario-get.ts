import { Command } from "commander";
import { connect, withServiceOptions, type ServiceOptions } from "../connect.ts";
import type { Terminal } from "../terminal/terminal.ts";

export function scenarioGetCommand(terminal: Terminal): Command {
  const command = new Command("get")
    .description("a kept scenario, as JSON")
    .argument("<id>", "as the list shows it");
  return withServiceOptions(command).action(async (id: string, options: ServiceOptions) => {
    const feed = await connect(options).scenarios.get(id, { signal: terminal.stop });
    await terminal.out(`${JSON.stringify(feed, null, 2)}\n`);
  });
}
