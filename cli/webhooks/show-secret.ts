import type { WebhookWithSecret } from "../../clients/typescript/generated/contract.ts";
import { paint } from "../terminal/paint.ts";
import { printableLine } from "../terminal/printable.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** A webhook's new secret, alone on the first line, and what to do with it. */
export async function showSecret(webhook: WebhookWithSecret, terminal: Terminal): Promise<void> {
  const { id, url, secret, previous_secret_expires_at: until } = webhook;
  await terminal.out(
    [
      secret,
      "",
      `  the secret of ${id}, ${printableLine(url)}`,
      ...(until === null ? [] : [`  the one before signs beside it until ${until}`]),
      `  ${paint("This is the only time it is shown.", "bold", terminal)} The receiver checks webhook-signature with it.`,
      "",
    ].join("\n"),
  );
}
