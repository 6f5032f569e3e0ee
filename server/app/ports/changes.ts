import type { IncomingFrame } from "../../../core/contract/requests/parse-frame.ts";
import type { EvidenceTrigger } from "../../../core/encoding/bundle.ts";
import type { LogGrowth } from "../../../core/evidence/log/append-to-log.ts";
import type { EstimatedNoise } from "../../../core/scoring/fleet/fleet-prior.ts";
import type { JournalEntry } from "../../../core/scoring/model/journal-entry.ts";
import type { Reason } from "../../../core/scoring/model/score.ts";
import type { FaultSource, Tier } from "../../../core/scoring/model/tier.ts";
import type { Attributes } from "../attributes/read-metadata.ts";
import type { AuditEntry } from "./audit.ts";
import type { StoredApiKey } from "./reading/api-key-reader.ts";
import type { ClosedInterval, StoredPlace } from "./chain-place.ts";
import type { ExpiringKey } from "./reading/notice-reader.ts";
import type { PackedState } from "./journal.ts";
import type { AnswerSlot, KeptRefusal, StoredAnswer } from "./kept-answer.ts";
import type { DeferralChange } from "./deferral.ts";
import type { DocumentRecord } from "./logged-document.ts";
import type { LedgerEvent } from "./ledger-event.ts";
import type { StorageNote } from "./stored-bytes.ts";
import type { AttestedBundle, StoredCosignature } from "./third-parties.ts";
import type { FleetName, VehicleName, VehicleSummary } from "./vehicle-summary.ts";
import type { ScenarioChange } from "./scenario-change.ts";
import type { WorkChange } from "./work.ts";
import type { Channel } from "../../../core/scoring/model/sensors.ts";

/** Everything one commit changes. Lists may be empty; within a list the order is the order of happening. */
export interface Changes {
  /** Whole rows, of new and of known vehicles. */
  readonly vehicles: readonly VehicleSummary[];
  /** Of vehicles of `vehicles`, by key, how they are stored: as far as that is known, only what is other has to be written. */
  readonly vehiclesBefore: ReadonlyMap<number, VehicleSummary>;
  /** Of which vehicles of `vehicles` the attributes are others than before. */
  readonly newlyDescribed: readonly NewlyDescribed[];
  readonly frames: readonly FrameRecord[];
  readonly commands: readonly CommandRecord[];
  /** Replace an older snapshot of the same vehicle. */
  readonly snapshots: readonly PackedState[];
  /** Kept for good. */
  readonly anchors: readonly PackedState[];
  /** Which scoring and settings folded the states of this commit. */
  readonly scoring: string;
  /** A vehicle teaches once a sensor: of what it teaches again the first stays. */
  readonly estimatedNoise: readonly EstimatedNoiseRecord[];
  readonly transitions: readonly TierTransition[];
  readonly evidence: readonly EvidenceRecord[];
  /** Breaches of which nothing is signed before the issuer has a name; in the order they opened. */
  readonly waiting: readonly WaitingEvidence[];
  /** What else is entered in the transparency log. */
  readonly documents: readonly DocumentRecord[];
  /** What the transparency log gains by evidence and documents; null exactly when there are none. */
  readonly log: LogGrowth | null;
  readonly events: readonly LedgerEvent[];
  /** Of each vehicle at most one. */
  readonly work: readonly WorkChange[];
  readonly frameCounts: readonly FrameCount[];
  readonly answers: readonly (AnswerSlot & (StoredAnswer | KeptRefusal) & { readonly storedAtUs: number })[];
  readonly keyUses: readonly KeyUse[];
  /** In order. */
  readonly signOuts: readonly SignOut[];
  /** Keys whose coming end is announced: not again for as many days or more. */
  readonly keyWarnings: readonly Pick<ExpiringKey, "organisation" | "publicId" | "days">[];
  /** New keys, and known ones as they are now. */
  readonly apiKeys: readonly StoredApiKey[];
  /** In order; more than is kept of an organisation goes. */
  readonly scenarios: readonly ScenarioChange[];
  /** In order. */
  readonly deferral: readonly DeferralChange[];
  readonly storage: readonly StorageNote[];
  readonly audit: readonly AuditEntry[];
  /** Where the hash chains of the journals that moved stand, and the interval this commit closes, if it does. */
  readonly precommit: {
    readonly places: readonly (StoredPlace & { readonly vehicleKey: number })[];
    readonly interval: ClosedInterval | null;
  };
  readonly attestations: {
    /** Issued in this commit and not final yet. */
    readonly waiting: readonly { readonly eventId: string; readonly sinceUs: number }[];
    readonly bundles: readonly AttestedBundle[];
    readonly cosignatures: readonly StoredCosignature[];
  };
  /** Answers stored before this are past their retention and may go, a bounded number at a time. */
  readonly dropAnswersBeforeUs: number | null;
  /** Which of the events may go, a bounded number at a time; null keeps all. */
  readonly eventRetention: EventRetention | null;
}

/** Nothing changes. */
export const noChanges: Omit<Changes, "scoring"> = {
  vehicles: [],
  vehiclesBefore: new Map(),
  newlyDescribed: [],
  frames: [],
  commands: [],
  snapshots: [],
  anchors: [],
  estimatedNoise: [],
  transitions: [],
  evidence: [],
  waiting: [],
  documents: [],
  log: null,
  events: [],
  work: [],
  frameCounts: [],
  answers: [],
  keyUses: [],
  signOuts: [],
  keyWarnings: [],
  apiKeys: [],
  scenarios: [],
  deferral: [],
  storage: [],
  audit: [],
  precommit: { places: [], interval: null },
  attestations: { waiting: [], bundles: [], cosignatures: [] },
  dropAnswersBeforeUs: null,
  eventRetention: null,
};

export interface NewlyDescribed {
  readonly vehicleKey: number;
  readonly organisation: string;
  readonly attributes: Attributes;
}

export interface FrameRecord {
  readonly vehicleKey: number;
  readonly seq: number;
  readonly frame: IncomingFrame;
  readonly receivedAtUs: number;
  /** packScore bytes. */
  readonly score: Uint8Array;
  /** The breach it opened or fell into. */
  readonly evidenceId: string | null;
}

/** The noise a vehicle estimated for the fleet it was in when a sensor's baseline was settled. Derived: its journal can rebuild it. */
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

export interface EvidenceRecord extends VehicleName {
  readonly eventId: string;
  readonly vehicleKey: number;
  readonly fleetId: string;
  readonly trigger: EvidenceTrigger;
  /** The evidence before it, of the same breach or of which it is a new issue; null for the first. */
  readonly supersedes: string | null;
  /** Public id of the key that asked for it; null where nobody did. */
  readonly requestedBy: string | null;
  /** Its newest frame, and the frame that opened the breach with its capture time. */
  readonly seq: number;
  readonly openedSeq: number;
  readonly breachedAtUs: number;
  /** Kilometres on the odometer at its newest frame; null where no frame had given them. */
  readonly odometerKm: number | null;
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

/** Evidence that waits for the name of its issuer. */
export interface WaitingEvidence {
  readonly eventId: string;
  readonly organisation: string;
  readonly vehicleKey: number;
  readonly fleetId: string;
  /** JSON of what the bundle will say; see waiting-evidence.ts. */
  readonly draft: string;
  /** Packed; null is the empty state. */
  readonly initialState: Uint8Array | null;
  readonly frames: Uint8Array;
}

/** Evidence without its bytes. */
export type EvidenceFacts = Omit<EvidenceRecord, "bundle" | "frames" | "odometerKm" | "requestedBy">;

export interface FrameCount {
  readonly organisation: string;
  readonly fleetId: string;
  readonly region: string | null;
  readonly minute: number;
  readonly frames: number;
  /** Those of them that came too late to be judged. */
  readonly late: number;
}

export interface KeyUse {
  readonly publicId: string;
  readonly usedAtUs: number;
}

/** Browsers signed out of a key: one session, until its cookie would not count any more, or (null) all there are. */
export interface SignOut {
  readonly keyId: string;
  readonly session: { readonly sessionId: string; readonly endsAtUs: number } | null;
  readonly atUs: number;
}

export interface EventRetention {
  /** Events recorded before this go. */
  readonly keptSinceUs: number;
  /** Of more than these the oldest go. */
  readonly perOrganisation: number;
}

/** How long events are kept, and how many of an organisation. */
export interface EventLimits {
  readonly keptUs: number;
  readonly perOrganisation: number;
}
