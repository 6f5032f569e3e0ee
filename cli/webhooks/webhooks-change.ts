import { Command, Option } from "commander";
import type { WebhookUpdate } from "../../clients/typescript/generated/contract.ts";
import { connect, type ServiceOptions, withServiceOptions } from "../connect.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { printableLine } from "../terminal/printable.ts";
import { readWholeNumber } from "../terminal/read-option.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { showSecret } from "./show-secret.ts";
import { type TermOptions, termsOf, withTermOptions } from "./webhook-terms.ts";

interface RotateOptions extends ServiceOptions {
  readonly overlap: number;
  readonly json?: true;
}

export function webhooksRotateCommand(terminal: Terminal): Command {
  const command = new Command("rotate")
    .description("replaces the secret of a webhook and shows the new one once")
    .argument("<id>", "as the list shows it")
    .option(
      "--overlap <hours>",
      "hours both secrets sign; 0 where the old one has leaked",
      readWholeNumber(0, 168),
      24,
    )
    .option("--json", "the answer of POST /v1/webhooks/{webhook_id}/secret");
  return withServiceOptions(command).action((id: string, options: RotateOptions) =>
    rotateSecret(id, options, terminal),
  );
}

async function rotateSecret(id: string, options: RotateOptions, terminal: Terminal): Promise<void> {
  const rotation = { overlap_hours: options.overlap };
  const webhook = await connect(options).webhooks.rotateSecret(id, rotation, { signal: terminal.stop });
  if (options.json) return terminal.out(`${JSON.stringify(webhook, null, 2)}\n`);
  await showSecret(webhook, terminal);
}

interface CreateOptions extends ServiceOptions, TermOptions {
  readonly disabled?: true;
  readonly json?: true;
}

export function webhooksCreateCommand(terminal: Terminal): Command {
  const command = new Command("create")
    .description("sends events to an address from now on, and shows the secret once")
    .argument("<address>", "https address; mailto: and addresses for the format email")
    .option("--disabled", "send nothing yet")
    .option("--json", "the answer of POST /v1/webhooks");
  return withServiceOptions(withTermOptions(command)).action((address: string, options: CreateOptions) =>
    createWebhook(address, options, terminal),
  );
}

async function createWebhook(url: string, options: CreateOptions, terminal: Terminal): Promise<void> {
  const request = { url, ...termsOf(options), ...(options.disabled && { enabled: false }) };
  const webhook = await connect(options).webhooks.create(request, { signal: terminal.stop });
  if (options.json) return terminal.out(`${JSON.stringify(webhook, null, 2)}\n`);
  await showSecret(webhook, terminal);
}

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
