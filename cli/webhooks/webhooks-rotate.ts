import { Command } from "commander";
import { connect, withServiceOptions, type ServiceOptions } from "../connect.ts";
import { readWholeNumber } from "../terminal/read-option.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { showSecret } from "./show-secret.ts";

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
