import { toBase64 } from "../../encoding/base64.ts";
import type { Bundle } from "../../encoding/bundle.ts";
import { equalBytes, utf8 } from "../../encoding/bytes.ts";
import { canonicalBytes } from "../../encoding/canonical-json.ts";
import { parseCheckpoint } from "../log/checkpoint.ts";
import { readNote } from "../log/signed-note.ts";
import type { JsonObject } from "../../encoding/strict-json.ts";
import { parseTlogProof } from "../log/tlog-proof.ts";

const sigstoreMediaType = "application/vnd.dev.sigstore.bundle.v0.3+json";

/**
 * A bundle of ours as a Sigstore bundle v0.3, canonical: the same envelope, the same log entry and proof, the same time
 * stamps under Sigstore's names. Made from the bundle alone, so that anybody can make it again and compare. The core
 * stays outside, as the envelope's first subject. Throws for a bundle that no log has.
 */
export function sigstoreBundle(bundle: Bundle): Uint8Array {
  const form = sigstoreForm(bundle);
  if (form === null) throw new TypeError(noForm);
  return canonicalBytes(form);
}

const noForm = "a bundle without a log proof has no Sigstore form";

/** Why an export is not the one this bundle has; null when it is, byte for byte. Takes bundles by anybody. */
export function sigstoreFault(sigstore: Uint8Array, bundle: Bundle): string | null {
  const form = sigstoreForm(bundle);
  if (form === null) return noForm;
  return equalBytes(sigstore, canonicalBytes(form))
    ? null
    : "the Sigstore bundle is not the one that this bundle makes";
}

/** Null without a signature, or without a log proof that can be read. */
function sigstoreForm({ proof }: Bundle): JsonObject | null {
  const [signature] = proof.envelope.signatures;
  const entry = proof.log === undefined ? null : tlogEntry(proof.log);
  if (entry === null || signature === undefined) return null;
  const { keyid, sig } = signature;
  return {
    mediaType: sigstoreMediaType,
    verificationMaterial: {
      publicKey: { hint: keyid },
      tlogEntries: [entry],
      ...timestampData(proof),
    },
    dsseEnvelope: {
      payload: proof.envelope.payload,
      payloadType: proof.envelope.payloadType,
      signatures: [{ keyid, sig }],
    },
  };
}

function tlogEntry({ entry, tlog_proof }: NonNullable<Bundle["proof"]["log"]>): JsonObject | null {
  const proof = parseTlogProof(tlog_proof);
  const note = proof === null ? null : readNote(utf8(proof.checkpoint));
  const checkpoint = note === null ? null : parseCheckpoint(note.text);
  const own = note?.signatures.find((line) => line?.name === checkpoint?.origin);
  if (proof === null || checkpoint === null || !own) return null;
  return {
    logIndex: String(proof.index),
    logId: { keyId: toBase64(own.keyHash) },
    kindVersion: { kind: "hashedrekord", version: "0.0.2" },
    inclusionProof: {
      logIndex: String(proof.index),
      rootHash: toBase64(checkpoint.root),
      treeSize: String(checkpoint.size),
      hashes: proof.hashes.map(toBase64),
      checkpoint: { envelope: proof.checkpoint },
    },
    canonicalizedBody: entry,
  };
}

function timestampData({ timestamps }: Bundle["proof"]): JsonObject {
  if (timestamps === undefined) return {};
  const rfc3161Timestamps = timestamps.map(({ token }) => ({ signedTimestamp: token }));
  return { timestampVerificationData: { rfc3161Timestamps } };
}
