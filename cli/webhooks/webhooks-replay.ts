import { Command } from "commander";
import { connect, withServiceOptions, type ServiceOptions } from "../connect.ts";
import type { Terminal } from "../terminal/terminal.ts";

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
