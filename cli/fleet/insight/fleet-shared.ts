import { Command, Option } from "commander";
import type { FleetShared, Tier } from "../../../clients/typescript/generated/contract.ts";
import { tierValues } from "../../../core/contract/schemas/vocabulary.ts";
import { connect, withServiceOptions, type ServiceOptions } from "../../connect.ts";
import { printableLine } from "../../terminal/printable.ts";
import { readWholeNumber } from "../../terminal/read-option.ts";
import { renderTable, wrapText } from "../../terminal/render-table.ts";
import type { Terminal } from "../../terminal/terminal.ts";

interface SharedOptions extends ServiceOptions {
  readonly tier?: readonly Tier[];
  readonly attribute?: readonly string[];
  readonly fleet?: readonly string[];
  readonly region?: readonly string[];
  readonly limit: number;
  readonly json?: true;
}

export function fleetSharedCommand(terminal: Terminal): Command {
  const command = new Command("shared")
    .description("what the critical vehicles (or others) have in common and the rest do not")
    .addOption(
      new Option("--tier <tier...>", "which vehicles; CRITICAL when left out").choices([...tierValues]),
    )
    .option("--attribute <name:value...>", "of these only those with this attribute")
    .option("--fleet <fleet...>", "compare within these fleets")
    .option("--region <region...>", "compare within these regions")
    .option("--limit <count>", "lines at most", readWholeNumber(1, 100), 10)
    .option("--json", "the answer of GET /v1/fleet/shared");
  return withServiceOptions(command).action((options: SharedOptions) => showShared(options, terminal));
}

async function showShared(options: SharedOptions, terminal: Terminal): Promise<void> {
  const query = {
    ...(options.tier && { tier: options.tier }),
    ...(options.attribute && { attribute: options.attribute }),
    ...(options.fleet && { fleet_id: options.fleet }),
    ...(options.region && { region: options.region }),
    limit: options.limit,
  };
  const shared = await connect(options).fleet.shared(query, { signal: terminal.stop });
  if (options.json) return terminal.out(`${JSON.stringify(shared, null, 2)}\n`);
  const sentence = wrapText(printableLine(shared.sentence), terminal.columns).join("\n");
  await terminal.out(`${sentence}\n`);
  if (shared.cases > 0 && shared.data.length > 0) await terminal.out(`\n${tableOf(shared)}`);
}

function tableOf({ data, cases }: FleetShared): string {
  return renderTable(data, [
    { head: "WHAT", cell: (one) => `${printableLine(one.attribute)} ${printableLine(one.value)}` },
    { head: "OF THESE", cell: (one) => `${one.cases_having} of ${cases}`, align: "right" },
    { head: "OF OTHERS", cell: (one) => `${(one.others_share * 100).toFixed(1)} %`, align: "right" },
    { head: "ODDS RATIO", cell: (one) => one.odds_ratio.toFixed(1), align: "right" },
    { head: "BY CHANCE", cell: (one) => one.expected_by_chance.toFixed(2), align: "right" },
  ]);
}
