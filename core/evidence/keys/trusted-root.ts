import { toBase64 } from "../../encoding/base64.ts";
import { ed25519Spki } from "./public-key.ts";
import type { NoteKey } from "../log/signed-note.ts";

export interface RootMaterial {
  readonly logs: readonly NoteKey[];
  /** X.509 in DER, the certificate that signs time stamps first, the root last. */
  readonly timestampChains: readonly (readonly Uint8Array[])[];
}

const mediaType = "application/vnd.dev.sigstore.trustedroot+json;version=0.1";
/** Sigstore wants to know since when. Our keys count by log index, not by time, so every time is allowed. */
const always = { start: "1970-01-01T00:00:00Z" };

/**
 * `trusted_root.json` for Sigstore's verifiers: the log's key and the time-stamp authorities. Evidence keys have no place
 * in that format; they are given beside it, by the id that stands in the bundle as hint.
 */
export function trustedRoot({ logs, timestampChains }: RootMaterial): string {
  const root = {
    mediaType,
    tlogs: logs.map(tlogInstance),
    certificateAuthorities: [],
    ctlogs: [],
    timestampAuthorities: timestampChains.map((chain) => ({
      certChain: { certificates: chain.map((der) => ({ rawBytes: toBase64(der) })) },
      validFor: always,
    })),
  };
  return `${JSON.stringify(root, null, 2)}\n`;
}

/** Verifiers look for the name of the checkpoint's line in the host of `baseUrl`. */
function tlogInstance({ name, keyHash, publicKey }: NoteKey) {
  const keyId = toBase64(keyHash);
  return {
    baseUrl: `https://${name}`,
    hashAlgorithm: "SHA2_256",
    publicKey: {
      rawBytes: toBase64(ed25519Spki(publicKey)),
      keyDetails: "PKIX_ED25519",
      validFor: always,
    },
    logId: { keyId },
    checkpointKeyId: { keyId },
  };
}
