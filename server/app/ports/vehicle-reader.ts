import type { JournalEntry } from "../../../core/scoring/model/journal-entry.ts";
import type { Reason } from "../../../core/scoring/model/score.ts";
import type { FaultSource, Tier } from "../../../core/scoring/model/tier.ts";
import type { PackedState, VehicleSummary } from "./transaction.ts";
import type { Usage } from "../commit/staged-usage.ts";

/** What a caller may see: one organisation, and of it these fleets (null: all). Every question carries it. */
export interface VisibilityScope {
  readonly organisation: string;
  readonly fleets: readonly string[] | null;
}

/** Vehicles within sight, by what was asked for; null means no such condition. */
export interface VehicleFilter {
  readonly sight: VisibilityScope;
  readonly regions: readonly string[] | null;
  /** Vehicles not heard since then are silent; a silent NOMINAL vehicle counts as UNKNOWN (silence.ts). */
  readonly silentBeforeUs: number;
}

/**
 * `urgency`: CRITICAL, CAUTION, NOMINAL, UNKNOWN, and in each the lowest health first. `last_frame_at`: latest first.
 * `health_score`: lowest first. Equals are ordered by vehicle id.
 */
export type VehicleOrder = "urgency" | "vehicle_id" | "last_frame_at" | "health_score";

/** Where a vehicle stands in any of the orders. A vehicle without a score has health 100. */
export interface VehiclePlace {
  readonly tier: Tier;
  readonly healthScore: number;
  readonly lastFrameUs: number;
  readonly vehicleId: string;
}

/** The current state of a fleet's vehicles. */
export interface FleetReader {
  /** All counts are of one moment. */
  countFleet(ask: {
    readonly filter: VehicleFilter;
    readonly groupBy: "fleet" | "region" | null;
    /** Frames are counted from this instant on, to the minute. */
    readonly framesSinceUs: number;
  }): Promise<FleetCount>;

  /** At most `limit`, in order, after `after`. */
  listVehicles(ask: {
    readonly filter: VehicleFilter;
    readonly tiers: readonly Tier[] | null;
    /** Only vehicles with something to do. */
    readonly actionable: boolean;
    readonly order: VehicleOrder;
    readonly after: VehiclePlace | null;
    readonly limit: number;
  }): Promise<readonly VehicleSummary[]>;
}

export interface FleetCount {
  readonly all: TierCount;
  /** By name, null (no region) first; empty without `groupBy`. */
  readonly groups: readonly (TierCount & { readonly name: string | null })[];
  readonly openBreaches: number;
  readonly frames: number;
}

/** What an organisation uses of its quotas; answers kept since then only. */
export interface UsageReader {
  readUsage(ask: {
    readonly organisation: string;
    readonly newSinceMinute: number;
    readonly keptSinceUs: number;
  }): Promise<Usage>;
}

/** The four tiers add up to `vehicles`; silent ones are among them. */
export interface TierCount {
  readonly vehicles: number;
  readonly critical: number;
  readonly caution: number;
  readonly nominal: number;
  readonly unknown: number;
  readonly silent: number;
}

/** What is known of one vehicle. A vehicle key comes from `openVehicle` alone, so no other method needs a sight. */
export interface VehicleReader {
  /** Null for a vehicle that does not exist or is out of sight: the caller cannot tell which. */
  openVehicle(ask: {
    readonly sight: VisibilityScope;
    readonly vehicleId: string;
  }): Promise<VehicleSummary | null>;

  /** The newest stored state that stands for at most entry `bySeq` and was folded by this `scoring`. */
  findState(ask: {
    readonly vehicleKey: number;
    readonly bySeq: number;
    readonly scoring: string;
  }): Promise<PackedState | null>;

  /** Entries `afterSeq` + 1 to `throughSeq`, oldest first, at most `limit`. */
  listEntries(ask: {
    readonly vehicleKey: number;
    readonly afterSeq: number;
    readonly throughSeq: number;
    readonly limit: number;
  }): Promise<readonly NumberedEntry[]>;

  /** Tier history, latest first, and the first capture time. */
  readHistory(ask: { readonly vehicleKey: number; readonly limit: number }): Promise<VehicleHistory>;

  /** What the newest `limit` frames of the span cover. */
  measureSpan(ask: SpanRequest & { readonly limit: number }): Promise<MeasuredSpan>;

  /** Frames of the span in order of capture time, at most `limit`, after `after`. */
  listScores(
    ask: SpanRequest & { readonly after: ScorePlace | null; readonly limit: number },
  ): Promise<readonly StoredScore[]>;

  /** Null when that entry is not a frame. */
  findFrame(ask: { readonly vehicleKey: number; readonly seq: number }): Promise<StoredFrame | null>;
}

export interface NumberedEntry {
  readonly seq: number;
  readonly entry: JournalEntry;
}

export interface VehicleHistory {
  readonly firstTimestampUs: number | null;
  readonly tierChanges: readonly TierChange[];
  /** The newest registered reference; null when none was ever registered or the newest withdrew it. */
  readonly reference: RegisteredReference | null;
}

export interface TierChange {
  readonly seq: number;
  readonly atUs: number;
  readonly from: Tier;
  readonly to: Tier;
  readonly reason: Reason;
}

export interface RegisteredReference {
  readonly cameraRotation: readonly number[];
  readonly source: string;
  readonly validFromUs: number;
  readonly registeredAtUs: number;
}

/** Capture times from `fromUs` to `toUs`, both included. */
export interface SpanRequest {
  readonly vehicleKey: number;
  readonly fromUs: number;
  readonly toUs: number;
}

export interface MeasuredSpan {
  readonly frames: number;
  /** Null when there are no frames. */
  readonly fromUs: number | null;
  readonly toUs: number | null;
}

export interface ScorePlace {
  readonly timestampUs: number;
  readonly seq: number;
}

export interface StoredScore extends ScorePlace {
  /** packScore bytes. */
  readonly score: Uint8Array;
}

export interface StoredFrame extends StoredScore {
  /** The frame's JSON text exactly as received. */
  readonly raw: string;
}

/** Issued evidence, and what was done with it since. */
export interface EvidenceReader extends CustodyReader {
  /** Null for an id that does not exist or is out of sight: the caller cannot tell which. */
  findEvidence(ask: {
    readonly sight: VisibilityScope;
    readonly eventId: string;
    readonly withFrames: boolean;
  }): Promise<StoredEvidence | null>;

  /** Latest first, at most `limit`, after the one named. Null when the one named is unknown within this sight. */
  listEvidence(ask: {
    readonly sight: VisibilityScope;
    readonly vehicleId: string | null;
    readonly tiers: readonly Tier[] | null;
    readonly afterEventId: string | null;
    readonly limit: number;
  }): Promise<readonly EvidenceSummary[] | null>;
}

/** What was done with evidence after its issue. */
export interface CustodyReader {
  /** Null for an id that does not exist or is out of sight. `records` are at most `limit`, oldest first, after `afterSeq`. */
  readCustody(ask: {
    readonly sight: VisibilityScope;
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
  /** Whether the bundle is final; until it is, nobody may be shown it. */
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
  /** packScore bytes of the frame that opened the breach. */
  readonly score: Uint8Array;
}

/** The transparency log. It is public and names no organisation, so no question carries a sight. */
export interface LogReader {
  /** The signed checkpoint of this size, or the newest (`size` null); null for a size that was never signed. */
  findCheckpoint(ask: {
    readonly size: number | null;
  }): Promise<{ readonly size: number; readonly note: string } | null>;

  /** The first `width` hashes of a tile; null while it has fewer. */
  readTile(ask: {
    readonly level: number;
    readonly index: number;
    readonly width: number;
  }): Promise<Uint8Array | null>;

  /** The first `width` entries under a tile of level 0, as c2sp.org/tlog-tiles sends them; null while there are fewer. */
  readEntries(ask: { readonly index: number; readonly width: number }): Promise<Uint8Array | null>;

  /** From the leaf's sibling upwards. Only for a leaf within a size the log has reached. */
  proveInclusion(ask: { readonly index: number; readonly size: number }): Promise<readonly Uint8Array[]>;

  /** Only for sizes the log has reached, 1 ≤ `oldSize` ≤ `size`. */
  proveConsistency(ask: { readonly oldSize: number; readonly size: number }): Promise<readonly Uint8Array[]>;
}

/** A keyring version as it was logged. */
export interface LoggedVersion {
  readonly leafIndex: number;
  /** DSSE, canonical JSON. */
  readonly envelope: Uint8Array;
}

/** What is public of how evidence is signed and scored; no question carries a sight. */
export interface KeyringReader {
  /** Oldest first. */
  listKeyringVersions(): Promise<readonly LoggedVersion[]>;

  /** The documents by which the log began to use frozen scorers, oldest first. */
  listLoggedScorers(): Promise<readonly (LoggedVersion & { readonly sha256: string })[]>;

  /** The text of a scoring method by its SHA-256, hex; null for one this installation never used. */
  findSpecification(ask: { readonly sha256: string }): Promise<Uint8Array | null>;
}
