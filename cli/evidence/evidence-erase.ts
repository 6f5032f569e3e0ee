import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { toHex } from "../../core/encoding/bytes.ts";
import { connect, withServiceOptions } from "../connect.ts";
import type { ServiceOptions } from "../connect.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { nodePrimitives } from "../../server/platform/node-primitives.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface EraseOptions extends ServiceOptions {
  readonly basis: string;
  readonly decision: string;
  readonly forGood?: true;
}

export function evidenceEraseCommand(terminal: Terminal): Command {
  const command = new Command("erase")
    .description("erases bundle and frames of evidence for good; a signed tombstone and the log's entry stay")
    .argument("<event-id>", "for example EVB-20260301-7K3M9Q2XW4HJ")
    .requiredOption("--basis <text>", "ground of the erasure, for example the retention rule")
    .requiredOption("--decision <file>", "the document with the decision; only its SHA-256 is sent")
    .option("--for-good", "needed, because nothing brings it back");
  return withServiceOptions(command).action((eventId: string, options: EraseOptions) =>
    eraseEvidence(eventId, options, terminal),
  );
}

async function eraseEvidence(eventId: string, options: EraseOptions, terminal: Terminal): Promise<void> {
  const { basis, decision, forGood } = options;
  if (forGood !== true) {
    throw new CommandFailure(
      exitCodes.usage,
      `nothing brings ${eventId} back once it is erased`,
      `keep a copy if you may: ${typed(`evidence get ${eventId} --out FOLDER`)}; then add --for-good`,
    );
  }
  const request = { basis, decision_sha256: toHex(nodePrimitives.sha256(await readFile(decision))) };
  const tombstone = await connect(options).evidence.erase(eventId, request, { signal: terminal.stop });
  await terminal.out(
    `${eventId} was erased at ${tombstone.erased_at}\nits entry in the log stays: ${tombstone.leaf_index}\n` +
      `what is left of it: ${typed(`evidence custody ${eventId}`)}\n`,
  );
}
