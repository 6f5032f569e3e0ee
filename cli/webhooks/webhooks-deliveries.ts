import { Command, Option } from "commander";
import type { WebhookDelivery } from "../../clients/typescript/generated/contract.ts";
import { deliveryStatusValues } from "../../core/contract/schemas/webhooks/webhook-delivery.ts";
import { connect, withServiceOptions, type ServiceOptions } from "../connect.ts";
import { printableLine } from "../terminal/printable.ts";
import { readWholeNumber } from "../terminal/read-option.ts";
import { renderTable } from "../terminal/render-table.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface DeliveriesOptions extends ServiceOptions {
  readonly status?: WebhookDelivery["status"];
  readonly limit: number;
  readonly json?: true;
}

export function webhooksDeliveriesCommand(terminal: Terminal): Command {
  const command = new Command("deliveries")
    .description("what was sent by a webhook and what waits, latest first")
    .argument("<id>", "the webhook's, as the list shows it")
    .addOption(new Option("--status <status>", "only these").choices(deliveryStatusValues))
    .option("--limit <count>", "deliveries to list", readWholeNumber(1, 1000), 20)
    .option("--json", "the answer of GET /v1/webhooks/{webhook_id}/deliveries");
  return withServiceOptions(command).action((id: string, options: DeliveriesOptions) =>
    listDeliveries(id, options, terminal),
  );
}

async function listDeliveries(id: string, options: DeliveriesOptions, terminal: Terminal): Promise<void> {
  const { status, limit, json } = options;
  const query = { limit, ...(status !== undefined && { status }) };
  const { data, has_more, next_cursor } = await connect(options).webhooks.deliveries(id, query, {
    signal: terminal.stop,
  });
  if (json) return terminal.out(`${JSON.stringify({ data, has_more, next_cursor }, null, 2)}\n`);
  if (data.length === 0) return terminal.out("Nothing was sent yet.\n");
  await terminal.out(
    renderTable(data, [
      { head: "ID", cell: (delivery) => delivery.id },
      { head: "MADE (UTC)", cell: (delivery) => delivery.created_at.slice(0, 19).replace("T", " ") },
      { head: "EVENT", cell: (delivery) => delivery.event_type },
      { head: "VEHICLE", cell: (delivery) => delivery.vehicle_id ?? "–" },
      { head: "STATUS", cell: (delivery) => delivery.status },
      { head: "TRIES", cell: ({ attempts }) => String(attempts.length), align: "right" },
      { head: "LAST ANSWER", cell: lastAnswer },
    ]),
  );
}

function lastAnswer({ attempts }: WebhookDelivery): string {
  const attempt = attempts.at(-1);
  if (attempt === undefined) return "–";
  return printableLine([attempt.status, attempt.error].filter((part) => part !== null).join(" "));
}
