import { Compile } from "typebox/compile";

import { bundleSchema, type Bundle } from "../encoding/bundle.ts";
import { parseRelaxed } from "../encoding/canonical-json.ts";
import { JsonFault } from "../encoding/strict-json.ts";

/** A piece of evidence as it is handed over, byte for byte. */
export interface EvidenceFiles {
  readonly bundle: Uint8Array;
  readonly frames: Uint8Array;
}

/** What was to be put on paper is no evidence bundle. */
export class ReportFault extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = "ReportFault";
  }
}

const bundleShape = Compile(bundleSchema);

/** Reads a bundle for printing; whether it is genuine is the verifier's question. Throws `ReportFault`. */
export function openBundle(bytes: Uint8Array): Bundle {
  let document: unknown;
  try {
    document = parseRelaxed(bytes);
  } catch (fault) {
    if (fault instanceof JsonFault) throw new ReportFault(`not an evidence bundle: ${fault.message}`);
    throw fault;
  }
  if (bundleShape.Check(document)) return document;
  const [first] = bundleShape.Errors(document);
  throw new ReportFault(
    `not an evidence bundle: ${first?.instancePath || "/"} ${first?.message ?? "is not as the schema wants it"}`,
  );
}
