import { readFile } from "node:fs/promises";
import { CommandFailure, exitCodes } from "../exit-codes.ts";
import type { Terminal } from "./terminal.ts";

/** The largest frames file a verifier takes; more than that on standard input is a mistake. */
const maxBytes = 1024 * 1024 * 1024;

/** The bytes of a file, or of standard input for `-`. Only one file of a command can come that way. */
export async function readGiven(path: string, terminal: Terminal): Promise<Uint8Array> {
  return path === "-" ? readStandardInput(terminal) : readFile(path);
}

/** Refuses a command that would read two files from standard input. */
export function refuseTwoFromInput(paths: readonly (string | undefined)[], next: string): void {
  if (paths.filter((path) => path === "-").length < 2) return;
  throw new CommandFailure(exitCodes.usage, "only one file can come from standard input", next);
}

async function readStandardInput({ stdin }: Terminal): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    const piece: Buffer = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    bytes += piece.length;
    if (bytes > maxBytes) {
      throw new CommandFailure(exitCodes.usage, "standard input does not end", "give a file instead of -");
    }
    chunks.push(piece);
  }
  return Buffer.concat(chunks);
}
