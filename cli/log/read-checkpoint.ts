import { parseCheckpoint } from "../../core/evidence/log/checkpoint.ts";
import type { Checkpoint } from "../../core/evidence/log/checkpoint.ts";
import { openNote } from "../../core/evidence/log/signed-note.ts";
import type { Trust } from "../../core/evidence/keys/trust.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { nodePrimitives } from "../../server/platform/node-primitives.ts";

/** A checkpoint signed by a log of the trust file. Anything else ends the command: there is nothing to go by. */
export function readCheckpoint(note: Uint8Array, from: string, trust: Trust): Checkpoint {
  const refuse = (reason: string) =>
    new CommandFailure(
      exitCodes.evidenceInvalid,
      `${from}: ${reason} (E_CHECKPOINT)`,
      `the trust file must name the log: ${typed("evidence audit --help")}`,
    );
  if (trust.fault !== null) throw refuse(`the trust file is not valid: ${trust.fault}`);
  const opened = openNote(note, trust.logs, nodePrimitives);
  if (opened.kind === "refused") throw refuse(opened.reason);
  const checkpoint = parseCheckpoint(opened.text);
  if (checkpoint === null || !opened.by.some(({ name }) => name === checkpoint.origin)) {
    throw refuse("not a checkpoint of a trusted log");
  }
  return checkpoint;
}
