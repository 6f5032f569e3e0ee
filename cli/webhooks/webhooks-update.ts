import { Command, Option } from "commander";
import type { WebhookUpdate } from "../../clients/typescript/generated/contract.ts";
import { connect, withServiceOptions, type ServiceOptions } from "../connect.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { printableLine } from "../terminal/printable.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { termsOf, withTermOptions, type TermOptions } from "./webhook-terms.ts";

interface UpdateOptions extends ServiceOptions, TermOptions {
  readonly address?: string;
  readonly enable?: true;
  readonly disable?: true;
  readonly json?: true;
}

export function webhooksUpdateCommand(terminal: Terminal): Command {
  const command = new Command("update")
    .description("changes what is named of a webhook")
    .argument("<id>", "as the list shows it")
    .option("--address <address>", "another address")
    .addOption(new Option("--enable", "send events again, from now on").conflicts("disable"))
    .option("--disable", "send nothing more; what waits becomes dead letters")
    .option("--json", "the answer of PATCH /v1/webhooks/{webhook_id}");
  return withServiceOptions(withTermOptions(command)).action((id: string, options: UpdateOptions) =>
    updateWebhook(id, options, terminal),
  );
}

async function updateWebhook(id: string, options: UpdateOptions, terminal: Terminal): Promise<void> {
  const update = updateOf(options);
  if (Object.keys(update).length === 0)
    throw new CommandFailure(exitCodes.usage, "nothing to change was named", typed("webhooks update --help"));
  const webhook = await connect(options).webhooks.update(id, update, { signal: terminal.stop });
  if (options.json) return terminal.out(`${JSON.stringify(webhook, null, 2)}\n`);
  const state = webhook.enabled ? "is sent" : "is disabled: nothing is sent";
  await terminal.out(`${id} ${state} to ${printableLine(webhook.url)}\n`);
}

function updateOf(options: UpdateOptions): WebhookUpdate {
  const { address, enable, disable } = options;
  return {
    ...termsOf(options),
    ...(address !== undefined && { url: address }),
    ...((enable === true || disable === true) && { enabled: enable === true }),
  };
}
