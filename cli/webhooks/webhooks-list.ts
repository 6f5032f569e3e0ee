import { Command } from "commander";
import type { Webhook } from "../../clients/typescript/generated/contract.ts";
import { connect, withServiceOptions, type ServiceOptions } from "../connect.ts";
import { typed } from "../exit-codes.ts";
import { printableLine } from "../terminal/printable.ts";
import { renderTable } from "../terminal/render-table.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface ListOptions extends ServiceOptions {
  readonly json?: true;
}

export function webhooksListCommand(terminal: Terminal): Command {
  const command = new Command("list")
    .description("the webhooks the key may see, and their status")
    .option("--json", "as JSON");
  return withServiceOptions(command).action((options: ListOptions) => listWebhooks(options, terminal));
}

async function listWebhooks(options: ListOptions, terminal: Terminal): Promise<void> {
  const webhooks: Webhook[] = [];
  for await (const webhook of connect(options).webhooks.list({ signal: terminal.stop }))
    webhooks.push(webhook);
  if (options.json) return terminal.out(`${JSON.stringify(webhooks, null, 2)}\n`);
  if (webhooks.length === 0) {
    return terminal.out(
      `There are no webhooks. Make one with: ${typed("webhooks create https://HOST/PATH")}\n`,
    );
  }
  const [head = "", ...lines] = webhookTable(webhooks).trimEnd().split("\n");
  const parts = webhooks.map((webhook, at) => `${lines[at] ?? ""}\n  ${printableLine(addressText(webhook))}`);
  await terminal.out(`${[head, ...parts].join("\n")}\n`);
}

function webhookTable(webhooks: readonly Webhook[]): string {
  return renderTable(webhooks, [
    { head: "ID", cell: ({ id }) => id },
    { head: "FORMAT", cell: ({ format }) => format },
    { head: "STATE", cell: stateText },
    { head: "WAITING", cell: ({ pending }) => String(pending), align: "right" },
    { head: "DEAD", cell: ({ dead }) => String(dead), align: "right" },
  ]);
}

function stateText({ enabled, disabled_reason: reason, failing_since: since }: Webhook): string {
  if (!enabled) return `disabled (${reason})`;
  return since === null ? "enabled" : "failing";
}

function addressText({ url, event_types: types, fleets, description }: Webhook): string {
  const parts = [
    url,
    ...(types === null ? [] : [types.join(" ")]),
    ...(fleets === null ? [] : [`fleets ${fleets.join(" ")}`]),
    ...(description === "" ? [] : [description]),
  ];
  return parts.join(", ");
}
