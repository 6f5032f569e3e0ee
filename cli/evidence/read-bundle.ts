import { Check } from "typebox/value";
import { bundleSchema } from "../../core/encoding/bundle.ts";
import type { Bundle } from "../../core/encoding/bundle.ts";
import { parseRelaxed } from "../../core/encoding/canonical-json.ts";
import { JsonFault } from "../../core/encoding/strict-json.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";

/** A bundle by its schema, however it is laid out; nothing vouches for what it says. `path` names it in the refusal. */
export function readBundle(bytes: Uint8Array, path: string): Bundle {
  const notABundle = (detail: string) =>
    new CommandFailure(
      exitCodes.evidenceInvalid,
      `${path} is not an evidence bundle: ${detail}`,
      typed("evidence verify --help"),
    );
  try {
    const document = parseRelaxed(bytes);
    if (!Check(bundleSchema, document)) throw notABundle("it does not fit the schema");
    return document;
  } catch (fault) {
    if (fault instanceof JsonFault) throw notABundle(fault.message);
    throw fault;
  }
}
