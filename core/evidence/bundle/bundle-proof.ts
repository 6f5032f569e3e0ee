import { toBase64 } from "../../encoding/base64.ts";
import type { PrecommitProof } from "../frames/ingest-chain.ts";
import type { LoggedLeaf } from "../log/append-to-log.ts";
import type { Bundle } from "../../encoding/bundle.ts";

/** A bundle of our own issue with its place in the log. Only `proof` differs: nothing the bundle says does. */
export function withLogProof(
  { proof, ...rest }: Bundle,
  logged: {
    readonly origin: string;
    readonly leaf: LoggedLeaf;
    /** For the intervals its core names, if it names any. */
    readonly precommit?: PrecommitProof;
  },
): Bundle {
  const { origin, leaf, precommit } = logged;
  const log = { origin, index: leaf.index, entry: toBase64(leaf.entry), tlog_proof: leaf.proof };
  return { ...rest, proof: { ...proof, log, ...(precommit !== undefined && { precommit }) } };
}

/** What third parties stated about issued evidence. */
export interface Attestations {
  /** Time stamps of the envelope's signature, as `storedTimeStamp` writes them. */
  readonly timestamps: readonly Uint8Array[];
  /** The proof of the same entry under a cosigned checkpoint, c2sp.org/tlog-proof@v1; null to keep the one it has. */
  readonly tlogProof: string | null;
}

/** The same with third parties' attestations: its final form. The core, its digest and its signature stay as they are. */
export function attachAttestations(
  { proof, ...rest }: Bundle,
  { timestamps, tlogProof }: Attestations,
): Bundle {
  const { log } = proof;
  return {
    ...rest,
    proof: {
      ...proof,
      ...(log !== undefined && tlogProof !== null && { log: { ...log, tlog_proof: tlogProof } }),
      ...(timestamps.length > 0 && { timestamps: timestamps.map(timestampMember) }),
    },
  };
}

function timestampMember(token: Uint8Array) {
  return { type: "rfc3161", over: "dsse-signature", token: toBase64(token) } as const;
}
