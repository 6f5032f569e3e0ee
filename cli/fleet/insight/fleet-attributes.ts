import { Command } from "commander";
import type { FleetAttributes } from "../../../clients/typescript/generated/contract.ts";
import { connect, withServiceOptions, type ServiceOptions } from "../../connect.ts";
import { printableLine } from "../../terminal/printable.ts";
import { renderTable } from "../../terminal/render-table.ts";
import type { Terminal } from "../../terminal/terminal.ts";

interface AttributesOptions extends ServiceOptions {
  readonly fleet?: readonly string[];
  readonly region?: readonly string[];
  readonly json?: true;
}

export function fleetAttributesCommand(terminal: Terminal): Command {
  const command = new Command("attributes")
    .description("the attributes of the vehicles, with their most common values")
    .option("--fleet <fleet...>", "only these fleets")
    .option("--region <region...>", "only these regions")
    .option("--json", "the answer of GET /v1/fleet/attributes");
  return withServiceOptions(command).action((options: AttributesOptions) =>
    showAttributes(options, terminal),
  );
}

async function showAttributes(options: AttributesOptions, terminal: Terminal): Promise<void> {
  const query = {
    ...(options.fleet && { fleet_id: options.fleet }),
    ...(options.region && { region: options.region }),
  };
  const found = await connect(options).fleet.attributes(query, { signal: terminal.stop });
  if (options.json) return terminal.out(`${JSON.stringify(found, null, 2)}\n`);
  if (found.data.length === 0) return terminal.out("No vehicle sends attributes in `metadata`.\n");
  await terminal.out(
    renderTable(found.data, [
      { head: "ATTRIBUTE", cell: ({ name }) => printableLine(name) },
      { head: "VEHICLES", cell: ({ vehicles }) => String(vehicles), align: "right" },
      { head: "VALUES", cell: (one) => String(one.distinct_values), align: "right" },
      { head: "COMMONEST", cell: (one) => commonest(one) },
    ]),
  );
}

const valuesShown = 3;

function commonest({ values }: FleetAttributes["data"][number]): string {
  return values
    .slice(0, valuesShown)
    .map(({ value, vehicles }) => `${printableLine(value)} (${vehicles})`)
    .join(", ");
}
