import { frameLate, frameWarnings, lateWarning } from "../../../core/contract/requests/frame-warnings.ts";
import type {
  FramePlace,
  IncomingFrame,
  RejectedFrame,
} from "../../../core/contract/requests/parse-frame.ts";
import { batchErrorsLimit } from "../../../core/contract/schemas/vehicles/ingest-result.ts";
import type { BatchIngestResult, IngestResult } from "../../../core/contract/types.ts";
import { tiers, type Tier } from "../../../core/scoring/model/tier.ts";
import {
  isUnanswered,
  type BatchTally,
  type CommandRequest,
  type FramesOutcome,
  type FramesRequest,
  type RefusedOutcome,
  type ScoreRequest,
  type WarnedFrames,
  type WriteOutcome,
  type WriteRequest,
} from "../ports/write-request.ts";
import type { VehicleName } from "../ports/vehicle-summary.ts";
import type { Written } from "../ports/kept-answer.ts";
import { stageNotices } from "./staged-notices.ts";
import { StagedCustody } from "./staged-custody.ts";
import { withAnswers } from "../in-order.ts";
import { IntervalClose, bookMoves, isIntervalDue } from "../log/close-interval.ts";
import { commitChains, type MovedChain } from "../log/commit-chains.ts";
import { enterInLog, type LogNeeds } from "../log/enter-in-log.ts";
import type { GrownLog } from "../ports/high-water-mark.ts";
import type { IntervalChange, OpenInterval } from "../log/open-interval.ts";
import { signStatement } from "../evidence/state-statements.ts";
import { awaitingIssuer } from "../log/read-log.ts";
import { waitingEvidenceOf } from "../evidence/waiting-evidence.ts";
import { presentRequested } from "../present/present-custody.ts";
import { evidenceIssued } from "../evidence/evidence-issued.ts";
import { KeptAnswers } from "./kept-answers.ts";
import type { Changes, EventLimits, EvidenceFacts, EvidenceRecord } from "../ports/changes.ts";
import type { Transaction } from "../ports/transaction.ts";
import type { UnloggedDocument } from "../ports/logged-document.ts";
import { presentBatch, presentIngest } from "../present/present-ingest.ts";
import { presentCommand } from "../present/present-command.ts";
import { noQuotas, type Quotas } from "../ports/quotas.ts";
import { StagedKeys } from "./staged-keys.ts";
import { StagedWork } from "./staged-work.ts";
import { StagedUsage } from "./staged-usage.ts";
import { presentScore } from "../present/present-score.ts";
import {
  arrivalsOf,
  StagedLedger,
  type FoldNeeds,
  type OpenedBreach,
  type Verdict,
} from "./staged-ledger.ts";
import type { CachedState, StateCache } from "../journal/state-cache.ts";
import { type FrameRefusal, storageFullCode } from "./frame-refusal.ts";
import { fleetRefusalOf, refusalOf } from "./refuse-write.ts";

export interface CommitNeeds extends FoldNeeds {
  readonly cache: StateCache;
  /** How long an answer is kept for repeats. */
  readonly answerRetentionUs: number;
  /** What each organisation may have; left out: as much as there is room for. */
  readonly quotas?: Quotas;
  /** Null as long as the issuer has no name: nothing is signed, and the evidence of breaches waits. */
  readonly log: LogNeeds | null;
  /** The open interval of pre-commitment; left out: what is received is not committed to. */
  readonly intervals?: OpenInterval;
  /** Bundles are final only once third parties were asked about them; left out: at once. */
  readonly awaitsAttestations?: boolean;
  /** How long events are kept, and how many of an organisation; left out: all. */
  readonly events?: EventLimits;
}

/** What a transaction leads to. States and vehicles may be put into memory once it is durable, not before. */
export interface CommittedBatch {
  readonly outcomes: readonly WriteOutcome[];
  readonly states: ReadonlyMap<number, CachedState>;
  /** The vehicles it changes, as they are then. */
  readonly vehicles: Changes["vehicles"];
  /** Whether anything happened that listeners are told of. */
  readonly hasEvents: boolean;
  /** Where the transparency log ends now, if it grew: for the high-water mark. */
  readonly logHead: GrownLog | null;
  /** Whether something was erased, so that the copies of it in the store's own files have to go too. */
  readonly hasErased: boolean;
  /** What becomes of the open interval of pre-commitment; null where there is none. */
  readonly booked: IntervalChange | null;
}

/**
 * The one commit path: every write of the service comes through here, many requests in one transaction. Requests take
 * effect in their order; each wholly, or not at all with a refusal. A fault undoes the batch.
 */
export async function commitBatch(
  requests: readonly WriteRequest[],
  transaction: Transaction,
  needs: CommitNeeds,
): Promise<CommittedBatch> {
  const nowUs = needs.evidence.nowUs();
  const keptSinceUs = nowUs - needs.answerRetentionUs;
  const quotas = await StagedUsage.open(requests, transaction, {
    quotas: needs.quotas ?? noQuotas,
    nowUs,
    keptSinceUs,
  });
  const answers = await KeptAnswers.open(requests, transaction, { keptSinceUs, quotas });
  const ledger = await StagedLedger.open(requests, transaction, needs.cache, needs);

  const custody = await StagedCustody.open(requests, transaction, needs.evidence);
  const keys = await StagedKeys.open(requests, transaction, nowUs);
  const work = await StagedWork.open(requests, transaction, { ledger, nowUs });
  const statements: UnloggedDocument[] = [];
  const outcomes: WriteOutcome[] = [];
  const staged = { ledger, custody, keys, quotas, work, statements, needs };
  for (const request of requests) {
    const refusal = answers.refusalOf(request) ?? whyRefused(request, staged);
    const outcome = refusal ?? (await carryOut(request, staged));
    if (refusal === null) answers.keep(request, outcome, nowUs);
    outcomes.push(outcome);
  }

  await work.checkRepairs();
  await work.endSnoozes(requests);

  const states = ledger.states();
  const changes = ledger.changes(needs.cache.leaving(states));
  const received = (name: VehicleName) => ledger.find(name) !== null;
  const notices = await stageNotices(requests, transaction, {
    received,
    nowUs,
    limitBytes: (needs.quotas ?? noQuotas).storedBytes,
  });
  const vehicles = [...changes.vehicles, ...notices.vehicles];
  const documents = [...documentsOf(requests, nowUs), ...custody.documents, ...statements];
  const { booked, ...logged } = await logAll({ documents, ledger }, transaction, needs);
  const attestations = attestationsOf(requests, logged.evidence, needs);
  const final = await finalEvidence(logged.evidence, attestations, transaction);
  const issued = final.map((one) => evidenceIssued(one, nowUs));
  const announced = requests.flatMap((request) => (request.kind === "announcement" ? [request.event] : []));
  const events = [...changes.events, ...issued, ...notices.events, ...announced, ...work.events];
  await transaction.write({
    ...changes,
    ...logged,
    vehicles,
    events,
    work: work.changes,
    eventRetention: retentionOf(needs, nowUs),
    attestations,
    answers: answers.toStore,
    dropAnswersBeforeUs: answers.toStore.length > 0 ? keptSinceUs : null,
    keyUses: requests.flatMap((request) => (request.kind === "key-uses" ? request.uses : [])),
    signOuts: requests.flatMap((request) => (request.kind === "sign-out" ? [request.signOut] : [])),
    keyWarnings: notices.keyWarnings,
    storage: notices.storage,
    apiKeys: keys.changed,
    scenarios: requests.flatMap((request) => (request.kind === "scenario" ? [request.change] : [])),
    deferral: requests.flatMap((request) => (request.kind === "deferral" ? [request.change] : [])),
    audit: auditOf(requests, outcomes),
  });
  needs.fleetPriors.forget(changes.estimatedNoise);
  const hasErased = logged.documents.some(({ erases }) => erases === true);
  const hasEvents = events.length > 0;
  return { outcomes, states, vehicles, hasEvents, logHead: logged.log, hasErased, booked };
}

/** What the requests brought for the audit log: on its own, or with an effect they had. */
function auditOf(requests: readonly WriteRequest[], outcomes: readonly WriteOutcome[]): Changes["audit"] {
  return withAnswers(requests, outcomes).flatMap(([request, outcome]) => {
    if (request.kind === "audit") return request.entries;
    const audit = "audit" in request ? (request.audit ?? null) : null;
    if (audit === null || outcome.kind === "refused") return [];
    if (outcome.kind !== "key-change") return [audit];
    // Of a key that is made the id is known only now; each that ended with another has a record of its own.
    const subjects = [audit.subject ?? outcome.keyId, ...outcome.alsoEnded];
    return subjects.map((subject) => ({ ...audit, subject }));
  });
}

/** Documents are signed by whoever asks; here they only get their place. */
function documentsOf(requests: readonly WriteRequest[], nowUs: number): readonly UnloggedDocument[] {
  return requests.flatMap((request) =>
    request.kind === "documents" ? request.documents.map((one) => ({ ...one, loggedAtUs: nowUs })) : [],
  );
}

type Logged = Pick<Changes, "documents" | "evidence" | "waiting" | "log" | "precommit"> &
  Pick<CommittedBatch, "booked">;

/**
 * One checkpoint a batch, however much there is to log: a bundle never exists without its place in the log. The evidence
 * is written here, because it names the interval that commits to its frames, and that comes before it in the log.
 */
async function logAll(
  { documents, ledger }: { readonly documents: readonly UnloggedDocument[]; readonly ledger: StagedLedger },
  transaction: Transaction,
  needs: CommitNeeds,
): Promise<Logged> {
  const open = needs.intervals;
  const given = { ...needs.evidence, scoring: needs.scoring };
  const moved = open === undefined ? [] : await commitChains(ledger.moves(), transaction, { ...given, open });
  if (needs.log !== null)
    return enterAll({ documents, ledger, moved }, transaction, { ...needs, log: needs.log });
  return { ...nothingLogged, waiting: keepWaiting(documents, ledger.breaches, needs), ...unclosed(moved) };
}

interface ToLog {
  readonly documents: readonly UnloggedDocument[];
  readonly ledger: StagedLedger;
  readonly moved: readonly MovedChain[];
}

async function enterAll(
  { documents, ledger, moved }: ToLog,
  transaction: Transaction,
  needs: CommitNeeds & { readonly log: NonNullable<CommitNeeds["log"]> },
): Promise<Logged> {
  const { breaches } = ledger;
  const open = needs.intervals;
  const given = { ...needs.evidence, scoring: needs.scoring };
  const isDue = open !== undefined && isIntervalDue(open, { moved, breaches, nowUs: given.nowUs() });
  if (documents.length === 0 && breaches.length === 0 && !isDue)
    return { ...nothingLogged, ...unclosed(moved) };
  const edge = await transaction.readLogEdge();
  const close = isDue ? await IntervalClose.close(open, { edge, breaches, moved }, transaction, given) : null;
  const entered = enterInLog(
    {
      documents: [...(close?.document ? [close.document] : []), ...documents],
      evidence: ledger.issue((breach) => close?.summaryOf(breach)),
      precommitOf: (at, growth) => close?.proofOf(breaches[at]!, growth),
    },
    edge,
    needs.log,
  );
  const { booked, changes: precommit } = close ?? bookMoves(moved);
  return { ...entered, waiting: [], precommit, booked };
}

/** What would be signed for life under no name. */
function keepWaiting(
  documents: readonly UnloggedDocument[],
  breaches: readonly OpenedBreach[],
  { evidence }: CommitNeeds,
): Changes["waiting"] {
  if (documents.length > 0) throw new Error("nothing is signed before the issuer has a name");
  return breaches.map((breach) => waitingEvidenceOf(breach, evidence));
}

const nothingLogged = { documents: [], evidence: [], waiting: [], log: null };

function unclosed(moved: readonly MovedChain[]): Pick<Logged, "booked" | "precommit"> {
  const { booked, changes: precommit } = bookMoves(moved);
  return { booked, precommit };
}

function attestationsOf(
  requests: readonly WriteRequest[],
  issued: readonly EvidenceRecord[],
  { awaitsAttestations = false }: CommitNeeds,
): Changes["attestations"] {
  const asked = requests.filter((request) => request.kind === "attestations");
  return {
    waiting: awaitsAttestations
      ? issued.map(({ eventId, issuedAtUs }) => ({ eventId, sinceUs: issuedAtUs }))
      : [],
    bundles: asked.flatMap(({ bundles }) => bundles),
    cosignatures: asked.flatMap(({ cosignatures }) => cosignatures),
  };
}

/** What nobody is waited for any more. */
async function finalEvidence(
  issued: readonly EvidenceRecord[],
  { waiting, bundles }: Changes["attestations"],
  transaction: Transaction,
): Promise<readonly EvidenceFacts[]> {
  const sealed = await transaction.findUnsealed(bundles.map(({ eventId }) => eventId));
  return [...(waiting.length > 0 ? [] : issued), ...sealed.filter((one) => one !== null)];
}

function retentionOf({ events }: CommitNeeds, nowUs: number): Changes["eventRetention"] {
  if (events === undefined) return null;
  return { keptSinceUs: nowUs - events.keptUs, perOrganisation: events.perOrganisation };
}

/** As the batch stands; in this order. */
function whyRefused(
  request: WriteRequest,
  { ledger, custody, keys, quotas, work, needs }: StagedAll,
): RefusedOutcome | null {
  if (request.kind === "statement" && needs.log === null) {
    const { code, detail } = awaitingIssuer();
    return { kind: "refused", code, detail };
  }
  return (
    refusalOf(request, ledger) ??
    quotas.refusalOfWhole(request, ledger) ??
    custody.refusalOf(request) ??
    keys.refusalOf(request) ??
    work.refusalOf(request)
  );
}

async function carryOut(
  request: WriteRequest,
  { ledger, custody, keys, quotas, work, statements, needs }: StagedAll,
): Promise<WriteOutcome> {
  if (isUnanswered(request)) return { kind: request.kind };
  switch (request.kind) {
    case "frames":
      return takeFrames(request, { ledger, quotas });
    case "score":
      return takeScored(request, { ledger, quotas });
    case "command":
      return takeCommand(request, ledger);
    case "custody":
      return { kind: "custody", answer: custody.carryOut(request) };
    case "evidence-request":
      quotas.bookEvidenceRequest(request);
      return {
        kind: "evidence-request",
        answer: written(presentRequested(await ledger.requestEvidence(request))),
      };
    case "statement": {
      quotas.bookEvidenceRequest(request);
      const { document, answer } = signStatement(request, needs.evidence);
      statements.push(document);
      return { kind: "statement", answer: written(answer) };
    }
    case "key-change":
      return { kind: "key-change", ...keys.carryOut(request) };
    case "work":
      return { kind: "work", answer: await work.carryOut(request) };
  }
}

interface StagedAll extends Staged {
  readonly custody: StagedCustody;
  readonly keys: StagedKeys;
  readonly work: StagedWork;
  /** Signed so far. */
  readonly statements: UnloggedDocument[];
  readonly needs: CommitNeeds;
}

interface Staged {
  readonly ledger: StagedLedger;
  readonly quotas: StagedUsage;
}

async function takeFrames(request: FramesRequest, { ledger, quotas }: Staged): Promise<FramesOutcome> {
  const rejected: RejectedFrame[] = [];
  const vehicleIds = new Set<string>();
  const warned: WarnedFrames[] = [];
  let ingested = 0;
  // Most keys are: nothing is looked up for them.
  const isForAll = request.writer.fleets === null;
  let worstTier: Tier | null = null;
  let last: Verdict | null = null;
  for (const [at, arrival] of arrivalsOf(request).entries()) {
    const ofFleet = isForAll ? null : fleetRefusalOf(request.writer, arrival.frame, ledger.find(arrival));
    const refusal = ofFleet ?? quotas.admit(arrival, ledger);
    const place = request.places?.[at] ?? { index: at };
    if (refusal !== null) {
      rejected.push(rejectedBy(refusal, place));
      continue;
    }
    last = await ledger.takeFrame(arrival);
    if (arrival.frame.warnings.length > 0 || last.late) warned.push(warnedOf(arrival.frame, place, last));
    if (!last.duplicate) ingested += 1;
    worstTier = worseTier(worstTier, last.vehicle.tier);
    vehicleIds.add(arrival.vehicleId);
  }
  const taken = {
    ingested,
    duplicate: request.frames.length - rejected.length - ingested,
    rejected,
    warned: warnedIn(warned),
    worstTier,
    vehicleIds: [...vehicleIds],
  };
  return { kind: "frames", ...taken, answer: answerOf(request, taken, last) };
}

function rejectedBy({ code, detail, fault }: FrameRefusal, place: FramePlace): RejectedFrame {
  return { ...place, code, pointer: "pointer" in fault ? fault.pointer : "", detail };
}

type Taken = Omit<FramesOutcome, "kind" | "answer">;

function answerOf(
  { answer, frames }: FramesRequest,
  taken: Taken,
  last: Verdict | null,
): Written<IngestResult | BatchIngestResult> | null {
  switch (answer.form) {
    case "none":
      return null;
    case "single": {
      const [frame] = frames;
      if (frame === undefined || last === null)
        throw new Error("a single frame was neither taken nor refused");
      const { vehicleId, timestamp, dropped } = frame;
      const { duplicate, vehicle, late } = last;
      const warnings = late ? [...frame.warnings, frameLate] : frame.warnings;
      return written(
        presentIngest({ vehicleId, timestamp, duplicate, tier: vehicle.tier, warnings, dropped }),
      );
    }
    case "batch": {
      const tally = tallyAfter(answer.soFar, taken);
      // Refusals are written by http. What had no room is to be sent again, so that the answer to the whole is not final.
      const isRefused = tally.withoutRoom > 0 || tally.ingested + tally.duplicate === 0;
      return isRefused ? null : written(presentBatch(tally, answer.requestId));
    }
  }
}

/** What a batch has done once `taken` is added to what it had done before. */
export function tallyAfter(soFar: BatchTally, taken: Taken): BatchTally {
  return {
    ...soFar,
    ingested: soFar.ingested + taken.ingested,
    duplicate: soFar.duplicate + taken.duplicate,
    rejected: soFar.rejected + taken.rejected.length,
    withoutRoom: soFar.withoutRoom + taken.rejected.filter(({ code }) => code === storageFullCode).length,
    errors: taken.rejected.length === 0 ? soFar.errors : firstByPlace([...soFar.errors, ...taken.rejected]),
    warned: taken.warned.frames === 0 ? soFar.warned : warnedIn([soFar.warned, taken.warned]),
    worstTier: worseTier(soFar.worstTier, taken.worstTier),
    vehicles: [...new Set([...soFar.vehicles, ...taken.vehicleIds])],
  };
}

function warnedOf(frame: IncomingFrame, place: FramePlace, { late }: Verdict): WarnedFrames {
  const own = frameWarnings(frame, place);
  const listed = late ? [...own, lateWarning(place)] : own;
  return { frames: 1, late: late ? 1 : 0, warnings: listed.length, listed };
}

function warnedIn(all: readonly WarnedFrames[]): WarnedFrames {
  const sumOf = (count: "frames" | "late" | "warnings") => all.reduce((sum, one) => sum + one[count], 0);
  const listed = firstByPlace(all.flatMap((one) => one.listed));
  return { frames: sumOf("frames"), late: sumOf("late"), warnings: sumOf("warnings"), listed };
}

/** In the order of the body, and only as many as an answer lists. */
function firstByPlace<T extends FramePlace>(listed: readonly T[]): readonly T[] {
  return listed.toSorted((left, right) => left.index - right.index).slice(0, batchErrorsLimit);
}

/** `UNKNOWN` says least, so any verdict is worse. */
function worseTier(left: Tier | null, right: Tier | null): Tier | null {
  if (left === null || right === null) return left ?? right;
  return tiers.indexOf(right) > tiers.indexOf(left) ? right : left;
}

async function takeScored(request: ScoreRequest, { ledger, quotas }: Staged): Promise<WriteOutcome> {
  const { frame, requestId } = request;
  const arrival = arrivalsOf(request)[0]!;
  // Only booked here: what is taken whole was refused before, if at all.
  quotas.admit(arrival, ledger);
  const { duplicate, evidenceId, score } = await ledger.takeFrame(arrival);
  const value = presentScore(score(), {
    vehicleId: frame.vehicleId,
    timestamp: frame.timestamp,
    requestId,
    evidenceId,
    duplicate,
    frameWarnings: frame.warnings,
    dropped: frame.dropped,
  });
  return { kind: "score", answer: written(value) };
}

function takeCommand(request: CommandRequest, ledger: StagedLedger): WriteOutcome {
  const vehicle = ledger.takeCommand(request);
  return { kind: "command", answer: written(presentCommand(request, vehicle)) };
}

function written<T>(value: T): Written<T> {
  return { value, body: JSON.stringify(value) };
}
