import { fromBase64, toBase64 } from "../../encoding/base64.ts";
import { parseCanonical } from "../../encoding/canonical-json.ts";
import type { Sha256 } from "../../encoding/primitives.ts";
import { JsonFault } from "../../encoding/strict-json.ts";
import { preAuthenticationEncoding } from "../keys/dsse.ts";
import { documentPayloadType, type DocumentEnvelope } from "./logged-document.ts";

/**
 * What a restored service says in its log: from where to where history is missing. The log itself goes on after all that
 * was signed: of the missing entries the hashes are known, and nothing else.
 */
export interface Recovery {
  readonly schema: "urn:plumbline:recovery:1";
  readonly at: string;
  /** The log of the backup. */
  readonly backup: { readonly size: number; readonly root: string };
  /** The last checkpoint that is known to have been signed before; that of the backup where nothing else is known. */
  readonly signed: { readonly size: number; readonly root: string };
  /** The name under which that was signed, where the log goes on under another one; null where it keeps its name. */
  readonly former: string | null;
  /** The indices of the entries that are missing, `to` being the first that is there again; null for none. */
  readonly missing: { readonly from: number; readonly to: number } | null;
  /** Of what was received, commanded and changed between these two nothing may be left. */
  readonly since: string;
  readonly until: string;
  /** Evidence that was issued in between, as far as it is known by name. */
  readonly evidence: readonly string[];
}

/** The entries that a logged recovery says are missing; null where `entry`, at its place in the log, is not of it. */
export function missingBy(
  { payload, payloadType }: DocumentEnvelope,
  entry: Uint8Array,
  sha256: Sha256,
): Recovery["missing"] {
  const bytes = fromBase64(payload);
  if (bytes === null || payloadType !== documentPayloadType("recovery")) return null;
  const digest = toBase64(sha256(preAuthenticationEncoding(payloadType, bytes)));
  try {
    const { spec } = parseCanonical(entry) as unknown as LoggedDigest;
    return spec.hashedRekordV002.data.digest === digest
      ? (parseCanonical(bytes) as unknown as Recovery).missing
      : null;
  } catch (fault) {
    if (fault instanceof JsonFault) return null;
    throw fault;
  }
}

interface LoggedDigest {
  readonly spec: { readonly hashedRekordV002: { readonly data: { readonly digest: string } } };
}
