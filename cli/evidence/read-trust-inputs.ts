import { access, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readTrust, TrustFault } from "../../core/evidence/keys/trust.ts";
import type { Trust } from "../../core/evidence/keys/trust.ts";
import { printableLine } from "../terminal/printable.ts";
import { CommandFailure, exitCodes } from "../exit-codes.ts";
import { nodePrimitives } from "../../server/platform/node-primitives.ts";

/** What a verifier goes by: the trust file, and the keyring where that pins one. */
export interface TrustInputs {
  readonly trust: Trust;
  readonly keyring: Uint8Array | null;
}

/**
 * Reads a trust file with the keyring to it: the one given, or else the file keyring.json beside a trust file that pins
 * one. The keyring needs no trust of its own: the roots the trust file pins signed it, or they did not.
 */
export async function readTrustInputs(files: {
  readonly trust: string;
  readonly keyring?: string;
}): Promise<TrustInputs> {
  const trust = await readTrustFile(files.trust);
  if (files.keyring !== undefined) return { trust, keyring: await readFile(files.keyring) };
  if (trust.keyring === null) return { trust, keyring: null };
  const beside = join(dirname(files.trust), "keyring.json");
  const isThere = await access(beside).then(
    () => true,
    () => false,
  );
  if (isThere) return { trust, keyring: await readFile(beside) };
  throw new CommandFailure(
    exitCodes.usage,
    "the trust file pins the roots of a keyring, no keyring is given, and there is no keyring.json beside it",
    "get it from the service's /v1/evidence/keys/history and name the file with --keyring",
  );
}

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
