import type { SensorDrifts } from "../../../../core/sensors/sensor-lists.ts";
import type { EvidenceTrigger } from "../../../../core/encoding/bundle.ts";
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

  /** How much evidence in this scope waits for the name of its issuer: all, or that of one id or vehicle. */
  countWaiting(ask: {
    readonly scope: VisibilityScope;
    readonly eventId: string | null;
    readonly vehicleId: string | null;
  }): Promise<number>;

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

/** Signed statements of the states of vehicles, and what they rest on. Who may see one is decided by the fleet the vehicle was in when it was issued. */
export interface StatementReader {
  /** Null for an id that does not exist or is out of scope. */
  findStatement(ask: {
    readonly scope: VisibilityScope;
    readonly statementId: string;
  }): Promise<StoredDocument | null>;

  /** Of one vehicle, newest first, at most `limit`, before the place in the log named. */
  listStatements(ask: {
    readonly scope: VisibilityScope;
    readonly vehicleKey: number;
    readonly beforeIndex: number | null;
    readonly limit: number;
  }): Promise<readonly StoredDocument[]>;

  /**
   * The last entry of the journal at a moment: after it comes the first frame that was captured later, or commands that
   * came later. 0 where nothing was there yet.
   */
  findEntryAt(ask: { readonly vehicleKey: number; readonly atUs: number }): Promise<number>;

  /** The newest evidence of the breach that one entry opened, of frames up to another; null for none. */
  findBreachEvidence(ask: {
    readonly vehicleKey: number;
    readonly openedSeq: number;
    readonly bySeq: number;
  }): Promise<string | null>;
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
  /** Its newest frame. */
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
  readonly trigger: EvidenceTrigger;
  readonly supersedes: string | null;
  /** The newest that names it, as far as the asker may see that. */
  readonly supersededBy: string | null;
  readonly tier: Tier;
  readonly probableFaultSource: FaultSource;
  /** As the bundle states it: when this service noticed, by its own clock. */
  readonly detectedAt: string;
  readonly issuedAtUs: number;
  readonly frameCount: number;
  readonly contentDigest: string;
  /** Null as long as the evidence is there. */
  readonly erasedAtUs: number | null;
  /** At its newest frame; null for what was not measured. */
  readonly measurements: SensorDrifts & { readonly healthScore: number | null };
}
