import { Command, Option } from "commander";
import type { WebhookDelivery } from "../../clients/typescript/generated/contract.ts";
import { deliveryStatusValues } from "../../core/contract/schemas/webhooks/webhook-delivery.ts";
import { connect, type ServiceOptions, withServiceOptions } from "../connect.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { printableLine } from "../terminal/printable.ts";
import { readWholeNumber } from "../terminal/read-option.ts";
import { renderTable } from "../terminal/render-table.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface TestOptions extends ServiceOptions {
  readonly json?: true;
}

export function webhooksTestCommand(terminal: Terminal, ended: (code: ExitCode) => void): Command {
  const command = new Command("test")
    .description("sends a test event, and says how the receiver answered")
    .argument("<id>", "as the list shows it")
    .option("--json", "the answer of POST /v1/webhooks/{webhook_id}/test");
  return withServiceOptions(command).action(async (id: string, options: TestOptions) => {
    const delivery = await connect(options).webhooks.test(id, { signal: terminal.stop });
    if (delivery.status !== "delivered") ended(exitCodes.failed);
    if (options.json) return terminal.out(`${JSON.stringify(delivery, null, 2)}\n`);
    await terminal.out(`${outcomeText(delivery)}\n`);
  });
}

function outcomeText({ status, attempts }: WebhookDelivery): string {
  const attempt = attempts.at(-1);
  if (attempt === undefined) return "not attempted";
  const answer = attempt.status === null ? "no answer" : `status ${attempt.status}`;
  const how = `${answer} after ${attempt.duration_ms} ms`;
  if (status === "delivered") return `delivered: ${how}`;
  return `not delivered: ${attempt.error}, ${how}: ${printableLine(attempt.response)}`;
}

interface ReplayOptions extends ServiceOptions {
  readonly from?: string;
  readonly to?: string;
}

export function webhooksReplayCommand(terminal: Terminal): Command {
  const command = new Command("replay")
    .description("sends deliveries again: those named, or else the dead letters of a time")
    .argument("<id>", "the webhook's, as the list shows it")
    .argument("[delivery...]", "ids of deliveries")
    .option("--from <time>", "only dead letters made then or later, such as 2026-03-01T00:00:00Z")
    .option("--to <time>", "only dead letters made before");
  return withServiceOptions(command).action(
    (id: string, deliveries: readonly string[], options: ReplayOptions) =>
      deliveries.length > 0
        ? replay(id, deliveries, { options, terminal })
        : replayAll(id, options, terminal),
  );
}

async function replay(
  id: string,
  deliveries: readonly string[],
  { options, terminal }: { readonly options: ReplayOptions; readonly terminal: Terminal },
): Promise<void> {
  const { webhooks } = connect(options);
  for (const delivery of deliveries) {
    const sent = await webhooks.replay(id, delivery, { signal: terminal.stop });
    await terminal.out(`${sent.id} is queued again\n`);
  }
}

/** The service takes some at once; asked again until none is left. */
async function replayAll(id: string, options: ReplayOptions, terminal: Terminal): Promise<void> {
  const { webhooks } = connect(options);
  const { from, to } = options;
  const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  let replayed = 0;
  let more = true;
  while (more) {
    const part = await webhooks.replayDeadLetters(id, range, { signal: terminal.stop });
    replayed += part.replayed;
    more = part.has_more;
  }
  await terminal.out(`${replayed} dead ${replayed === 1 ? "letter is" : "letters are"} queued again\n`);
}

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
