import { Command } from "commander";
import { connect, withServiceOptions } from "../connect.ts";
import type { ServiceOptions } from "../connect.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface HoldOptions extends ServiceOptions {
  readonly reason: string;
  readonly release?: true;
}

export function evidenceHoldCommand(terminal: Terminal): Command {
  const command = new Command("hold")
    .description("sets a legal hold on evidence, or releases it: what is on hold cannot be erased")
    .argument("<event-id>", "for example EVB-20260301-7K3M9Q2XW4HJ")
    .requiredOption("--reason <text>", "why, for example the number of the claim; kept in the custody")
    .option("--release", "release the hold");
  return withServiceOptions(command).action((eventId: string, options: HoldOptions) =>
    holdEvidence(eventId, options, terminal),
  );
}

async function holdEvidence(eventId: string, options: HoldOptions, terminal: Terminal): Promise<void> {
  const { reason, release } = options;
  const request = { hold: release !== true, reason };
  const result = await connect(options).evidence.setLegalHold(eventId, request, { signal: terminal.stop });
  const state = result.legal_hold ? "on legal hold" : "not on hold";
  await terminal.out(
    `${eventId} is ${state}${result.changed ? "" : ", as it was before: nothing was recorded"}\n`,
  );
}
