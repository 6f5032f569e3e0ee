import { Command } from "commander";
import { connect, withServiceOptions, type ServiceOptions } from "../connect.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { htmlOption, tellScenario } from "./tell-scenario.ts";

interface GetOptions extends ServiceOptions {
  readonly html?: string;
}

export function scenarioGetCommand(terminal: Terminal): Command {
  const command = new Command("get")
    .description("a kept scenario, as JSON")
    .argument("<id>", "as the list shows it")
    .option(...htmlOption);
  return withServiceOptions(command).action(async (id: string, options: GetOptions) => {
    const feed = await connect(options).scenarios.get(id, { signal: terminal.stop });
    await tellScenario(feed, options, terminal);
  });
}
