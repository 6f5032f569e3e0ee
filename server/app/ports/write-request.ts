import type {
  FramePlace,
  IncomingFrame,
  RejectedFrame,
} from "../../../core/contract/requests/parse-frame.ts";
import type { FrameWarning } from "../../../core/contract/requests/frame-warnings.ts";
import type { ProblemCode } from "../../../core/contract/problems.ts";
import type { Fault } from "../../../core/contract/refusal.ts";
import type {
  BaselineResult,
  BatchIngestResult,
  EvidenceRequestResult,
  IngestResult,
  LegalHoldResult,
  ReferenceResult,
  ResidualScore,
  StateStatement,
  Tombstone,
  WorkResult,
} from "../../../core/contract/types.ts";
import type { HandOutForm } from "../../../core/evidence/bundle/custody-record.ts";
import type { StatedState } from "../../../core/evidence/log/state-statement.ts";
import type { Command } from "../../../core/scoring/model/journal-entry.ts";
import type { Tier } from "../../../core/scoring/model/tier.ts";
import type { AnswerSlot, KeptRefusal, StoredAnswer, Written } from "./kept-answer.ts";
import type { AttestedBundle, StoredCosignature } from "./third-parties.ts";
import type { SubmittedDocument } from "./logged-document.ts";
import type { KeyUse, SignOut } from "./changes.ts";
import type { LedgerEvent } from "./ledger-event.ts";
import type { VehicleName } from "./vehicle-summary.ts";
import type { AuditEntry } from "./audit.ts";
import type { KeyChange } from "./key-change.ts";
import type { DeferralChange } from "./deferral.ts";
import type { ScenarioChange } from "./scenario-change.ts";
import type { WorkAct, WorkActor } from "./work.ts";

/**
 * What a verb asks the commit path to do. Plain data, because it may cross into another thread. Each is taken whole
 * or refused whole, whatever else shares its transaction.
 */
export type WriteRequest =
  | FramesRequest
  | ScoreRequest
  | CommandRequest
  | AnswerRequest
  | KeyUsesRequest
  | SignOutRequest
  | SilenceRequest
  | KeyExpiryRequest
  | SnoozeEndRequest
  | StorageRequest
  | AnnouncementRequest
  | KeyChangeRequest
  | AuditRequest
  | ScenarioRequest
  | DeferralRequest
  | DocumentsRequest
  | AttestationsRequest
  | CustodyRequest
  | EvidenceRequestWrite
  | StatementWrite
  | WorkRequest;

/** Requests of which nothing is answered but that they were carried out, and which nothing in the store can refuse. */
export type Unanswered =
  | AnswerRequest
  | KeyUsesRequest
  | SignOutRequest
  | SilenceRequest
  | KeyExpiryRequest
  | SnoozeEndRequest
  | StorageRequest
  | AnnouncementRequest
  | AuditRequest
  | ScenarioRequest
  | DeferralRequest
  | DocumentsRequest
  | AttestationsRequest;

const unanswered: readonly string[] = [
  "answer",
  "key-uses",
  "sign-out",
  "silence",
  "key-expiry",
  "snooze-end",
  "storage",
  "announcement",
  "audit",
  "scenario",
  "deferral",
  "documents",
  "attestations",
] satisfies readonly Unanswered["kind"][];

export function isUnanswered(request: WriteRequest): request is Unanswered {
  return unanswered.includes(request.kind);
}

/** Who writes: the vehicles are this organisation's, and only of these fleets (null: of all). */
export interface Writer {
  readonly organisation: string;
  /** Public id of the API key the request came under. */
  readonly keyId: string;
  readonly fleets: readonly string[] | null;
}

/** Where the answer is kept, and the status it has. Null when there will be no repeat. */
export type Keep = (AnswerSlot & AnswerStatus) | null;

/** `whenPartial`: of a batch of which the ledger takes a part only. */
export interface AnswerStatus {
  readonly status: number;
  readonly whenPartial?: number;
}

export interface FramesRequest {
  readonly kind: "frames";
  readonly writer: Writer;
  readonly frames: readonly IncomingFrame[];
  /** Where each frame stands in its body, so that one that is not taken can be named. */
  readonly places?: readonly FramePlace[];
  readonly wholeOrNothing?: boolean;
  readonly receivedAtUs: number;
  /** The answer to compose, if the caller's request ends here. */
  readonly answer:
    | { readonly form: "none" }
    | { readonly form: "single" }
    | { readonly form: "batch"; readonly soFar: BatchTally; readonly requestId: string };
  readonly keep: Keep;
}

export interface ScoreRequest {
  readonly kind: "score";
  readonly writer: Writer;
  readonly frame: IncomingFrame;
  readonly receivedAtUs: number;
  readonly requestId: string;
  readonly keep: Keep;
}

/** A journal entry that is not a frame. */
export interface CommandRequest {
  readonly kind: "command";
  readonly writer: Writer;
  readonly vehicleId: string;
  readonly entry: Command;
  /** Why (baseline), or where it comes from (reference). */
  readonly reason: string;
  readonly keyId: string;
  readonly requestId: string;
  readonly receivedAtUs: number;
  readonly keep: Keep;
  readonly audit?: AuditEntry | null;
}

/** An answer without an effect, such as a refusal, kept for repeats. */
export interface AnswerRequest {
  readonly kind: "answer";
  readonly slot: AnswerSlot;
  readonly answer: StoredAnswer | KeptRefusal;
}

/** Keys seen at work since last reported. */
export interface KeyUsesRequest {
  readonly kind: "key-uses";
  readonly uses: readonly KeyUse[];
}

/** A browser that is signed out, or all of a key. */
export interface SignOutRequest {
  readonly kind: "sign-out";
  readonly signOut: SignOut;
}

/** A change of API keys, decided and carried out in the transaction (decide-key-change.ts). */
export interface KeyChangeRequest {
  readonly kind: "key-change";
  readonly writer: Writer;
  readonly change: KeyChange;
  /** The whole key where one is made: for the answer alone. It is stored nowhere in clear. */
  readonly secret: string | null;
  readonly keep: Keep;
  readonly audit?: AuditEntry | null;
}

/** What is recorded in the audit log beside any effect. Requests that have one carry their entry, and it goes with it. */
export interface AuditRequest {
  readonly kind: "audit";
  readonly entries: readonly AuditEntry[];
}

/** A scenario that is kept, or taken away. */
export interface ScenarioRequest {
  readonly kind: "scenario";
  readonly change: ScenarioChange;
  readonly audit?: AuditEntry | null;
}

/** Messages of brokers that are put off until there is room, or are done with. */
export interface DeferralRequest {
  readonly kind: "deferral";
  readonly change: DeferralChange;
}

/** Vehicles that seem to have gone silent: those of them that still are then are announced. */
export interface SilenceRequest {
  readonly kind: "silence";
  readonly vehicles: readonly VehicleName[];
  readonly silentBeforeUs: number;
  readonly silentAfterS: number;
}

/** Announces the keys whose expiry is near and was not announced yet. */
export interface KeyExpiryRequest {
  readonly kind: "key-expiry";
}

/** Vehicles whose snoozes seem to be over: those that still are then are announced. */
export interface SnoozeEndRequest {
  readonly kind: "snooze-end";
  readonly vehicles: readonly VehicleName[];
  readonly nowUs: number;
}

/** Notes what organisations store today, and announces those of them whose storage has come to be nearly full. */
export interface StorageRequest {
  readonly kind: "storage";
  readonly organisations: readonly string[];
}

/** Something that happened outside the journals, for those who listen. */
export interface AnnouncementRequest {
  readonly kind: "announcement";
  readonly event: LedgerEvent;
}

/** Signed documents for the transparency log, such as what was done with evidence after its issue. */
export interface DocumentsRequest {
  readonly kind: "documents";
  readonly documents: readonly SubmittedDocument[];
}

/** Something done with issued evidence: recorded in its custody in the transaction that does it. */
export interface CustodyRequest {
  readonly kind: "custody";
  readonly writer: Writer;
  readonly eventId: string;
  /** Public id of the key that asked. */
  readonly keyId: string;
  readonly act: CustodyAct;
  readonly keep: Keep;
  readonly audit?: AuditEntry | null;
}

/** Evidence of a vehicle's open breach that somebody asks for. */
export interface EvidenceRequestWrite {
  readonly kind: "evidence-request";
  readonly writer: Writer;
  readonly vehicleId: string;
  readonly reason: string;
  readonly caseNumber: string | null;
  readonly keep: Keep;
  readonly audit?: AuditEntry | null;
}

/** A statement of a vehicle's state at a moment, to be signed. What the state was is read before: a journal only grows. */
export interface StatementWrite {
  readonly kind: "statement";
  readonly writer: Writer;
  readonly vehicle: {
    readonly vehicleKey: number;
    readonly vehicleId: string;
    readonly fleetId: string;
  };
  readonly reason: string;
  readonly caseNumber: string | null;
  /** As it is stated. */
  readonly at: string;
  readonly state: StatedState;
  readonly keep: Keep;
  readonly audit?: AuditEntry | null;
}

/** Something people do about a vehicle. A repair begins its baseline afresh, in the same transaction. */
export interface WorkRequest {
  readonly kind: "work";
  readonly writer: Writer;
  readonly vehicleId: string;
  readonly act: WorkAct;
  readonly by: WorkActor;
  /** The version it is meant for; null: whichever. */
  readonly expected: number | null;
  readonly keyId: string;
  readonly requestId: string;
  readonly receivedAtUs: number;
  readonly keep: Keep;
  readonly audit?: AuditEntry | null;
}

export type CustodyAct =
  /** Noted once for each key, form and hour. */
  | { readonly kind: "hand-out"; readonly form: HandOutForm }
  | { readonly kind: "hold"; readonly hold: boolean; readonly reason: string }
  | { readonly kind: "erasure"; readonly basis: string; readonly decisionSha256: string };

/** Issued evidence in its final form, and what witnesses said of the log meanwhile. */
export interface AttestationsRequest {
  readonly kind: "attestations";
  readonly bundles: readonly AttestedBundle[];
  readonly cosignatures: readonly StoredCosignature[];
}

export interface KeyChangeOutcome {
  readonly kind: "key-change";
  readonly answer: Written<object>;
  readonly keyId: string;
  /** Ids of the keys that ended with it. */
  readonly alsoEnded: readonly string[];
}

/** What came of a request. By the time a verb sees one it is durable. */
export type WriteOutcome =
  | FramesOutcome
  | { readonly kind: "score"; readonly answer: Written<ResidualScore> }
  | { readonly kind: "command"; readonly answer: Written<BaselineResult | ReferenceResult> }
  | { readonly kind: Unanswered["kind"] }
  | KeyChangeOutcome
  | { readonly kind: "custody"; readonly answer: Written<LegalHoldResult | Tombstone> | null }
  | { readonly kind: "evidence-request"; readonly answer: Written<EvidenceRequestResult> }
  | { readonly kind: "statement"; readonly answer: Written<StateStatement> }
  | { readonly kind: "work"; readonly answer: Written<WorkResult> }
  | RefusedOutcome;

export interface FramesOutcome {
  readonly kind: "frames";
  readonly ingested: number;
  readonly duplicate: number;
  /** Frames that a quota kept out, or that are of fleets the key is not for. */
  readonly rejected: readonly RejectedFrame[];
  /** Worst tier among the vehicles touched, null for no frames. */
  readonly worstTier: Tier | null;
  readonly warned: WarnedFrames;
  /** Each vehicle touched, once. */
  readonly vehicleIds: readonly string[];
  readonly answer: Written<IngestResult | BatchIngestResult> | null;
}

/** Nothing of the request happened. Becomes a `Refusal` on the caller's side. */
export interface RefusedOutcome {
  readonly kind: "refused";
  readonly code: ProblemCode;
  readonly detail: string;
  /** The member or header it is about. */
  readonly fault?: Fault;
}

/** What one request weighs in the queue and in a batch. */
export interface Weight {
  readonly frames: number;
  readonly bytes: number;
}

export function weightOf(request: WriteRequest): Weight {
  return { frames: placesOf(request), bytes: requestOverheadBytes + carriedBytes(request) };
}

/** Frames, and commands, which take a place in a journal as a frame does. */
function placesOf(request: WriteRequest): number {
  if (request.kind === "frames") return request.frames.length;
  return ["score", "command", "work", "evidence-request"].includes(request.kind) ? 1 : 0;
}

/** What a request carries beside itself; small ones carry nothing worth counting. */
function carriedBytes(request: WriteRequest): number {
  if (request.kind === "frames") return sumOf(request.frames, frameBytes);
  if (request.kind === "score") return frameBytes(request.frame);
  if (request.kind === "answer") return "body" in request.answer ? request.answer.body.length : 0;
  if (request.kind === "audit") return request.entries.length * auditEntryBytes;
  if (request.kind === "scenario") return feedBytes(request);
  if (request.kind === "deferral") return payloadBytes(request);
  if (request.kind === "attestations") return sumOf(request.bundles, ({ after }) => 2 * after.length);
  return request.kind === "documents" ? sumOf(request.documents, ({ envelope }) => envelope.length) : 0;
}

function feedBytes({ change }: ScenarioRequest): number {
  return change.kind === "keep" ? change.scenario.feed.length : 0;
}

function payloadBytes({ change }: DeferralRequest): number {
  return change.kind === "defer" ? sumOf(change.messages, ({ payload }) => payload.length) : 0;
}

function sumOf<One>(list: readonly One[], bytesOf: (one: One) => number): number {
  return list.reduce((sum, one) => sum + bytesOf(one), 0);
}

const requestOverheadBytes = 256;
const auditEntryBytes = 400;
/** Roughly what a frame takes beside its text: its numbers, names and hash. */
const frameOverheadBytes = 400;

function frameBytes(frame: IncomingFrame): number {
  return frame.raw.length + frameOverheadBytes;
}

/** What a batch has done so far; NDJSON streams add one group after another. */
export interface BatchTally {
  readonly ingested: number;
  readonly duplicate: number;
  /** Frames that were not taken, whatever the reason. */
  readonly rejected: number;
  /** Those of them for which the organisation has no room: they are to be sent again. */
  readonly withoutRoom: number;
  readonly worstTier: "UNKNOWN" | "NOMINAL" | "CAUTION" | "CRITICAL" | null;
  readonly vehicles: readonly string[];
  /** At most the first 100. */
  readonly errors: readonly RejectedFrame[];
  readonly warned: WarnedFrames;
}

/** Frames that counted and have warnings: of a batch, or of a part of it. */
export interface WarnedFrames {
  readonly frames: number;
  /** Those of them that came too late to be judged. */
  readonly late: number;
  readonly warnings: number;
  /** At most the first 100 warnings. */
  readonly listed: readonly FrameWarning[];
}

export const noneWarned: WarnedFrames = { frames: 0, late: 0, warnings: 0, listed: [] };
