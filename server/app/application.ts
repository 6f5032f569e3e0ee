import type { SignOut } from "./ports/changes.ts";
import type { SessionStanding } from "./ports/reading/api-key-reader.ts";
import type { WrittenSeries } from "./ports/reading/vehicle-analysis.ts";
import type { CourseQuery, FleetQuestion, SharedQuery } from "./analytics/fleet-question.ts";
import type { EventQuery } from "./events/event-query.ts";
import type { EventFollower } from "./events/event-follower.ts";
import type { AnswerSlot, KeptRefusal, Remembered, StoredAnswer, Written } from "./ports/kept-answer.ts";
import type { WriteSequence } from "./ingest/write-sequence.ts";
import type { BatchTally } from "./ports/write-request.ts";
import type {
  ApiKey,
  ApiKeyList,
  AuditList,
  BaselineCommand,
  BaselineResult,
  BatchIngestResult,
  ErasureRequest,
  EventList,
  EvidenceCustody,
  EvidenceList,
  EvidenceScorers,
  LogRecoveries,
  EvidenceVerification,
  EvidenceVerifyRequest,
  FleetAnalytics,
  FleetAttributes,
  FleetHealthSummary,
  FleetPositions,
  FleetRescore,
  FleetRescoreRequest,
  FleetShared,
  IngestResult,
  IssuedApiKey,
  EvidenceRequest,
  EvidenceRequestResult,
  StateStatement,
  StateStatementList,
  StatementRequest,
  LegalHoldRequest,
  LegalHoldResult,
  ReferenceExtrinsics,
  ReferenceResult,
  ResidualScore,
  RotatedApiKey,
  ScenarioDeletion,
  ScenarioFeed,
  ScenarioFeedRequest,
  ScenarioList,
  Tombstone,
  VehicleDetail,
  VehicleList,
  VehicleWork,
  WorkQueue,
  WorkResult,
  Webhook,
  WebhookCreation,
  WebhookDeletion,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookList,
  WebhookReplay,
  WebhookReplayRequest,
  WebhookSecretRotation,
  WebhookUpdate,
  WebhookWithSecret,
} from "../../core/contract/types.ts";
import type { ScenarioExport } from "../../core/scenario/exports/export-scenario.ts";
import type { HandOutForm } from "../../core/evidence/bundle/custody-record.ts";
import type {
  AskedKey,
  AskedRevocation,
  AskedRotation,
} from "../../core/contract/requests/parse-key-requests.ts";
import type { FramePlace, IncomingFrame } from "../../core/contract/requests/parse-frame.ts";

import type { AskedWork } from "../../core/contract/requests/parse-work-command.ts";
import type { WorkStateName } from "../../core/contract/schemas/vehicles/vehicle-work.ts";
import type { AuditEntry } from "./ports/audit.ts";
import type { Quotas, Usage } from "./ports/quotas.ts";

/** Who is asking. It comes from the API key alone, never from the request. */
export interface Caller {
  readonly organisation: string;
  readonly keyId: string;
  readonly scopes: readonly string[];
  /** Fleets this key may see; null means all of the organisation. */
  readonly fleets: readonly string[] | null;
}

/** Where a key came from. */
export interface KeyBearer extends Pick<AuditEntry, "requestId" | "clientAddress"> {
  readonly isLoopback: boolean;
}

/** A group of a batch, and what the groups before it did. */
export interface FrameGroup {
  readonly frames: readonly IncomingFrame[];
  /** Where each frame stands in its body; left out: in the order given. */
  readonly places?: readonly FramePlace[];
  /** What the groups before came to, which may still be under way. */
  readonly soFar: BatchTally | Promise<BatchTally>;
}

/** Frames in. A write that resolves is durable. */
export interface FrameWriting {
  ingestFrame(caller: Caller, frame: IncomingFrame, ask: WriteContext): Promise<Written<IngestResult>>;
  ingestBatch(
    caller: Caller,
    group: FrameGroup,
    /**
     * `wholeOrNothing`: one transaction, so that not even a crash leaves a part; else a large group may be several.
     * `sequence`: of groups under way together, so that none is taken behind one that failed.
     */
    ask: WriteContext & {
      readonly last: boolean;
      readonly wholeOrNothing?: boolean;
      readonly sequence?: WriteSequence;
    },
  ): Promise<{ readonly tally: BatchTally; readonly answer: Written<BatchIngestResult> | null }>;
  scoreFrame(caller: Caller, frame: IncomingFrame, ask: WriteContext): Promise<Written<ResidualScore>>;
}

/** Answers kept for repeats. */
export interface AnswerKeeping {
  recallAnswer(slot: Omit<AnswerSlot, "organisation">): Promise<Remembered>;
  rememberAnswer(slot: AnswerSlot, answer: StoredAnswer | KeptRefusal): Promise<void>;
  /** Throws the `Refusal` a request about these vehicles would meet now. See authorise-repeat.ts. */
  authoriseRepeat(
    caller: Caller,
    ask: { readonly vehicleIds: readonly string[]; readonly foreign: ForeignVehicleCode },
  ): Promise<void>;
  /** Those of these vehicles that are in fleets the caller may not see. */
  hiddenVehicles(caller: Caller, vehicleIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The caller's fleets, as they are now. */
export interface FleetReading {
  /** What the caller's organisation may have and has. */
  readUsage(caller: Caller): Promise<{
    readonly quotas: Quotas;
    readonly usage: Usage;
    /** The day (UTC) on which what may be stored is used up; null where that cannot be said. */
    readonly fullOn: string | null;
    /** Pieces of evidence that the caller's key has requested within 24 hours. */
    readonly evidenceRequests: number;
  }>;
  summariseFleet(
    caller: Caller,
    query: {
      readonly fleets?: readonly string[];
      readonly regions?: readonly string[];
      readonly groupBy?: "fleet" | "region";
      readonly silentAfterS?: number;
    },
  ): Promise<FleetHealthSummary>;
  listVehicles(
    caller: Caller,
    query: PageQuery & FleetQuestion & { readonly sort?: string },
  ): Promise<VehicleList>;
  rankWorkQueue(caller: Caller, query: QueueQuestion): Promise<WorkQueue>;
}

/** The caller's fleets as a whole. */
export interface FleetInsight {
  analyseFleet(caller: Caller, query: CourseQuery): Promise<FleetAnalytics>;
  compareCases(caller: Caller, query: SharedQuery): Promise<FleetShared>;
  listAttributes(caller: Caller, query: Pick<FleetQuestion, "fleets" | "regions">): Promise<FleetAttributes>;
  showPositions(caller: Caller, query: FleetQuestion): Promise<FleetPositions>;
}

/** What happened to the caller's vehicles. */
export interface EventAccess {
  listEvents(caller: Caller, query: EventQuery & { readonly limit: number }): Promise<EventList>;
  /** Refuses as `listEvents` does, before anything follows. */
  followEvents(caller: Caller, query: EventQuery): Promise<EventFollower>;
}

/** One vehicle: what is known of it, and commands to it. */
export interface VehicleAccess {
  showVehicle(caller: Caller, vehicleId: string): Promise<VehicleDetail>;
  readSeries(
    caller: Caller,
    vehicleId: string,
    query: {
      readonly fromUs?: number;
      readonly toUs?: number;
      readonly points: number;
      /** Of an earlier answer: only what is new since then, where that can be distinguished. */
      readonly cursor?: string;
    },
  ): Promise<WrittenSeries>;
  commandBaseline(
    caller: Caller,
    vehicleId: string,
    command: BaselineCommand,
    ask: WriteContext,
  ): Promise<Written<BaselineResult>>;
  requestEvidence(
    caller: Caller,
    vehicleId: string,
    request: EvidenceRequest,
    ask: WriteContext,
  ): Promise<Written<EvidenceRequestResult>>;
  requestStatement(
    caller: Caller,
    vehicleId: string,
    request: Omit<StatementRequest, "at"> & { readonly atUs: number },
    ask: WriteContext,
  ): Promise<Written<StateStatement>>;
  listStatements(
    caller: Caller,
    query: PageQuery & { readonly vehicleId: string },
  ): Promise<StateStatementList>;
  registerReference(
    caller: Caller,
    vehicleId: string,
    reference: ReferenceExtrinsics,
    ask: WriteContext,
  ): Promise<ReferenceResult>;
}

/** Which part of the queue is asked for. */
export interface QueueQuestion {
  readonly fleets?: readonly string[];
  readonly states?: readonly WorkStateName[];
  readonly assignee?: string;
  readonly limit: number;
}

/** A command about a vehicle's work, and the version it is meant for; null: whichever. */
export interface AskedOfVehicle {
  readonly vehicleId: string;
  readonly command: AskedWork;
  readonly expected: number | null;
}

/** What people do about a vehicle. */
export interface WorkAccess {
  showWork(caller: Caller, query: PageQuery & { readonly vehicleId: string }): Promise<VehicleWork>;
  commandWork(caller: Caller, asked: AskedOfVehicle, ask: WriteContext): Promise<Written<WorkResult>>;
}

/** Work that takes a turn, and its queue. */
export interface LongWork {
  /**
   * A place for work that takes a processor's time (reports, archives, verifications, redactions, what-ifs), before
   * anything of the request is read; the returned function gives it back. Refuses with `paper_queue_full` or `overloaded`.
   */
  enterReportQueue(caller: Caller): () => void;
  /** How many of these places the caller's organisation has taken. */
  reportPlacesOf(caller: Caller): number;
  /** Folds stored frames under other settings; changes nothing. */
  rescoreFleet(caller: Caller, request: FleetRescoreRequest): Promise<FleetRescore>;
}

/** Issued evidence, and what was done with it since. */
export interface EvidenceReading {
  listEvidence(
    caller: Caller,
    query: PageQuery & { readonly vehicleId?: string; readonly tiers?: readonly string[] },
  ): Promise<EvidenceList>;
  /** The exact bytes of the bundle and of its frames file, as issued. */
  readEvidence(
    caller: Caller,
    eventId: string,
  ): Promise<{ readonly bundle: Uint8Array; readonly frames: Uint8Array }>;
  /** The bundle as a Sigstore bundle v0.3, made from it alone. */
  readSigstoreBundle(caller: Caller, eventId: string): Promise<Uint8Array>;
  readCustody(
    caller: Caller,
    ask: { readonly eventId: string; readonly afterSeq: number; readonly limit: number },
  ): Promise<EvidenceCustody>;
  readStatement(caller: Caller, statementId: string): Promise<StateStatement>;
  /** Notes in the custody that this key is given the evidence; whoever hands it out calls this first. See hand-out-notes.ts. */
  noteHandOut(caller: Caller, eventId: string, form: HandOutForm): Promise<void>;
}

/** What is made of evidence, and of what somebody sent. */
export interface EvidenceReports {
  /** A report for people, and the zip of everything; see print-evidence.ts. */
  readReport(
    caller: Caller,
    ask: { readonly eventId: string; readonly form: "html" | "pdf" },
  ): Promise<Uint8Array>;
  readArchive(caller: Caller, eventId: string): Promise<Uint8Array>;
  /** The frames file with these entries withheld. */
  redactEvidence(
    caller: Caller,
    ask: { readonly eventId: string; readonly withhold: string },
  ): Promise<Uint8Array>;
  /** What the verifier says of files somebody sent. */
  judgeEvidence(caller: Caller, request: EvidenceVerifyRequest): Promise<EvidenceVerification>;
}

/** How long evidence is kept. */
export interface EvidenceKeeping {
  setLegalHold(
    caller: Caller,
    eventId: string,
    request: LegalHoldRequest,
    ask: WriteContext,
  ): Promise<Written<LegalHoldResult>>;
  eraseEvidence(
    caller: Caller,
    eventId: string,
    request: ErasureRequest,
    ask: WriteContext,
  ): Promise<Written<Tombstone>>;
}

/** Which of the kept scenarios. */
export interface ScenarioQuestion extends PageQuery {
  readonly types?: readonly string[];
  readonly vehicleId?: string;
}

/** Scenarios for visualizers and simulators. */
export interface ScenarioAccess {
  /** Makes it, and keeps it under its id. */
  feedScenario(caller: Caller, request: ScenarioFeedRequest, ask: WriteContext): Promise<ScenarioFeed>;
  listScenarios(caller: Caller, question: ScenarioQuestion): Promise<ScenarioList>;
  showScenario(caller: Caller, scenarioId: string): Promise<ScenarioFeed>;
  /** Refuses with `scenario_not_found` and `export_format_unknown`. */
  exportScenario(
    caller: Caller,
    ask: { readonly scenarioId: string; readonly format: string },
  ): Promise<ScenarioExport>;
  deleteScenario(caller: Caller, scenarioId: string, ask: WriteContext): Promise<ScenarioDeletion>;
}

/** The organisation's API keys. See api-keys/manage-keys.ts. */
export interface KeyManagement {
  createKey(caller: Caller, asked: AskedKey, ask: WriteContext): Promise<Written<IssuedApiKey>>;
  listKeys(caller: Caller, query: PageQuery): Promise<ApiKeyList>;
  /** The key that asks. */
  showOwnKey(caller: Caller): Promise<ApiKey>;
  showKey(caller: Caller, publicId: string): Promise<ApiKey>;
  rotateKey(
    caller: Caller,
    asked: AskedRotation & { readonly publicId: string },
    ask: WriteContext,
  ): Promise<Written<RotatedApiKey>>;
  revokeKey(
    caller: Caller,
    asked: AskedRevocation & { readonly publicId: string },
    ask: WriteContext,
  ): Promise<Written<ApiKey>>;
}

/** Which deliveries of which webhook. */
export interface DeliveryQuestion extends PageQuery {
  readonly webhookId: string;
  readonly status?: string;
}

/** Webhooks of the caller's organisation, and what was sent by them. A write that resolves is durable. */
export interface WebhookManagement {
  createWebhook(caller: Caller, creation: WebhookCreation): Promise<WebhookWithSecret>;
  listWebhooks(caller: Caller): Promise<WebhookList>;
  showWebhook(caller: Caller, webhookId: string): Promise<Webhook>;
  updateWebhook(
    caller: Caller,
    ask: { readonly webhookId: string; readonly update: WebhookUpdate },
  ): Promise<Webhook>;
  deleteWebhook(caller: Caller, webhookId: string): Promise<WebhookDeletion>;
  rotateWebhookSecret(
    caller: Caller,
    ask: { readonly webhookId: string; readonly rotation: WebhookSecretRotation },
  ): Promise<WebhookWithSecret>;
  testWebhook(caller: Caller, webhookId: string): Promise<WebhookDelivery>;
  listDeliveries(caller: Caller, question: DeliveryQuestion): Promise<WebhookDeliveryList>;
  showDelivery(
    caller: Caller,
    ask: { readonly webhookId: string; readonly deliveryId: string },
  ): Promise<WebhookDeliveryDetail>;
  replayDelivery(
    caller: Caller,
    ask: { readonly webhookId: string; readonly deliveryId: string },
  ): Promise<WebhookDelivery>;
  replayDeadLetters(
    caller: Caller,
    ask: { readonly webhookId: string; readonly request: WebhookReplayRequest },
  ): Promise<WebhookReplay>;
}

/** What was done and tried, and by whom. */
export interface Auditing {
  /** Records it within moments; nobody waits for it. */
  noteAudit(entry: Omit<AuditEntry, "atUs" | "count">): void;
  listAudit(caller: Caller, query: AuditQuery): Promise<AuditList>;
}

/** Which keys sign evidence: public as the log is. See log/read-keyring.ts. */
export interface KeyPublication {
  readKeyring(): Promise<Uint8Array>;
  readKeyringHistory(): Promise<Uint8Array>;
  readEvidenceKey(keyId: string): Promise<string>;
  readKeySet(): Promise<string>;
  /** `trusted_root.json` for Sigstore's verifiers. Public. */
  readTrustedRoot(): Promise<string>;
}

/** How evidence is scored, and which log and witnesses to ask: public too. */
export interface ScoringPublication {
  readLogPolicy(): Promise<string>;
  readSpecification(sha256: string): Promise<Uint8Array>;
  readScorers(): Promise<EvidenceScorers>;
  readScorer(sha256: string): Promise<Uint8Array>;
}

/** The transparency log is public: whoever asks, it answers. See log/read-log.ts. */
export interface TransparencyLog {
  readLogCheckpoint(): Promise<string>;
  readLogTile(place: {
    readonly level: number;
    readonly index: number;
    readonly width: number;
  }): Promise<Uint8Array>;
  readLogEntries(place: { readonly index: number; readonly width: number }): Promise<Uint8Array>;
  proveLogInclusion(ask: { readonly index: number; readonly size: number | null }): Promise<string>;
  readLogRecoveries(): Promise<LogRecoveries>;
  proveLogConsistency(ask: { readonly from: number; readonly to: number | null }): Promise<string>;
}

/** Who is asking, and whether a commit is possible. */
export interface ServiceState {
  /**
   * Null for an unknown, expired or revoked key: the caller cannot tell which, the audit log knows. `peer.isLoopback`
   * gates the development key.
   */
  identify(apiKey: string, peer: KeyBearer): Promise<Caller | null>;
  /** How a browser's session of this key stands, or one that is about to begin. */
  findSession(ask: { readonly keyId: string; readonly sessionId: string }): Promise<SessionStanding>;
  /** Durable when it resolves: whoever has a copy of a cookie is signed out, too. */
  signOut(signOut: SignOut): Promise<void>;
  /** Whether a commit is possible right now, with the reason when it is not. */
  readiness(): Promise<{ readonly ready: boolean; readonly checks: Readonly<Record<string, string>> }>;
}

/**
 * Everything the http adapter may ask for, one file a verb in this folder. Answers are contract shapes; only `http/`
 * turns them into statuses and bytes. An expected refusal throws `Refusal` (refusal.ts) with a code of the contract.
 * A write that resolves is durable.
 */
export interface Application
  extends
    FrameWriting,
    AnswerKeeping,
    FleetReading,
    FleetInsight,
    VehicleAccess,
    WorkAccess,
    EventAccess,
    LongWork,
    EvidenceReading,
    EvidenceReports,
    EvidenceKeeping,
    KeyManagement,
    WebhookManagement,
    Auditing,
    KeyPublication,
    ScoringPublication,
    TransparencyLog,
    ScenarioAccess,
    ServiceState {}

/** How a vehicle outside the caller's fleets is refused: writers of frames that they may not, all others that there is none. */
export type ForeignVehicleCode = "fleet_not_allowed" | "vehicle_not_found";

export interface AuditQuery extends PageQuery {
  readonly actions?: readonly string[];
  readonly keyId?: string;
  readonly subject?: string;
  readonly fromUs?: number;
  readonly toUs?: number;
}

export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

export interface WriteContext {
  readonly requestId: string;
  /** Server clock when the request arrived, microseconds since 1970. */
  readonly receivedAtUs: number;
  /** Present when the client sent an Idempotency-Key; `status` is the status the answer will have. */
  /** What is recorded of it, with its effect. */
  readonly audit?: AuditEntry | null;
  readonly keep?: AnswerSlot & { readonly status: number; readonly whenPartial?: number };
}
