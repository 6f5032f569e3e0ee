import { Command } from "commander";
import type { Webhook } from "../../clients/typescript/generated/contract.ts";
import { connect, type ServiceOptions, withServiceOptions } from "../connect.ts";
import { type ExitCode, typed } from "../exit-codes.ts";
import { printableLine } from "../terminal/printable.ts";
import { renderTable } from "../terminal/render-table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import {
  webhooksDeliveriesCommand,
  webhooksReplayCommand,
  webhooksTestCommand,
} from "./webhooks-deliveries.ts";
import { webhooksCreateCommand, webhooksRotateCommand, webhooksUpdateCommand } from "./webhooks-change.ts";

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
