import { readFile } from "node:fs/promises";
import { readTrust, TrustFault } from "../core/evidence/trust.ts";
import type { Trust } from "../core/evidence/trust.ts";
import { printableLine } from "./printable.ts";
import { CommandFailure, exitCodes } from "./exit-codes.ts";
import { nodePrimitives } from "../server/node-primitives.ts";

/** Reads a trust file. A file that is none is a mistake of use, not a verdict. */
export async function readTrustFile(path: string): Promise<Trust> {
  const bytes = await readFile(path);
  try {
    return readTrust(bytes, nodePrimitives.sha256);
  } catch (fault) {
    if (!(fault instanceof TrustFault)) throw fault;
    throw new CommandFailure(
      exitCodes.usage,
      `${path}: ${printableLine(fault.message)}`,
      "take trust.json from the data folder of the service that issued the evidence, or from its operator",
    );
  }
}
