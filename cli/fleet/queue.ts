import { Command } from "commander";
import type { WorkQueueItem } from "../../clients/typescript/generated/contract.ts";
import { connect, withServiceOptions } from "../connect.ts";
import type { ServiceOptions } from "../connect.ts";
import { paintTier } from "../terminal/paint.ts";
import { printableLine } from "../terminal/printable.ts";
import { readWholeNumber } from "../terminal/read-option.ts";
import { renderTable, wrapText } from "../terminal/render-table.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface QueueOptions extends ServiceOptions {
  readonly fleet?: readonly string[];
  readonly limit: number;
  readonly json?: true;
}

export function queueCommand(terminal: Terminal): Command {
  const command = new Command("queue")
    .description("what to do with which vehicle next, and why")
    .option("--fleet <fleet...>", "only these fleets")
    .option("--limit <count>", "vehicles to list", readWholeNumber(1, 1000), 20)
    .option("--json", "the answer of GET /v1/fleet/queue");
  return withServiceOptions(command).action((options: QueueOptions) => showQueue(options, terminal));
}

async function showQueue(options: QueueOptions, terminal: Terminal): Promise<void> {
  const query = { ...(options.fleet && { fleet_id: options.fleet }), limit: options.limit };
  const queue = await connect(options).fleet.queue(query, { signal: terminal.stop });

  if (options.json) return terminal.out(`${JSON.stringify(queue, null, 2)}\n`);
  if (queue.data.length === 0) return terminal.out("Nothing to do: no vehicle needs attention.\n");
  await terminal.out(queueText(queue.data, terminal));
}

/** A line for the standing, and below it why and by which evidence: each fits the terminal. */
function queueText(items: readonly WorkQueueItem[], terminal: Terminal): string {
  const [head = "", ...standings] = queueTable(items, terminal).split("\n");
  const indent = " ".repeat(String(items.at(-1)?.rank ?? "").length + 2);
  const parts = items.map((item, at) =>
    [
      standings[at] ?? "",
      ...(item.to_do === undefined ? [] : [`${indent}${printableLine(item.to_do)}`]),
      ...wrapText(printableLine(item.why), terminal.columns - indent.length).map(
        (line) => `${indent}${line}`,
      ),
      ...(item.evidence_id === null ? [] : [`${indent}evidence ${printableLine(item.evidence_id)}`]),
    ].join("\n"),
  );
  return `${[head, ...parts].join("\n")}\n`;
}

function queueTable(items: readonly WorkQueueItem[], terminal: Terminal): string {
  return renderTable(items, [
    { head: "#", cell: (item) => String(item.rank), align: "right" },
    { head: "VEHICLE", cell: (item) => item.vehicle_id },
    {
      head: "TIER",
      cell: (item) => item.tier,
      paint: (text, { tier }) => text.replace(tier, paintTier(tier, terminal)),
    },
    { head: "ACTION", cell: (item) => item.recommended_action },
    { head: "SOURCE", cell: (item) => item.probable_fault_source },
  ]);
}
