import { Command, Option } from "commander";
import type { ScenarioListItem } from "../../clients/typescript/generated/contract.ts";
import { scenarioTypes } from "../../core/contract/scenario-types.ts";
import { connect, withServiceOptions, type ServiceOptions } from "../connect.ts";
import { typed } from "../exit-codes.ts";
import { readWholeNumber } from "../terminal/read-option.ts";
import { renderTable } from "../terminal/render-table.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface ListOptions extends ServiceOptions {
  readonly type?: (typeof scenarioTypes)[number];
  readonly vehicle?: string;
  readonly limit: number;
  readonly json?: true;
}

export function scenarioListCommand(terminal: Terminal): Command {
  const command = new Command("list")
    .description("the scenarios that are kept, latest first")
    .addOption(new Option("--type <type>", "only this one").choices([...scenarioTypes]))
    .option("--vehicle <id>", "only those about this vehicle")
    .option("--limit <number>", "how many", readWholeNumber(1, 1000), 100)
    .option("--json", "as JSON");
  return withServiceOptions(command).action((options: ListOptions) => listScenarios(options, terminal));
}

async function listScenarios(options: ListOptions, terminal: Terminal): Promise<void> {
  const query = {
    limit: options.limit,
    ...(options.type !== undefined && { type: [options.type] }),
    ...(options.vehicle !== undefined && { vehicle_id: options.vehicle }),
  };
  const { data } = await connect(options).scenarios.list(query, { signal: terminal.stop });
  if (options.json) return terminal.out(`${JSON.stringify(data, null, 2)}\n`);
  if (data.length === 0) {
    return terminal.out(`No scenarios are kept. Make one with: ${typed("scenario --type post_collision")}\n`);
  }
  await terminal.out(
    renderTable(data, [
      { head: "ID", cell: ({ scenario_id: id }: ScenarioListItem) => id },
      { head: "TYPE", cell: ({ scenario_type: type }) => type },
      { head: "ORIGIN", cell: ({ origin }) => origin },
      { head: "ABOUT", cell: aboutText },
      { head: "SEED", cell: ({ seed }) => String(seed), align: "right" },
      { head: "S", cell: ({ duration_s: seconds }) => String(seconds), align: "right" },
      { head: "MADE", cell: ({ made_at: made }) => made },
    ]),
  );
}

function aboutText({ vehicle_id: vehicle, evidence_event_id: evidence }: ScenarioListItem): string {
  return evidence ?? vehicle ?? "no vehicle";
}
