import type { NoteKey } from "../../../core/evidence/log/signed-note.ts";

/** Third parties the service asks about its evidence: none of them need be there, and none is trusted unchecked. */

export interface TimeStampAuthority {
  /** For the operator's log. */
  readonly name: string;
  /** A checked time stamp over these bytes as `storedTimeStamp` writes it. Rejects, with the reason, when there is none. */
  stamp(data: Uint8Array): Promise<Uint8Array>;
}

export interface Witness {
  readonly key: NoteKey;
  /** Asks it to cosign a checkpoint (c2sp.org/tlog-witness). Rejects when it cannot be asked. */
  cosign(ask: CosignRequest): Promise<WitnessAnswer>;
}

export interface CosignRequest {
  /** What the witness saw last, as far as known; 0 for nothing. */
  readonly oldSize: number;
  /** From `oldSize` to the checkpoint's size; none when either is the whole. */
  readonly consistency: readonly Uint8Array[];
  /** The signed note. */
  readonly checkpoint: string;
}

export type WitnessAnswer =
  /** The witness's line, not checked yet. */
  | { readonly kind: "cosigned"; readonly line: string }
  /** It has seen another size. */
  | { readonly kind: "conflict"; readonly size: number }
  | { readonly kind: "refused"; readonly reason: string };

/** What the service knows of its evidence that waits for third parties, and of what they said of its log. */
export interface AttestationReader {
  /** Oldest first. */
  listUnsealed(ask: { readonly limit: number }): Promise<readonly UnsealedEvidence[]>;
  /** Of all checkpoints from this size on. */
  listCosignatures(ask: { readonly fromSize: number }): Promise<readonly StoredCosignature[]>;
  /** The largest size this witness, named by its verifier key, ever cosigned; 0 for none. */
  findCosignedSize(ask: { readonly witness: string }): Promise<number>;
}

export interface UnsealedEvidence {
  readonly eventId: string;
  readonly bundle: Uint8Array;
  readonly sinceUs: number;
}

export interface StoredCosignature {
  readonly size: number;
  /** The witness's verifier key, as text. */
  readonly witness: string;
  /** Its line, with its line feed. */
  readonly line: string;
}

/** A bundle's final form. It takes the place of the bytes it was made from, and of no others. */
export interface AttestedBundle {
  readonly eventId: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}
