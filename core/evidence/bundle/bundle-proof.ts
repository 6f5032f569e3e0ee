import { toBase64 } from "../../encoding/base64.ts";
import type { Bundle } from "./bundle.ts";
import { textOf } from "../../encoding/bytes.ts";
import { canonicalBytes } from "../../encoding/canonical-json.ts";

/** What third parties said of issued evidence. */
export interface Attestations {
  /** Time stamps of the envelope's signature, as `storedTimeStamp` writes them. */
  readonly timestamps: readonly Uint8Array[];
  /** The proof of the same entry under a cosigned checkpoint, c2sp.org/tlog-proof@v1; null to keep the one it has. */
  readonly tlogProof: string | null;
}

/**
 * The bytes of a bundle of our own issue with what third parties said added to its proof: its final form. The core, its
 * digest and its signature stay as they are.
 */
export function attachAttestations(bundle: Uint8Array, { timestamps, tlogProof }: Attestations): Uint8Array {
  const { proof, ...rest } = JSON.parse(textOf(bundle)!) as Bundle;
  const { log } = proof;
  return canonicalBytes({
    ...rest,
    proof: {
      ...proof,
      ...(log !== undefined && tlogProof !== null && { log: { ...log, tlog_proof: tlogProof } }),
      ...(timestamps.length > 0 && {
        timestamps: timestamps.map((token) => ({
          type: "rfc3161" as const,
          over: "dsse-signature" as const,
          token: toBase64(token),
        })),
      }),
    },
  });
}
