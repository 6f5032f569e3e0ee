import { parentPort, workerData } from "node:worker_threads";

import { settingsFromJson } from "../../../core/scoring/settings.ts";
import { FleetPriors } from "../../app/fleet-priors.ts";
import { nameScoring } from "../../app/name-scoring.ts";
import { StateCache } from "../../app/state-cache.ts";
// This file is the composition root of its thread: as main.ts does for the process, it joins store and keys.
import { openEvidenceNeeds } from "../../keys/open-evidence-needs.ts";
import { openLogSigner } from "../../keys/open-log-signer.ts";
import { sha256 } from "../../keys/sha256.ts";
import { openDataFolder, type DataFolder } from "../data-folder.ts";
import { keepSpecification } from "./keep-specification.ts";
import { KeyringKeeper } from "./keyring-keeper.ts";
import { LedgerWriter } from "./ledger-writer.ts";
import { openDatabase } from "./open-database.ts";
import { refoldJournals } from "./refold-journals.ts";
import { resumeIntervals } from "./resume-intervals.ts";
import { Reissuer } from "./reissuer.ts";
import { refuseLostDatabase, resumeLog } from "./resume-log.ts";
import { storeFaultKind } from "./store-fault.ts";
import { DisplacedFault, StoreFiles } from "./store-files.ts";
import { takeWriterLock } from "./writer-lock.ts";
import type { WriterOrder, WriterReport, WriterStart } from "./writer-protocol.ts";

/** Opens the store and carries out orders, one after another, until it is told to close. */
async function serveOrders(start: WriterStart): Promise<void> {
  const folder = openDataFolder(start.dataDir);
  const lock = takeWriterLock(folder.writerLock);
  const open = await openWriter(folder, start);
  report({ kind: "opened" });
  for await (const order of orders()) {
    report(await carryOut(order, open));
    if (order.kind === "commit") open.writer.checkpointIfDue();
    if (order.kind === "close") break;
  }
  lock.release();
}

interface OpenWriter {
  readonly files: StoreFiles;
  readonly writer: LedgerWriter;
  readonly keyring: KeyringKeeper;
  readonly reissuer: Reissuer;
}

async function openWriter(folder: DataFolder, start: WriterStart): Promise<OpenWriter> {
  const markFile = start.logMarkFile ?? folder.logMark;
  refuseLostDatabase(folder, markFile);
  const database = openDatabase(folder.database);
  const files = new StoreFiles(folder);
  const signer = openLogSigner(start.dataDir, start.logOrigin);
  const log = resumeLog(database, { signer, markFile, sha256 });
  const settings = settingsFromJson(start.settings);
  const scoring = nameScoring(settings);
  const onBegin = (vehicles: number) => report({ kind: "refolding", vehicles });
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
    fleetPriors: new FleetPriors(),
    answerRetentionUs: start.answerRetentionUs,
    sealsLater: start.sealsLater,
  });
  const { signer: evidenceSigner } = keyring;
  const { sealsLater } = start;
  const reissuer = new Reissuer(database, { signer: evidenceSigner, log, scoring, nowUs, sealsLater });
  await reissuer.takeRequests();
  return { files, writer, keyring, reissuer };
}

async function carryOut(
  order: WriterOrder,
  { files, writer, keyring, reissuer }: OpenWriter,
): Promise<WriterReport> {
  try {
    switch (order.kind) {
      case "commit":
        return { kind: "committed", outcomes: await writer.commit(order.requests) };
      case "probe":
        files.assertInPlace();
        writer.probe(Date.now() * 1000);
        return { kind: "probed" };
      case "keyring":
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

function failed(fault: unknown): WriterReport {
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
