import { rmSync, statfsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

import { settingsFromJson } from "../../../../core/scoring/settings/settings.ts";
import { ClockFault, whyClockIsUnusable } from "../../../app/clock-range.ts";
import { FleetPriors } from "../../../app/commit/fleet-priors.ts";
import { nameScoring } from "../../../app/journal/name-scoring.ts";
import { StateCache } from "../../../app/journal/state-cache.ts";
import { presentScorer, type EvidenceNeeds } from "../../../app/evidence/issue-evidence.ts";
import type { LogNeeds } from "../../../app/log/enter-in-log.ts";
import type { AnsweringThread } from "../../../platform/answer-calls.ts";
import { openEvidenceNeeds, openUnnamedNeeds } from "../../../keys/open-evidence-needs.ts";
import { logKeyFile, openLogSigner } from "../../../keys/open-log-signer.ts";
import { sha256 } from "../../../app/sha256.ts";
import { dataFolder, openDataFolder, type DataFolder } from "../../data-folder.ts";
import { StartReserve } from "../../start-reserve.ts";
import { takeRoom } from "../../take-room.ts";
import { keepSpecification, logScorer } from "../start/log-scorer.ts";
import { InventoryKeeper } from "./inventory-keeper.ts";
import { KeyringKeeper } from "./keyring-keeper.ts";
import { LedgerWriter } from "./ledger-writer.ts";
import { packOutcomes } from "./messages/pack-outcomes.ts";
import { unpackRequests } from "./messages/pack-requests.ts";
import { openDatabase } from "../open-database.ts";
import { awaitRefold } from "../refold/await-refold.ts";
import { BackgroundRefold } from "../refold/background-refold.ts";
import { resumeIntervals } from "../start/resume-intervals.ts";
import { Reissuer } from "./reissuer.ts";
import { refuseIncompleteFolder } from "../start/refuse-incomplete-folder.ts";
import { refuseNamedLog, resumeLog } from "../start/resume-log.ts";
import { WaitingEvidenceRows } from "./rows/waiting-evidence-rows.ts";
import { SqliteStore } from "./sqlite-store.ts";
import { storeFaultKind } from "./store-fault.ts";
import { DisplacedFault, StoreFiles } from "./store-files.ts";
import { takeWriterLock, type WriterLock } from "../start/writer-lock.ts";
import type { Done, WriterFault, WriterMethods, WriterNote, WriterStart } from "./writer-protocol.ts";

export interface Writer {
  readonly methods: WriterMethods;
  /** Between an answer and the next call. What it throws ends the thread: the store cannot be trusted any more. */
  readonly afterEach: (method: string) => void;
}

/** How the database is opened: as the service does, or by a test to which a lost disk does not matter. */
type OpenStore = (path: string) => DatabaseSync;

const openForService: OpenStore = (path) => openDatabase(path, { mayUpgrade: true });

/** What the writer's thread does: as main.ts does for the process, it joins store and keys. */
export function openableWriter(
  start: WriterStart,
  thread: AnsweringThread,
  openStore: OpenStore = openForService,
): Writer {
  let lock: WriterLock | null = null;
  /** Where the disk is full or the clock unusable it is opened by a later probe; until then all fails for that reason. */
  let opened: OpenWriter | WriterFault | null = null;

  const methods: WriterMethods = {
    async open() {
      try {
        lock = takeWriterLock(openDataFolder(start.dataDir).writerLock);
        opened = await tryToOpen(start, openStore);
        beginRefold();
        return opened.kind === "open" ? done : opened;
      } catch (fault) {
        return failed(fault);
      }
    },
    commit: (requests) =>
      carryOut(async ({ writer }) => {
        refuseClock();
        const { outcomes, hasEvents } = await writer.commit(unpackRequests(requests));
        return { kind: "committed", outcomes: packOutcomes(outcomes), hasEvents };
      }),
    hurry(vehicleKeys) {
      if (opened?.kind === "open") opened.refold.hurry(vehicleKeys);
    },
    async probe() {
      if (opened?.kind === "failed") {
        opened = await tryToOpen(start, openStore);
        beginRefold();
      }
      return carryOut(async ({ files, writer }) => {
        refuseClock();
        files.assertInPlace();
        tryRoom();
        writer.probe(Date.now() * 1000);
        return done;
      });
    },
    takeKeyring: () =>
      carryOut(async ({ files, signing }) => {
        refuseClock();
        files.assertInPlace();
        await signing?.keyring.takeProposals();
        await signing?.inventory.takeIfDue();
        const reissued = (await signing?.reissuer.takeRequests()) ?? 0;
        return reissued > 0 ? { ...done, hasEvents: true } : done;
      }),
    async close() {
      const outcome = opened?.kind === "open" ? await carryOut(closed) : done;
      opened = null;
      lock?.release();
      return outcome;
    },
  };

  function tryRoom(): void {
    const { triedRoom } = dataFolder(start.dataDir);
    takeRoom(triedRoom, roomToResumeBytes);
    rmSync(triedRoom);
  }

  function beginRefold(): void {
    if (opened?.kind === "open" && opened.refold.left > 0) goOnRefolding(opened);
  }

  function goOnRefolding(open: OpenWriter, fault?: Error): void {
    const { refold } = open;
    const { vehicles, left } = refold;
    const why = fault === undefined ? {} : { fault: fault.message };
    thread.note({ refold: { vehicles, left, ...why } } satisfies WriterNote);
    if (!refold.isDone) setImmediate(() => thread.between(() => refoldAWhile(open)));
  }

  async function refoldAWhile(open: OpenWriter): Promise<void> {
    if (opened !== open) return;
    try {
      await open.refold.advance(refoldForMs, () => open.files.assertInPlace());
      open.writer.checkpointIfDue();
      goOnRefolding(open);
    } catch (fault) {
      const kind = storeFaultKind(fault);
      // Whoever writes next hears of files taken away.
      if (kind === "displaced") return;
      if (kind === "request" && open.refold.setAside() !== null)
        return goOnRefolding(open, failed(fault).error);
      if (kind !== "full" && kind !== "busy") throw fault;
      setTimeout(() => thread.between(() => refoldAWhile(open)), refoldPauseMs).unref();
    }
  }

  async function carryOut<Outcome>(
    work: (open: OpenWriter) => Promise<Outcome>,
  ): Promise<Outcome | WriterFault> {
    if (opened === null) return failed(new Error("the store was not opened"));
    if (opened.kind === "failed") return opened;
    try {
      return await work(opened);
    } catch (fault) {
      return failed(fault);
    }
  }

  return {
    methods,
    afterEach(method) {
      if (method === "commit" && opened?.kind === "open") opened.writer.checkpointAfterCommit();
    },
  };
}

const done: Done = { kind: "done" };

/**
 * What has to be free before writes resume on a full disk. A single row always finds a place, in the write-ahead log if
 * nowhere else: by that alone every second would have its moment of taking and refusing.
 */
const roomToResumeBytes = 1024 ** 2;

/** How long journals are folded again before whoever waits is let in. */
const refoldForMs = 20;

/** How long after a full disk it is tried again. */
const refoldPauseMs = 1_000;

async function closed({ files, signing, writer }: OpenWriter): Promise<Done> {
  try {
    if (files.isInPlace()) await signing?.inventory.take();
  } catch {
    // On a disk without room the next start makes up for it: the states are stored where there is a place for them.
  }
  await writer.close();
  return done;
}

async function tryToOpen(start: WriterStart, openStore: OpenStore): Promise<OpenWriter | WriterFault> {
  const folder = openDataFolder(start.dataDir);
  const reserve = new StartReserve(folder.reserve);
  try {
    refuseClock();
    reserve.keep();
    return await openWriter(folder, { start, openStore });
  } catch (fault) {
    const report = failed(fault);
    if (!hasNoRoom(report, start.dataDir)) return report;
    // With this room the folder can be read; it is made up for before it is opened for writing.
    reserve.spend();
    return { ...report, fault: "full" };
  }
}

/** SQLite calls it an I/O error when there is no room for the index of its log. */
function hasNoRoom({ fault }: WriterFault, dataDir: string): boolean {
  return (
    fault === "full" ||
    (fault === "broken" && statfsSync(dataDir).bavail * statfsSync(dataDir).bsize < leastRoomBytes)
  );
}

const leastRoomBytes = 64 * 1024;

function refuseClock(): void {
  const why = whyClockIsUnusable(Date.now() * 1000);
  if (why !== null) throw new ClockFault(why);
}

/** What signs: the log with its keyring. Null in an OpenWriter as long as the issuer has no name. */
interface Signing {
  readonly log: LogNeeds;
  readonly keyring: KeyringKeeper;
  readonly reissuer: Reissuer;
  readonly inventory: InventoryKeeper;
  readonly evidence: EvidenceNeeds;
}

interface OpenWriter {
  readonly kind: "open";
  readonly files: StoreFiles;
  readonly writer: LedgerWriter;
  readonly signing: Signing | null;
  readonly refold: BackgroundRefold;
}

async function openWriter(
  folder: DataFolder,
  { start, openStore }: { readonly start: WriterStart; readonly openStore: OpenStore },
): Promise<OpenWriter> {
  const markFile = start.logMarkFile ?? folder.logMark;
  refuseIncompleteFolder(folder, { markFile, logKey: logKeyFile(start.dataDir) });
  const database = openStore(folder.database);
  try {
    return await openOver(database, { folder, start, markFile });
  } catch (fault) {
    database.close();
    throw fault;
  }
}

async function openOver(
  database: DatabaseSync,
  {
    folder,
    start,
    markFile,
  }: { readonly folder: DataFolder; readonly start: WriterStart; readonly markFile: string },
): Promise<OpenWriter> {
  const files = new StoreFiles(folder);
  const settings = settingsFromJson(start.settings);
  const scoring = nameScoring(settings);
  const signing = await openSigning(database, { start, markFile, scoring, webhooks: folder.webhooks });
  awaitRefold(database, scoring);
  keepSpecification(database, start.specification, nowUs());
  const { specification, awaitsAttestations } = start;
  const evidence =
    signing?.evidence ?? openUnnamedNeeds(start.dataDir, { specification, software: start.issuer.software });
  const log = signing?.log ?? null;
  const writer = new LedgerWriter(database, {
    settings,
    scoring,
    evidence,
    files,
    intervals: resumeIntervals(database, evidence),
    log,
    cache: new StateCache(start.stateCacheBytes),
    fleetPriors: new FleetPriors(),
    answerRetentionUs: start.answerRetentionUs,
    quotas: start.quotas,
    events: start.events,
    awaitsAttestations,
  });
  if (signing !== null) {
    if (presentScorer !== undefined) await logScorer(database, writer, { scorer: presentScorer, evidence });
    await signing.reissuer.takeRequests();
    const waiting = new WaitingEvidenceRows(database);
    await waiting.issueAll(new SqliteStore(database), { ...signing, scoring, awaitsAttestations });
  }
  const refold = new BackgroundRefold(database, { settings, scoring });
  return { kind: "open", files, writer, signing, refold };
}

const nowUs = () => Date.now() * 1000;

/** Null as long as nobody has named issuer and log: nothing that would have another name for life is begun. */
async function openSigning(
  database: DatabaseSync,
  given: {
    readonly start: WriterStart;
    readonly markFile: string;
    readonly scoring: string;
    readonly webhooks: string;
  },
): Promise<Signing | null> {
  const { start, markFile, scoring, webhooks } = given;
  const { logOrigin, dataDir, awaitsAttestations } = start;
  const { organisation, software } = start.issuer;
  if (logOrigin === null || organisation === null) {
    refuseNamedLog(database);
    return null;
  }
  const logSigner = openLogSigner(dataDir, logOrigin);
  const log = resumeLog(database, { signer: logSigner, markFile, sha256 });
  const keyring = await KeyringKeeper.open(database, { ...start, log, scoring, nowUs });
  const { signer } = keyring;
  const evidence = openEvidenceNeeds(dataDir, {
    issuer: { organisation, software },
    specification: start.specification,
    log: logSigner,
    signer,
  });
  const reissuer = new Reissuer(database, { signer, log, scoring, nowUs, awaitsAttestations });
  const inventory = new InventoryKeeper(database, {
    signer,
    log,
    scoring,
    nowUs,
    webhooks,
    audit: start.audit,
  });
  return { log, keyring, reissuer, inventory, evidence };
}

function failed(fault: unknown): WriterFault {
  const error = fault instanceof Error ? fault : new Error(String(fault));
  const what = fault instanceof DisplacedFault ? { displaced: fault.what } : {};
  return { kind: "failed", fault: storeFaultKind(fault), error, ...what };
}
