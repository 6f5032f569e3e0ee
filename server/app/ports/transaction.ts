import type { StoredInterval, StoredPlace } from "./chain-place.ts";
import type { StoredBytes } from "./stored-bytes.ts";
import type { Changes, EvidenceFacts } from "./changes.ts";
import type { StoredApiKey } from "./reading/api-key-reader.ts";
import type { CountedFrame, FrameIdentity, JournalTail, TailRequest } from "./journal.ts";
import type { FoundAnswer } from "./kept-answer.ts";
import type { EvidenceStanding } from "./logged-document.ts";
import type { ExpiringKey } from "./reading/notice-reader.ts";
import type { FleetName, VehicleName, VehicleSummary } from "./vehicle-summary.ts";
import type { LogEdge } from "../../../core/evidence/log/append-to-log.ts";
import type { Tile } from "../../../core/evidence/log/log-tree.ts";
import type { EstimatedNoise } from "../../../core/scoring/fleet/fleet-prior.ts";
import type { Usage } from "./quotas.ts";
import type { WorkRegister } from "./work.ts";

/** The vehicles a batch is about, and those it begins with. */
export interface VehicleRegister {
  /**
   * Summaries in the order asked, null for a vehicle never seen. What is returned stays locked against other writers
   * until the transaction ends; names come sorted, so that two batches cannot wait for each other.
   */
  lockVehicles(names: readonly VehicleName[]): Promise<readonly (VehicleSummary | null)[]>;
  /** That many vehicle keys never used before. */
  newVehicleKeys(count: number): Promise<readonly number[]>;
  /** The noise the vehicles of these fleets estimated, in the order asked; of each sensor the newest `vehicles` only. */
  readEstimatedNoise(
    fleets: readonly FleetName[],
    vehicles: number,
  ): Promise<readonly (readonly EstimatedNoise[])[]>;
}

/** The journals as they were before the batch. */
export interface StoredJournals {
  /** Frames counted already, in the order asked; null for a frame not seen. */
  findFrames(identities: readonly FrameIdentity[]): Promise<readonly (CountedFrame | null)[]>;
  /** A vehicle's journal from a given place to its end, in the order asked. */
  readTails(asks: readonly TailRequest[], scoring: string): Promise<readonly JournalTail[]>;
}

/** What organisations have used up, and what was answered before. */
export interface StoredAccounts {
  /** What these organisations use of their quotas, in the order asked; of kept answers those not yet expired. */
  findUsage(
    organisations: readonly string[],
    since: { readonly newSinceMinute: number; readonly keptSinceUs: number },
  ): Promise<readonly Usage[]>;
  /** Pieces of evidence that this key has requested since. */
  countEvidenceRequests(ask: { readonly keyId: string; readonly sinceUs: number }): Promise<number>;
  /** What is kept in these spaces and has not yet expired, in the order asked. */
  findAnswers(spaces: readonly string[], keptSinceUs: number): Promise<readonly (FoundAnswer | null)[]>;
}

/** The hash chains of the journals, and the closed intervals that commit to them. */
export interface StoredChains {
  /** The newest stored places of these vehicles' chains, in the order asked; null for a chain that has none. */
  findChainEnds(vehicleKeys: readonly number[]): Promise<readonly (StoredPlace | null)[]>;
  /** Stored places of one chain between two entries, both included, in order. */
  listChainPlaces(ask: {
    readonly vehicleKey: number;
    readonly fromSeq: number;
    readonly throughSeq: number;
  }): Promise<readonly StoredPlace[]>;
  /** Closed intervals by their places in the log, in the order asked. Throws for one that is not there. */
  readIntervals(leafIndices: readonly number[]): Promise<readonly StoredInterval[]>;
}

/** The transparency log, to be gone on with. */
export interface LogEnd {
  /** Where the transparency log ends. It stays so for everybody until the transaction ends: one goes on at a time. */
  readLogEdge(): Promise<LogEdge>;
  /** Those of the log's tiles that there are, as wide as they are. */
  readLogTiles(
    places: readonly { readonly level: number; readonly index: number }[],
  ): Promise<readonly Tile[]>;
}

/**
 * One database transaction, in batches: every method takes all of a commit's questions at once, so that a store may
 * answer them in one statement. Nothing is visible to anybody else before it commits.
 */
export interface Transaction
  extends VehicleRegister, StoredJournals, StoredAccounts, StoredChains, LogEnd, WorkRegister {
  /** How evidence stands, in the order asked; null for an id never issued. Hand-outs are those since then. */
  findEvidence(
    eventIds: readonly string[],
    handedOutSinceUs: number,
  ): Promise<readonly (EvidenceStanding | null)[]>;
  /** Evidence that waits for third parties, in the order asked; null for what waits no longer. */
  findUnsealed(eventIds: readonly string[]): Promise<readonly (EvidenceFacts | null)[]>;
  /** An organisation's keys: those named, and all that are in force at that time; null for all there ever were. */
  findApiKeys(ask: {
    readonly organisation: string;
    readonly publicIds: readonly string[];
    readonly inForceAtUs: number | null;
  }): Promise<readonly StoredApiKey[]>;
  /** Keys in force whose expiry is to be announced, at most 100. */
  findExpiringKeys(ask: { readonly nowUs: number }): Promise<readonly ExpiringKey[]>;
  /** What these organisations store, in the order asked. */
  findStoredBytes(organisations: readonly string[]): Promise<readonly StoredBytes[]>;
  /** Writes all of it. A frame, command or evidence that exists already is a fault: callers look first. */
  write(changes: Changes): Promise<void>;
}

/** Where commits happen, one at a time. */
export interface Store {
  /** Runs `work` in one transaction: durable when this resolves, undone as if never begun when it rejects. */
  transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
}
