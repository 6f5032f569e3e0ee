import { fromBase64, toBase64 } from "./base64.ts";
import type { Bundle } from "./bundle.ts";
import { equalBytes, textOf } from "./bytes.ts";
import { canonicalBytes } from "./canonical-json.ts";
import { parseCheckpoint } from "./checkpoint.ts";
import type { JsonObject } from "./strict-json.ts";
import { parseTlogProof } from "./tlog-proof.ts";

const sigstoreMediaType = "application/vnd.dev.sigstore.bundle.v0.3+json";

/**
 * A bundle of ours as a Sigstore bundle v0.3, canonical: the same envelope, the same log entry and proof, the same time
 * stamps under Sigstore's names. Made from the bundle alone, so that anybody can make it again and compare. The core
 * stays outside, as the envelope's first subject. Throws for a bundle that no log has.
 */
export function sigstoreBundle(bundle: Uint8Array): Uint8Array {
  const { proof } = JSON.parse(textOf(bundle)!) as Bundle;
  if (proof.log === undefined) throw new TypeError("a bundle without a log proof has no Sigstore form");
  const { keyid, sig } = proof.envelope.signatures[0]!;
  return canonicalBytes({
    mediaType: sigstoreMediaType,
    verificationMaterial: {
      publicKey: { hint: keyid },
      tlogEntries: [tlogEntry(proof.log)],
      ...timestampData(proof),
    },
    dsseEnvelope: {
      payload: proof.envelope.payload,
      payloadType: proof.envelope.payloadType,
      signatures: [{ keyid, sig }],
    },
  });
}

/** Why an export is not the one this bundle has; null when it is, byte for byte. */
export function sigstoreFault(sigstore: Uint8Array, bundle: Uint8Array): string | null {
  return equalBytes(sigstore, sigstoreBundle(bundle))
    ? null
    : "the Sigstore bundle is not the one that this bundle makes";
}

function tlogEntry({ entry, tlog_proof }: NonNullable<Bundle["proof"]["log"]>): JsonObject {
  const proof = parseTlogProof(tlog_proof);
  const split = proof?.checkpoint.indexOf("\n\n") ?? -1;
  const checkpoint = parseCheckpoint(proof?.checkpoint.slice(0, split + 1) ?? "");
  if (proof === null || checkpoint === null) throw new TypeError("a log proof that nobody here made");
  return {
    logIndex: String(proof.index),
    logId: { keyId: toBase64(keyHashIn(proof.checkpoint.slice(split + 2), checkpoint.origin)) },
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

/** The four bytes by which the log's own line names its key. */
function keyHashIn(lines: string, origin: string): Uint8Array {
  const mark = `\u2014 ${origin} `;
  const line = lines.split("\n").find((one) => one.startsWith(mark));
  const signature = fromBase64(line?.slice(mark.length) ?? "-");
  if (signature === null) throw new TypeError("the checkpoint has no line of its log");
  return signature.slice(0, 4);
}

function timestampData({ timestamps }: Bundle["proof"]): JsonObject {
  if (timestamps === undefined) return {};
  const rfc3161Timestamps = timestamps.map(({ token }) => ({ signedTimestamp: token }));
  return { timestampVerificationData: { rfc3161Timestamps } };
}
