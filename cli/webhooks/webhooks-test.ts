import { Command } from "commander";
import type { WebhookDelivery } from "../../clients/typescript/generated/contract.ts";
import { connect, withServiceOptions, type ServiceOptions } from "../connect.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { printableLine } from "../terminal/printable.ts";
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
