import { Command } from "commander";
import { connect, withServiceOptions, type ServiceOptions } from "../connect.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { showSecret } from "./show-secret.ts";
import { termsOf, withTermOptions, type TermOptions } from "./webhook-terms.ts";

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
