import type { DatabaseSync } from "node:sqlite";

import { Refusal } from "../../../../core/contract/refusal.ts";
import { noThirdParties, type ThirdPartyTrust } from "../../../../core/evidence/keys/trust.ts";
import { settingsToJson, type ScoringSettings } from "../../../../core/scoring/settings/settings.ts";
import type { AnswerSlot, Remembered } from "../../../app/ports/kept-answer.ts";
import { doubtAboutClock, whyClockIsUnusable } from "../../../app/clock-range.ts";
import {
  defaultGroupCommitLimits,
  GroupCommit,
  type GroupCommitLimits,
} from "../../../app/ingest/group-commit.ts";
import type { WriteSequence } from "../../../app/ingest/write-sequence.ts";
import type { AuditLimits } from "../../../app/ports/audit.ts";
import type { EventLimits } from "../../../app/ports/changes.ts";
import type { EventSignal } from "../../../app/ports/reading/event-reader.ts";
import type { Ledger, LedgerHealth } from "../../../app/ports/ledger.ts";
import type { RefoldProgress, RefoldWatch } from "../../../app/ports/refold.ts";
import type { VehicleName } from "../../../app/ports/vehicle-summary.ts";
import { noQuotas, type Quotas } from "../../../app/ports/quotas.ts";
import { weightOf, type WriteOutcome, type WriteRequest } from "../../../app/ports/write-request.ts";
import { EventBell } from "../../../platform/event-bell.ts";
import { memoryShares } from "../../../platform/memory-shares.ts";
import { WorkerCalls, type Calls } from "../../../platform/worker-calls.ts";
import { openDataFolder, type DataFolder } from "../../data-folder.ts";
import { openForReading } from "../open-database.ts";
import { prepareQuery, type Query } from "../prepare-query.ts";
import { unpackOutcomes } from "./messages/pack-outcomes.ts";
import { RefoldGate } from "../refold/refold-gate.ts";
import { packRequests, transferable } from "./messages/pack-requests.ts";
import type {
  Committed,
  Done,
  GivenIssuer,
  WriterFault,
  WriterMethods,
  WriterNote,
  WriterStart,
} from "./writer-protocol.ts";

const dayUs = 86_400_000_000;
/** How often the writer looks for keyring versions that an operator has proposed. */
const keyringEveryMs = 1_000;
/** How often a full disk is tried again. */
const probeEveryMs = 1_000;

export interface LedgerOptions {
  readonly dataDir: string;
  readonly settings: ScoringSettings;
  readonly issuer: GivenIssuer;
  /** Text of the scoring method, docs/scoring-method.md; evidence names its digest. */
  readonly specification: Uint8Array;
  /** Called once when the store cannot be trusted any more: the process must end, with a status that is not 0. */
  readonly onBroken: (reason: string) => void;
  /** Called once when the store's files were taken away: nothing is written any more, what was written can be read. */
  readonly onDisplaced?: (reason: string) => void;
  /** Called when nothing can be stored for a while, with the reason, and when that is over. */
  readonly onPaused?: (reason: string) => void;
  readonly onResumed?: (reason: string) => void;
  /** Called with how far the journals are folded again under another scoring; why one cannot be. */
  readonly onRefold?: (progress: WriterNote["refold"]) => void;
  /** Name of the transparency log; a log keeps it for life. Null: not named yet. */
  readonly logOrigin?: string | null;
  /** Where the log's high-water mark is, best on another disk; left out: in the data folder. */
  readonly logMarkFile?: string | null;
  /** Bundles are final only once third parties were asked about them. */
  readonly awaitsAttestations?: boolean;
  /** Third parties the exported trust file names; left out: none. */
  readonly thirdPartyTrust?: ThirdPartyTrust;
  /** Days after which copies of trust files and keyrings have to be fetched again; left out: never. */
  readonly trustRefreshDays?: number;
  readonly limits?: GroupCommitLimits;
  readonly answerRetentionUs?: number;
  /** What each organisation may have; left out: as much as there is room for. */
  readonly quotas?: Quotas;
  /** How long events are kept, and how many of an organisation. */
  readonly events?: EventLimits;
  /** How long records of the audit log are kept, and how many of an organisation. */
  readonly audit?: AuditLimits;
  /** What the vehicles' states may take in memory. */
  readonly stateCacheBytes?: number | null;
}

/**
 * The embedded store as the service uses it: writes go to a thread of its own in groups, kept answers are read here.
 * A data folder has one ledger at a time; opening a second one throws, naming the process that has it.
 */
export function openLedger(options: LedgerOptions): Promise<SqliteLedger> {
  return openLedgerOver(beginWriterThread, options);
}

/** Carries out the writer's calls: a thread of its own. */
export type BeginWriter = (
  start: WriterStart,
  heed: { readonly onNote: (note: WriterNote) => void; readonly onEnd: (fault: Error) => void },
) => Calls<WriterMethods>;

const beginWriterThread: BeginWriter = (workerData, heed) =>
  new WorkerCalls<WriterMethods, WriterNote>({
    thread: new URL("./writer-thread.ts", import.meta.url),
    name: "the writer's thread",
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: memoryShares().youngMebibytes },
    ...heed,
  });

export async function openLedgerOver(begin: BeginWriter, options: LedgerOptions): Promise<SqliteLedger> {
  const folder = openDataFolder(options.dataDir);
  let ledger: SqliteLedger | null = null;
  const early: WriterNote[] = [];
  const writer = new WriterThread((onEnd) =>
    begin(startOf(options), {
      onEnd,
      onNote(note) {
        options.onRefold?.(note.refold);
        if (ledger === null) early.push(note);
        else ledger.heedNote(note);
      },
    }),
  );
  const outcome = await writer.open();
  ledger =
    outcome.kind === "failed"
      ? await openUnwritable(writer, outcome, { ...options, folder })
      : new SqliteLedger(writer, openForReading(folder.database), options);
  for (const note of early) ledger.heedNote(note);
  return ledger;
}

function startOf(options: LedgerOptions): WriterStart {
  const { dataDir, settings, issuer, specification } = options;
  const given = { ...defaults, ...options };
  return {
    dataDir,
    settings: settingsToJson(settings),
    issuer,
    specification,
    answerRetentionUs: given.answerRetentionUs,
    quotas: given.quotas,
    events: given.events,
    audit: given.audit,
    stateCacheBytes: given.stateCacheBytes ?? memoryShares().stateCacheBytes,
    logOrigin: given.logOrigin,
    logMarkFile: given.logMarkFile,
    awaitsAttestations: given.awaitsAttestations,
    thirdPartyTrust: given.thirdPartyTrust,
    trustRefreshDays: given.trustRefreshDays,
  };
}

/** What cannot be written to for now may be read all the same. */
async function openUnwritable(
  writer: WriterThread,
  outcome: WriterFault,
  options: LedgerOptions & { readonly folder: DataFolder },
): Promise<SqliteLedger> {
  const { fault, error } = outcome;
  if (fault !== "full" && fault !== "clock") {
    // Its thread would keep the process from ending.
    await writer.close();
    throw error;
  }
  try {
    const ledger = new SqliteLedger(writer, openForReading(options.folder.database), options);
    ledger.heed(outcome);
    return ledger;
  } catch (unreadable) {
    await writer.close();
    if (fault === "clock") throw error;
    const detail = `${error.message}; ${unreadable instanceof Error ? unreadable.message : String(unreadable)}`;
    throw new Error(
      `The disk is full, and this data folder cannot even be read: ${detail}. Make room, then start again.`,
      {
        cause: unreadable,
      },
    );
  }
}

export class SqliteLedger implements Ledger, LedgerHealth, EventSignal, RefoldWatch {
  readonly #writer: WriterThread;
  readonly #database: DatabaseSync;
  readonly #findAnswer: Query<AnswerRow>;
  readonly #newestReceipt: Query<{ receivedUs: number }>;
  readonly #group: GroupCommit<WriteRequest, WriteOutcome>;
  readonly #onBroken: (reason: string) => void;
  readonly #onDisplaced: (reason: string) => void;
  readonly #onPaused: (reason: string) => void;
  readonly #onResumed: (reason: string) => void;
  readonly #answerRetentionUs: number;
  #unavailable: {
    readonly fault: "full" | "clock" | "broken" | "displaced" | "closed";
    readonly reason: string;
  } | null = null;
  readonly #began = { atUs: Date.now() * 1000, ms: performance.now() };
  #probing: NodeJS.Timeout | null = null;
  #closing: Promise<void> | null = null;
  readonly #keyringTimer: NodeJS.Timeout;
  readonly #bell = new EventBell();
  readonly #refold: RefoldGate;

  constructor(writer: WriterThread, database: DatabaseSync, options: LedgerOptions) {
    this.#writer = writer;
    this.#database = database;
    this.#findAnswer = prepareQuery(database, "SELECT * FROM answer WHERE space = ? AND stored_us >= ?");
    this.#newestReceipt = prepareQuery(
      database,
      "SELECT received_us AS receivedUs FROM frame ORDER BY position DESC LIMIT 1",
    );
    this.#onBroken = options.onBroken;
    this.#onDisplaced = options.onDisplaced ?? (() => {});
    this.#onPaused = options.onPaused ?? (() => {});
    this.#onResumed = options.onResumed ?? (() => {});
    this.#answerRetentionUs = options.answerRetentionUs ?? defaults.answerRetentionUs;
    this.#group = new GroupCommit({
      limits: options.limits ?? defaultGroupCommitLimits,
      weigh: weightOf,
      commit: (requests) => this.#commit(requests),
      isStoreFault: (fault) => fault instanceof Refusal,
      nowMs: () => performance.now(),
    });
    this.#refold = new RefoldGate(database, {
      hurry: (vehicleKeys) => writer.hurry(vehicleKeys),
      nowMs: () => performance.now(),
      nowUs: () => Date.now() * 1000,
    });
    writer.onEnd((reason) => this.#break(reason));
    this.#keyringTimer = setInterval(() => void this.#takeKeyring(), keyringEveryMs);
    this.#keyringTimer.unref();
  }

  write(request: WriteRequest, sequence?: WriteSequence): Promise<WriteOutcome> {
    const refusal = this.#refusalOf(request);
    if (refusal === null && this.#refold.isOpenFor(sequence)) return this.#group.submit(request, sequence);
    if (refusal === null) return this.#writeRefolded(request, sequence);
    sequence?.breakBy(refusal);
    return Promise.reject(refusal);
  }

  async #writeRefolded(request: WriteRequest, sequence?: WriteSequence): Promise<WriteOutcome> {
    try {
      await this.#refold.admit(request, sequence);
      if (this.#unavailable !== null) throw this.#refusal();
    } catch (fault) {
      const refusal = this.#unavailable === null ? fault : this.#refusal();
      sequence?.breakBy(refusal);
      throw refusal;
    }
    return this.#group.submit(request, sequence);
  }

  refoldProgress(): RefoldProgress | null {
    return this.#refold.progress;
  }

  attend(name: VehicleName): Promise<void> {
    return this.#refold.attend(name);
  }

  /** Takes in what the writer says unasked. */
  heedNote({ refold }: WriterNote): void {
    this.#refold.heed(refold);
  }

  #refusalOf(request: WriteRequest): Refusal | null {
    if (this.#unavailable !== null) return this.#refusal();
    const why = "receivedAtUs" in request ? whyClockIsUnusable(request.receivedAtUs) : null;
    return why === null ? null : new Refusal("clock_unusable", why);
  }

  async recallAnswer({ space, fingerprint }: Omit<AnswerSlot, "organisation">): Promise<Remembered> {
    const row = this.#findAnswer.get(space, Date.now() * 1000 - this.#answerRetentionUs);
    if (row === undefined) return { kind: "none" };
    if (row.fingerprint !== fingerprint) return { kind: "other-request" };
    const { status, content_type: contentType, body, refused_sha256: sha256 } = row;
    if (sha256 === null) return { kind: "same", answer: { status, contentType, body } };
    return { kind: "same-refused", refusal: { status, requestId: row.refused_request_id ?? "", sha256 } };
  }

  onEvents(onNews: () => void): () => void {
    return this.#bell.onEvents(onNews);
  }

  oldestWaitingMs(): number {
    return this.#group.oldestWaitingMs();
  }

  whyUnavailable(): string | null {
    return this.#unavailable?.reason ?? null;
  }

  doubtAboutClock(): string | null {
    return doubtAboutClock({
      nowUs: Date.now() * 1000,
      expectedUs: this.#began.atUs + (performance.now() - this.#began.ms) * 1000,
      newestReceiptUs: this.#newestReceipt.get()?.receivedUs ?? null,
    });
  }

  /** Answers everything accepted so far, stores the states, and releases the data folder. */
  async close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    clearInterval(this.#keyringTimer);
    await this.#group.drain();
    if (this.#probing !== null) clearTimeout(this.#probing);
    this.#unavailable ??= { fault: "closed", reason: "The service is stopping." };
    this.#database.close();
    await this.#writer.close();
  }

  async #commit(requests: readonly WriteRequest[]): Promise<readonly WriteOutcome[]> {
    if (this.#unavailable !== null) throw this.#refusal();
    const outcome = await this.#writer.commit(requests);
    if (outcome.kind === "committed") {
      if (outcome.hasEvents) this.#bell.ring();
      return unpackOutcomes(outcome.outcomes);
    }
    throw this.#faultOf(outcome);
  }

  #faultOf(outcome: WriterFault): Error {
    const { fault, error } = outcome;
    switch (fault) {
      case "request":
        return new Error("a commit failed and was undone", { cause: error });
      case "busy":
        return new Refusal("storage_unavailable", "Another process is writing to the store. Try again.");
      case "full":
      case "clock":
      case "displaced":
      case "broken":
        this.heed(outcome);
        return this.#refusal();
    }
  }

  /** Takes in what a failed call says of the store: for good, or until a probe finds that it is over. */
  heed(outcome: WriterFault): void {
    const { fault, error } = outcome;
    if (fault === "broken") this.#break(error.message);
    else if (fault === "displaced") this.#displace(outcome);
    else if ((fault === "full" || fault === "clock") && this.#unavailable === null) {
      const reason = fault === "full" ? "The disk is full." : error.message;
      this.#unavailable = { fault, reason };
      this.#onPaused(reason);
      this.#probeLater();
    }
  }

  /** Nothing is acknowledged from here on: what is on the disk is known only to whoever reads it again. */
  #break(message: string): void {
    if (this.#unavailable?.fault === "broken" || this.#unavailable?.fault === "closed") return;
    this.#unavailable = { fault: "broken", reason: "The store failed and the service is ending." };
    this.#onBroken(message);
  }

  /** For good: what others did with the files meanwhile is known only to a process that opens them anew. */
  #displace({ error, displaced }: WriterFault): void {
    if (this.#unavailable?.fault === "displaced" || this.#unavailable?.fault === "closed") return;
    this.#unavailable = {
      fault: "displaced",
      reason: `${displaced} Nothing is stored until an operator has put it right; the service's log says how.`,
    };
    this.#onDisplaced(error.message);
  }

  async #takeKeyring(): Promise<void> {
    if (this.#unavailable !== null) return;
    const outcome = await this.#writer.takeKeyring();
    // Whatever else went wrong is tried again with the next round.
    if (outcome.kind === "failed") this.heed(outcome);
    else if (outcome.hasEvents === true) this.#bell.ring();
  }

  #probeLater(): void {
    this.#probing = setTimeout(() => {
      this.#probe().catch((fault: unknown) => this.#break(String(fault)));
    }, probeEveryMs);
    this.#probing.unref();
  }

  async #probe(): Promise<void> {
    const outcome = await this.#writer.probe();
    const paused = this.#unavailable;
    if (paused?.fault !== "full" && paused?.fault !== "clock") return;
    if (outcome.kind !== "failed") {
      this.#unavailable = null;
      return this.#onResumed(paused.reason);
    }
    // A folder that could not be opened for want of room may have other faults, which only show now.
    if (outcome.fault === "request") return this.#break(outcome.error.message);
    if (outcome.fault === "busy" || outcome.fault === paused.fault) return this.#probeLater();
    this.#unavailable = null;
    this.heed(outcome);
  }

  #refusal(): Refusal {
    return new Refusal(
      this.#unavailable?.fault === "clock" ? "clock_unusable" : "storage_unavailable",
      this.#unavailable?.reason ?? "The store does not accept writes.",
    );
  }
}

interface AnswerRow {
  readonly fingerprint: string;
  readonly status: number;
  readonly content_type: string;
  readonly body: string;
  /** Set together, for a refusal: its body is then empty. */
  readonly refused_request_id: string | null;
  readonly refused_sha256: string | null;
}

const defaults = {
  audit: { keptUs: 400 * dayUs, perOrganisation: 1_000_000 },
  answerRetentionUs: dayUs,
  quotas: noQuotas,
  events: { keptUs: 30 * dayUs, perOrganisation: 1_000_000 },
  logOrigin: "log.invalid",
  logMarkFile: null,
  awaitsAttestations: false,
  thirdPartyTrust: noThirdParties,
  trustRefreshDays: 0,
} as const;

/** The other end of writer-thread.ts. A thread that ended answers every call as a store that is broken. */
class WriterThread {
  readonly #calls: Calls<WriterMethods>;
  #onEnd: (reason: string) => void = () => {};

  constructor(begin: (onEnd: (fault: Error) => void) => Calls<WriterMethods>) {
    this.#calls = begin((fault) => this.#onEnd(`the writer's thread failed: ${fault.message}`));
  }

  open(): Promise<Done | WriterFault> {
    return outcomeOf(this.#calls.call("open", undefined));
  }

  commit(requests: readonly WriteRequest[]): Promise<Committed | WriterFault> {
    const packed = packRequests(requests);
    return outcomeOf(this.#calls.call("commit", packed, { transfer: transferable(packed) }));
  }

  hurry(vehicleKeys: readonly number[]): void {
    // A thread that has ended is noticed where it is asked for something.
    this.#calls.call("hurry", vehicleKeys).catch(() => {});
  }

  probe(): Promise<Done | WriterFault> {
    return outcomeOf(this.#calls.call("probe", undefined));
  }

  takeKeyring(): Promise<Done | WriterFault> {
    return outcomeOf(this.#calls.call("takeKeyring", undefined));
  }

  onEnd(onEnd: (reason: string) => void): void {
    this.#onEnd = onEnd;
  }

  async close(): Promise<void> {
    this.#onEnd = () => {};
    await outcomeOf(this.#calls.call("close", undefined));
    await this.#calls.close();
  }
}

async function outcomeOf<Outcome>(call: Promise<Outcome>): Promise<Outcome | WriterFault> {
  try {
    return await call;
  } catch (fault) {
    return {
      kind: "failed",
      fault: "broken",
      error: fault instanceof Error ? fault : new Error(String(fault)),
    };
  }
}
