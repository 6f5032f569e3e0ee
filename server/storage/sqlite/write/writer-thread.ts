import { statfsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

import { settingsFromJson } from "../../../../core/scoring/model/settings.ts";
import { FrameTester } from "../../../../core/scoring/frame/frame-tester.ts";
import { ClockFault, whyClockIsUnusable } from "../../../app/clock-range.ts";
import { FleetPriors } from "../../../app/commit/fleet-priors.ts";
import { nameScoring } from "../../../app/journal/name-scoring.ts";
import { StateCache } from "../../../app/journal/state-cache.ts";
// This file is the composition root of its thread: as main.ts does for the process, it joins store and keys.
import { presentScorer } from "../../../app/evidence/issue-evidence.ts";
import { openEvidenceNeeds } from "../../../keys/open-evidence-needs.ts";
import { openLogSigner } from "../../../keys/open-log-signer.ts";
import { sha256 } from "../../../app/sha256.ts";
import { openDataFolder, type DataFolder } from "../../data-folder.ts";
import { StartReserve } from "../../start-reserve.ts";
import { keepSpecification } from "../start/keep-specification.ts";
import { logScorer } from "../start/log-scorer.ts";
import { KeyringKeeper } from "./keyring-keeper.ts";
import { LedgerWriter } from "./ledger-writer.ts";
import { openDatabase } from "../open-database.ts";
import { refoldJournals } from "../start/refold-journals.ts";
import { resumeIntervals } from "../start/resume-intervals.ts";
import { Reissuer } from "./reissuer.ts";
import { refuseLostDatabase, resumeLog } from "../start/resume-log.ts";
import { digestOldEvidence } from "../audit/stored-evidence.ts";
import { storeFaultKind } from "./store-fault.ts";
import { DisplacedFault, StoreFiles } from "./store-files.ts";
import { takeWriterLock } from "../start/writer-lock.ts";
import type { WriterOrder, WriterReport, WriterStart } from "./writer-protocol.ts";

/**
 * Opens the store and carries out orders, one after another, until it is told to close. Where the disk is full or the
 * clock unusable it is opened at a later probe; until then every order fails for that reason.
 */
async function serveOrders(start: WriterStart): Promise<void> {
  const folder = openDataFolder(start.dataDir);
  const lock = takeWriterLock(folder.writerLock);
  const onRefolding = (vehicles: number) => report({ kind: "refolding", vehicles });
  let open = await tryToOpen(folder, { ...start, onRefolding });
  report(open.kind === "open" ? { kind: "opened" } : open);
  for await (const order of orders()) {
    if (open.kind === "failed" && order.kind === "probe") open = await tryToOpen(folder, start);
    if (open.kind === "open") {
      report(await carryOut(order, open));
      if (order.kind === "commit") open.writer.checkpointIfDue();
    } else report(order.kind === "close" ? { kind: "closed" } : open);
    if (order.kind === "close") break;
  }
  lock.release();
}

type Opening = WriterStart & { readonly onRefolding?: (vehicles: number) => void };
type Failed = Extract<WriterReport, { kind: "failed" }>;

async function tryToOpen(folder: DataFolder, start: Opening): Promise<OpenWriter | Failed> {
  const reserve = new StartReserve(folder.reserve);
  try {
    refuseClock();
    reserve.keep();
    return await openWriter(folder, start);
  } catch (fault) {
    const report = failed(fault);
    if (!hasNoRoom(report, start.dataDir)) return report;
    // With this room the folder can be read; it is made up for before it is opened for writing.
    reserve.spend();
    return { ...report, fault: "full" };
  }
}

/** SQLite calls it an I/O error when there is no room for the index of its log. */
function hasNoRoom({ fault }: Failed, dataDir: string): boolean {
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

interface OpenWriter {
  readonly kind: "open";
  readonly files: StoreFiles;
  readonly writer: LedgerWriter;
  readonly keyring: KeyringKeeper;
  readonly reissuer: Reissuer;
}

async function openWriter(folder: DataFolder, start: Opening): Promise<OpenWriter> {
  const markFile = start.logMarkFile ?? folder.logMark;
  refuseLostDatabase(folder, markFile);
  const database = openDatabase(folder.database);
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
  }: { readonly folder: DataFolder; readonly start: Opening; readonly markFile: string },
): Promise<OpenWriter> {
  const files = new StoreFiles(folder);
  const signer = openLogSigner(start.dataDir, start.logOrigin);
  const log = resumeLog(database, { signer, markFile, sha256 });
  digestOldEvidence(database);
  const settings = settingsFromJson(start.settings);
  const scoring = nameScoring(settings);
  const onBegin = start.onRefolding ?? (() => {});
  await refoldJournals(database, { settings, scoring, onBegin });
  const nowUs = () => Date.now() * 1000;
  const keyring = await KeyringKeeper.open(database, { ...start, log, scoring, nowUs });
  keepSpecification(database, start.specification, nowUs());
  const evidence = openEvidenceNeeds(start.dataDir, { ...start, log: signer, signer: keyring.signer });
  const writer = new LedgerWriter(database, {
    settings,
    scoring,
    evidence,
    files,
    intervals: resumeIntervals(database, evidence),
    log,
    cache: new StateCache(start.cachedVehicles),
    tester: new FrameTester(),
    fleetPriors: new FleetPriors(),
    answerRetentionUs: start.answerRetentionUs,
    quotas: start.quotas,
    awaitsAttestations: start.awaitsAttestations,
  });
  if (presentScorer !== undefined) await logScorer(database, writer, { scorer: presentScorer, evidence });
  const { signer: evidenceSigner } = keyring;
  const { awaitsAttestations } = start;
  const reissuer = new Reissuer(database, {
    signer: evidenceSigner,
    log,
    scoring,
    nowUs,
    awaitsAttestations,
  });
  await reissuer.takeRequests();
  return { kind: "open", files, writer, keyring, reissuer };
}

async function carryOut(
  order: WriterOrder,
  { files, writer, keyring, reissuer }: OpenWriter,
): Promise<WriterReport> {
  try {
    switch (order.kind) {
      case "commit":
        refuseClock();
        return { kind: "committed", outcomes: await writer.commit(order.requests) };
      case "probe":
        refuseClock();
        files.assertInPlace();
        writer.probe(Date.now() * 1000);
        return { kind: "probed" };
      case "keyring":
        refuseClock();
        files.assertInPlace();
        await keyring.takeProposals();
        await reissuer.takeRequests();
        return { kind: "keyring-taken" };
      case "close":
        await writer.close();
        return { kind: "closed" };
    }
  } catch (fault) {
    return failed(fault);
  }
}

function failed(fault: unknown): Failed {
  const error = fault instanceof Error ? fault : new Error(String(fault));
  const what = fault instanceof DisplacedFault ? { displaced: fault.what } : {};
  return { kind: "failed", fault: storeFaultKind(fault), error, ...what };
}

/** Orders in the order they were given. */
async function* orders(): AsyncGenerator<WriterOrder> {
  const waiting: WriterOrder[] = [];
  let wake = () => {};
  port.on("message", (order: WriterOrder) => {
    waiting.push(order);
    wake();
  });
  for (;;) {
    const order = waiting.shift();
    if (order !== undefined) yield order;
    else await new Promise<void>((resolve) => (wake = resolve));
  }
}

function report(report: WriterReport): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin; windows do
  port.postMessage(report);
}

if (parentPort === null) throw new Error("this file runs in a worker thread, started by open-ledger.ts");
const port = parentPort;
try {
  await serveOrders(workerData as WriterStart);
} catch (fault) {
  // Before it was open this says why it cannot be; afterwards, that the store cannot be trusted any more.
  report(failed(fault));
}
port.close();
