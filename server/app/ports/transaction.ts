import type { LogEdge, LogGrowth } from "../../../core/evidence/log/append-to-log.ts";
import type { CustodyRecord, HandOutForm } from "../../../core/evidence/bundle/custody-record.ts";
import type { Tile } from "../../../core/evidence/log/log-tree.ts";
import type { SignedDocument } from "../../../core/evidence/log/logged-document.ts";
import type { IncomingFrame } from "../../../core/contract/requests/parse-frame.ts";
import type { EstimatedNoise } from "../../../core/scoring/baseline/fleet-prior.ts";
import type { JournalEntry } from "../../../core/scoring/model/journal-entry.ts";
import type { NoiseGrowth } from "../../../core/scoring/change/noise-growth.ts";
import type { BaselineState, Channel, Reason } from "../../../core/scoring/model/score.ts";
import type { Action, FaultSource, Tier } from "../../../core/scoring/model/tier.ts";
import type { AnswerSlot, KeptRefusal, StoredAnswer } from "../application.ts";
import type { AttestedBundle, StoredCosignature } from "./third-parties.ts";
import type { Usage } from "../commit/staged-usage.ts";

/** A vehicle as the outside names it. The organisation comes from the caller's key, never from the request. */
export interface VehicleName {
  readonly organisation: string;
  readonly vehicleId: string;
}

/** A fleet belongs to its organisation: two of the same name have nothing to do with each other. */
export interface FleetName {
  readonly organisation: string;
  readonly fleetId: string;
}

/** Where a vehicle's journal stands and what its newest score said. Derived: the journal can rebuild all of it. */
export interface VehicleSummary extends VehicleName {
  /** Short key of this vehicle inside one store; means nothing outside it. */
  readonly vehicleKey: number;
  readonly fleetId: string;
  readonly region: string | null;
  /** Seq of the newest journal entry; entries count from 1 without gaps. */
  readonly entries: number;
  readonly frames: number;
  readonly firstReceivedUs: number;
  readonly lastReceivedUs: number;
  /** Newest capture time among its frames, null before the first. */
  readonly newestTimestampUs: number | null;
  readonly tier: Tier;
  /** Capture time of the frame, or time of the command, that set the tier. */
  readonly tierSinceUs: number;
  readonly reason: Reason;
  /** Newest frame that moved the detectors. */
  readonly scoredSeq: number | null;
  readonly healthScore: number | null;
  readonly residualScore: number | null;
  readonly cusumStatistic: number | null;
  readonly cusumTriggered: boolean;
  readonly confidence: number | null;
  readonly probableFaultSource: FaultSource;
  readonly recommendedAction: Action;
  readonly cameraDriftDeg: number | null;
  readonly radarDriftMm: number | null;
  readonly lidarDriftM: number | null;
  /** The sensors whose noise has grown, and since when. */
  readonly noise: readonly NoiseGrowth[];
  readonly baselineState: BaselineState;
  readonly baselineFrames: number;
  readonly baselineNeeded: number;
  /** One breach, one evidence id: set while the breach is open. */
  readonly openBreach: OpenBreach | null;
}

export interface OpenBreach {
  readonly evidenceId: string;
  /** The frame that opened it, and its capture time. */
  readonly seq: number;
  readonly openedAtUs: number;
}

/** One entry of a vehicle's journal as stored. `raw` and `timestamp` are null for entries that are not frames. */
export interface JournalRecord {
  readonly seq: number;
  readonly receivedAtUs: number;
  /** Capture time as the vehicle wrote it. */
  readonly timestamp: string | null;
  /** The frame's JSON text exactly as received. */
  readonly raw: string | null;
  readonly entry: JournalEntry;
}

/** An answer kept for repeats, as far as a commit has to know it. */
export interface FoundAnswer {
  readonly fingerprint: string;
  /** A refusal is kept for comparison only: what it refused may still happen. */
  readonly isRefusal: boolean;
}

/** A packed state of the fold: what entries 1 to `seq` lead to. */
export interface PackedState {
  readonly vehicleKey: number;
  readonly seq: number;
  readonly state: Uint8Array;
}

/** Where a tail begins: right after an entry, or at the newest stored state that stands for at most that entry. */
export type TailRequest =
  | { readonly kind: "after"; readonly vehicleKey: number; readonly seq: number }
  | { readonly kind: "from-state"; readonly vehicleKey: number; readonly bySeq: number };

/** A starting point and what follows it, up to the journal's end. */
export interface JournalTail {
  /** Null when the ask was for records only, or when no state is stored that early: then the first record is entry 1. */
  readonly from: PackedState | null;
  /** Contiguous, oldest first, beginning right after the starting point. */
  readonly records: readonly JournalRecord[];
}

/** What makes two frames the same frame. */
export interface FrameIdentity {
  readonly vehicleKey: number;
  readonly timestampUs: number;
  readonly sensorsSha256: string;
}

/** A frame that counted, as it was scored then. */
export interface CountedFrame {
  readonly seq: number;
  /** packScore bytes. */
  readonly score: Uint8Array;
  /** The breach it opened or fell into. */
  readonly evidenceId: string | null;
}

/**
 * One database transaction, in batches: every method takes all of a commit's questions at once, so that a store may
 * answer them in one statement. Nothing is visible to anybody else before it commits.
 */
export interface Transaction {
  /**
   * Summaries in the order asked, null for a vehicle never seen. What is returned stays locked against other writers
   * until the transaction ends; names come sorted, so that two batches cannot wait for each other.
   */
  lockVehicles(names: readonly VehicleName[]): Promise<readonly (VehicleSummary | null)[]>;
  /** That many vehicle keys never used before. */
  newVehicleKeys(count: number): Promise<readonly number[]>;
  /** Frames counted already, in the order asked; null for a frame not seen. */
  findFrames(identities: readonly FrameIdentity[]): Promise<readonly (CountedFrame | null)[]>;
  /** A vehicle's journal from a given place to its end, in the order asked. */
  readTails(asks: readonly TailRequest[], scoring: string): Promise<readonly JournalTail[]>;
  /** What these organisations use of their quotas, in the order asked; of kept answers those not yet expired. */
  findUsage(
    organisations: readonly string[],
    since: { readonly newSinceMinute: number; readonly keptSinceUs: number },
  ): Promise<readonly Usage[]>;
  /** What is kept in these spaces and has not yet expired, in the order asked. */
  findAnswers(spaces: readonly string[], keptSinceUs: number): Promise<readonly (FoundAnswer | null)[]>;
  /** What the vehicles of these fleets taught, in the order asked; of each sensor the newest `vehicles` only. */
  readEstimatedNoise(
    fleets: readonly FleetName[],
    vehicles: number,
  ): Promise<readonly (readonly EstimatedNoise[])[]>;
  /** How evidence stands, in the order asked; null for an id never issued. Hand-outs are those since then. */
  findEvidence(
    eventIds: readonly string[],
    handedOutSinceUs: number,
  ): Promise<readonly (EvidenceStanding | null)[]>;
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
  /** Those of the log's tiles that there are, as wide as they are. */
  readLogTiles(
    places: readonly { readonly level: number; readonly index: number }[],
  ): Promise<readonly Tile[]>;
  /** Where the transparency log ends. It stays so for everybody until the transaction ends: one goes on at a time. */
  readLogEdge(): Promise<LogEdge>;
  /** Writes all of it. A frame, command or evidence that exists already is a fault: callers look first. */
  write(changes: Changes): Promise<void>;
}

/** Everything one commit changes. Lists may be empty; within a list the order is the order of happening. */
export interface Changes {
  /** Whole rows, of new and of known vehicles. */
  readonly vehicles: readonly VehicleSummary[];
  readonly frames: readonly FrameRecord[];
  readonly commands: readonly CommandRecord[];
  /** Replace an older snapshot of the same vehicle. */
  readonly snapshots: readonly PackedState[];
  /** Kept for good. */
  readonly anchors: readonly PackedState[];
  /** Which scoring and settings folded the states of this commit. */
  readonly scoring: string;
  /** A vehicle teaches once a sensor: of what it teaches again the first stays. */
  readonly taught: readonly EstimatedNoiseRecord[];
  readonly transitions: readonly TierTransition[];
  readonly evidence: readonly EvidenceRecord[];
  /** What else is entered in the transparency log. */
  readonly documents: readonly DocumentRecord[];
  /** What the transparency log gains by evidence and documents; null exactly when there are none. */
  readonly log: LogGrowth | null;
  readonly events: readonly LedgerEvent[];
  readonly frameCounts: readonly FrameCount[];
  readonly answers: readonly (AnswerSlot & (StoredAnswer | KeptRefusal) & { readonly storedAtUs: number })[];
  readonly keyUses: readonly KeyUse[];
  /** Where the hash chains of the journals that moved stand, and the interval this commit closes, if it does. */
  readonly precommit: {
    readonly places: readonly (StoredPlace & { readonly vehicleKey: number })[];
    readonly interval: ClosedInterval | null;
  };
  readonly sealing: {
    /** Issued in this commit and not final yet. */
    readonly waiting: readonly { readonly eventId: string; readonly sinceUs: number }[];
    readonly seals: readonly AttestedBundle[];
    readonly cosignatures: readonly StoredCosignature[];
  };
  /** Answers stored before this are past their retention and may go, a bounded number at a time. */
  readonly dropAnswersBeforeUs: number | null;
}

/** Nothing changes. */
export const noChanges: Omit<Changes, "scoring"> = {
  vehicles: [],
  frames: [],
  commands: [],
  snapshots: [],
  anchors: [],
  taught: [],
  transitions: [],
  evidence: [],
  documents: [],
  log: null,
  events: [],
  frameCounts: [],
  answers: [],
  keyUses: [],
  precommit: { places: [], interval: null },
  sealing: { waiting: [], seals: [], cosignatures: [] },
  dropAnswersBeforeUs: null,
};

export interface FrameRecord {
  readonly vehicleKey: number;
  readonly seq: number;
  readonly frame: IncomingFrame;
  readonly receivedAtUs: number;
  /** The vehicle's tier after this frame. */
  readonly tier: Tier;
  /** packScore bytes. */
  readonly score: Uint8Array;
  /** The breach it opened or fell into. */
  readonly evidenceId: string | null;
}

/** What a vehicle taught the fleet it was in when a sensor's baseline was settled. Derived: its journal can rebuild it. */
export interface EstimatedNoiseRecord extends FleetName {
  readonly vehicleKey: number;
  readonly noise: EstimatedNoise;
}

/** A journal entry that is not a frame, with who asked for it and why. */
export interface CommandRecord {
  readonly vehicleKey: number;
  readonly seq: number;
  readonly receivedAtUs: number;
  readonly entry: Exclude<JournalEntry, { kind: "frame" }>;
  readonly keyId: string;
  readonly requestId: string;
  readonly reason: string | null;
}

export interface TierTransition {
  readonly organisation: string;
  readonly vehicleKey: number;
  readonly seq: number;
  readonly atUs: number;
  readonly recordedAtUs: number;
  readonly from: Tier;
  readonly to: Tier;
  readonly reason: Reason;
  readonly evidenceId: string | null;
}

export interface EvidenceRecord {
  readonly organisation: string;
  readonly eventId: string;
  readonly vehicleKey: number;
  readonly fleetId: string;
  readonly seq: number;
  readonly breachedAtUs: number;
  readonly issuedAtUs: number;
  readonly tier: Tier;
  readonly probableFaultSource: FaultSource;
  readonly channel: Channel;
  readonly side: "upper" | "lower";
  readonly statistic: number;
  readonly threshold: number;
  readonly changePointSeq: number;
  readonly healthScore: number;
  readonly contentDigest: string;
  readonly frameCount: number;
  readonly bundle: Uint8Array;
  readonly frames: Uint8Array;
}

/** A signed document on its way into the log. */
export interface AskedDocument extends SignedDocument {
  /** Null for what concerns the whole installation. */
  readonly organisation: string | null;
  /** What it is about, unique within its kind where there is one of each: an event id, a version, an interval. */
  readonly subject: string;
}

export interface UnloggedDocument extends AskedDocument {
  readonly loggedAtUs: number;
  /** Set for a record of custody: its place in the evidence's history. */
  readonly custody?: CustodyPlace;
  /** Set for a tombstone: with it bundle and frames of the evidence it is about are erased. */
  readonly erases?: true;
}

export interface CustodyPlace {
  readonly seq: number;
  readonly action: CustodyRecord["action"];
  /** Null for what hands nothing out. */
  readonly form: HandOutForm | null;
  readonly keyId: string;
  /** What the next record has to have in `prev`. */
  readonly digest: string;
}

/** How issued evidence stands: what decides what may be done with it. */
export interface EvidenceStanding {
  readonly organisation: string;
  readonly eventId: string;
  readonly fleetId: string;
  readonly contentDigest: string;
  /** Of its entry in the log; null once it is erased. */
  readonly leafIndex: number | null;
  readonly isErased: boolean;
  readonly isOnHold: boolean;
  /** The newest record of its custody; null before the first. */
  readonly newest: { readonly seq: number; readonly digest: string } | null;
  /** Hand-outs since the instant asked for. */
  readonly handedOut: readonly HandOut[];
}

export interface HandOut {
  readonly keyId: string;
  readonly form: HandOutForm;
}

export interface DocumentRecord extends UnloggedDocument {
  readonly leafIndex: number;
}

/** One thing that happened to one vehicle, for those who listen. */
export interface LedgerEvent extends VehicleName {
  readonly kind: "tier_changed" | "breach_opened" | "breach_closed" | "baseline_changed";
  readonly fleetId: string;
  readonly seq: number;
  readonly atUs: number;
  readonly recordedAtUs: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A place of a vehicle's hash chain that is kept: where an interval took its head, or an evidence window may begin. */
export interface StoredPlace {
  readonly seq: number;
  /** Hex. */
  readonly head: string;
  /** The interval whose tree has it as a leaf, by its place in the log, and the leaf's number there. */
  readonly interval: { readonly leafIndex: number; readonly leaf: number } | null;
}

/** An interval's tree, kept so that its leaves can be proven. */
export interface StoredInterval {
  readonly leafIndex: number;
  readonly leaves: number;
  /** As `packTree` writes it. */
  readonly tree: Uint8Array;
  /** Of its document. */
  readonly envelope: Uint8Array;
}

export interface ClosedInterval extends Omit<StoredInterval, "envelope"> {
  readonly number: number;
  readonly toUs: number;
  /** What the next interval has to have in `prev`. */
  readonly digest: string;
}

export interface FrameCount {
  readonly organisation: string;
  readonly fleetId: string;
  readonly region: string | null;
  readonly minute: number;
  readonly frames: number;
}

export interface KeyUse {
  readonly publicId: string;
  readonly usedAtUs: number;
}

/** Where commits happen, one at a time. */
export interface Store {
  /** Runs `work` in one transaction: durable when this resolves, undone as if never begun when it rejects. */
  transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
}

/** An API key at rest: everything but the key. */
export interface StoredApiKey {
  readonly publicId: string;
  readonly organisation: string;
  readonly name: string;
  readonly mode: "live" | "test";
  /** HMAC-SHA-256 of the whole key under the installation's pepper. */
  readonly hash: Uint8Array;
  readonly scopes: readonly string[];
  /** Null means every fleet of the organisation. */
  readonly fleets: readonly string[] | null;
  readonly createdAtUs: number;
  readonly expiresAtUs: number | null;
  readonly revokedAtUs: number | null;
  /** To the minute; null when never used. */
  readonly lastUsedAtUs: number | null;
}

/** The keys of an installation. Safe beside a running server: each call is one short transaction. */
export interface ApiKeyStore {
  add(key: StoredApiKey): Promise<void>;
  find(publicId: string): Promise<StoredApiKey | null>;
  /** Oldest first. */
  list(organisation: string): Promise<readonly StoredApiKey[]>;
  /** False when this organisation has no such key; null stands for any. Revoking twice keeps the first time. */
  revoke(organisation: string | null, publicId: string, atUs: number): Promise<boolean>;
}
