import type { Score } from "../../../../core/scoring/model/score.ts";
import type { FaultSource, Tier } from "../../../../core/scoring/model/tier.ts";
import type { VisibilityScope } from "../../visibility-scope.ts";

/** Issued evidence, and what was done with it since. */
export interface EvidenceReader extends CustodyReader {
  /** Null for an id that does not exist or is out of scope: the caller cannot tell which. */
  findEvidence(ask: {
    readonly scope: VisibilityScope;
    readonly eventId: string;
    readonly withFrames: boolean;
  }): Promise<StoredEvidence | null>;

  /** Latest first, at most `limit`, after the one named. Null when the one named is unknown within this scope. */
  listEvidence(ask: {
    readonly scope: VisibilityScope;
    readonly vehicleId: string | null;
    readonly tiers: readonly Tier[] | null;
    readonly afterEventId: string | null;
    readonly limit: number;
  }): Promise<readonly EvidenceSummary[] | null>;
}

/** What was done with evidence after its issue. */
export interface CustodyReader {
  /** Null for an id that does not exist or is out of scope. `records` are at most `limit`, oldest first, after `afterSeq`. */
  readCustody(ask: {
    readonly scope: VisibilityScope;
    readonly eventId: string;
    readonly afterSeq: number;
    readonly limit: number;
  }): Promise<StoredCustody | null>;
}

export interface StoredCustody {
  readonly contentDigest: string;
  readonly isOnHold: boolean;
  /** Envelope of the tombstone; null as long as the evidence is there. */
  readonly tombstone: Uint8Array | null;
  readonly records: readonly StoredDocument[];
}

/** A document as it was signed, and its place in the log. */
export interface StoredDocument {
  readonly envelope: Uint8Array;
  readonly leafIndex: number;
}

export interface StoredEvidence {
  readonly vehicleKey: number;
  readonly vehicleId: string;
  /** Entry that opened the breach. */
  readonly seq: number;
  /** The exact bytes as issued; empty once erased. */
  readonly bundle: Uint8Array;
  /** Empty unless asked for. */
  readonly frames: Uint8Array;
  /** Whether what was read is what was stored, byte for byte; erased evidence has nothing to compare. */
  readonly isIntact: boolean;
  /** Whether the bundle is final; until it is, it may not be handed out. */
  readonly isSealed: boolean;
  /** Envelope of the tombstone; null as long as the evidence is there. */
  readonly tombstone: Uint8Array | null;
}

export interface EvidenceSummary {
  readonly eventId: string;
  readonly vehicleId: string;
  readonly fleetId: string;
  readonly tier: Tier;
  readonly probableFaultSource: FaultSource;
  /** As the bundle states it: when this service noticed, by its own clock. */
  readonly detectedAt: string;
  readonly issuedAtUs: number;
  readonly frameCount: number;
  readonly contentDigest: string;
  /** Null as long as the evidence is there. */
  readonly erasedAtUs: number | null;
  /** As the frame was scored that opened the breach. */
  readonly measurements: Pick<Score, "cameraDriftDeg" | "radarDriftMm" | "healthScore">;
}
