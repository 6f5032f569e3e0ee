import { settingsToJson, type ScoringSettings } from "../../../../core/scoring/settings/settings.ts";
import type { AnalyticsReader } from "../../../app/ports/reading/analytics-reader.ts";
import type { DeferralReader } from "../../../app/ports/deferral.ts";
import type { EventReader } from "../../../app/ports/reading/event-reader.ts";
import type { AuditReader } from "../../../app/ports/audit.ts";
import type { EvidenceReader, StatementReader } from "../../../app/ports/reading/evidence-reader.ts";
import type { NoticeReader } from "../../../app/ports/reading/notice-reader.ts";
import type { FleetReader, UsageReader } from "../../../app/ports/reading/fleet-reader.ts";
import type { KeyringReader, LogReader, RecoveryReader } from "../../../app/ports/reading/log-reader.ts";
import type { ScenarioReader } from "../../../app/ports/reading/scenario-reader.ts";
import type { StorageReader } from "../../../app/ports/stored-bytes.ts";
import type { AttestationReader } from "../../../app/ports/third-parties.ts";
import type { RepairAnalysis, VehicleAnalysis } from "../../../app/ports/reading/vehicle-analysis.ts";
import type { VehicleReader } from "../../../app/ports/reading/vehicle-reader.ts";
import type { WorkReader } from "../../../app/ports/reading/work-reader.ts";
import { threadYoungMebibytes } from "../../../platform/memory-shares.ts";
import { WorkerCalls, type Calls } from "../../../platform/worker-calls.ts";
import type { ReaderMethods, ReaderStart } from "./reader-methods.ts";

/** All reading ports over one database file. */
export interface SqliteReader
  extends
    FleetReader,
    AnalyticsReader,
    VehicleReader,
    VehicleAnalysis,
    RepairAnalysis,
    EvidenceReader,
    EventReader,
    NoticeReader,
    AuditReader,
    ScenarioReader,
    DeferralReader,
    LogReader,
    RecoveryReader,
    StatementReader,
    AttestationReader,
    KeyringReader,
    UsageReader,
    StorageReader,
    WorkReader {
  /** Ends the reading threads; questions still open are rejected. */
  close(): Promise<void>;
}

export interface ReaderOptions {
  /** The database; it exists when the reader is opened. */
  readonly file: string;
  /** Under which journals are folded. */
  readonly settings: ScoringSettings;
  /** Called when a reading thread ends by itself: nothing can be read any more, and the process must end. */
  readonly onBroken: (reason: string) => void;
}

/**
 * Opens a database for reading, in threads of its own. What is committed before a question is in its answer. The http
 * adapter bounds how many questions are open.
 */
export function openReader(options: ReaderOptions): Promise<SqliteReader> {
  return beginReader(options).open();
}

/** A thread that loads its modules already and opens the database when it is told to. */
export interface BegunReader {
  open(): Promise<SqliteReader>;
  /** Ends the thread; for whoever does not come to open it. */
  close(): Promise<void>;
}

/** For a start, where the writer makes the database meanwhile. */
export function beginReader(options: ReaderOptions): BegunReader {
  return beginReaderOver(beginReaderThread, options);
}

/** Carries out a reader's calls: a thread of its own. */
export type BeginReading = (
  start: ReaderStart,
  thread: { readonly name: string; readonly onEnd: (fault: Error) => void },
) => Calls<ReaderMethods>;

const beginReaderThread: BeginReading = (workerData, { name, onEnd }) =>
  new WorkerCalls<ReaderMethods>({
    thread: new URL("./reader-thread.ts", import.meta.url),
    name,
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: threadYoungMebibytes },
    onEnd,
  });

export function beginReaderOver(
  begin: BeginReading,
  { file, settings, onBroken }: ReaderOptions,
): BegunReader {
  let isOpen = false;
  const onEnd = (fault: Error) => {
    if (isOpen) onBroken(`reading: ${fault.message}`);
  };
  const thread = (name: string, isLong: boolean) =>
    begin({ file, settings: settingsToJson(settings), isLong }, { name, onEnd });
  const calls = thread("the reading thread", false);
  const long = new LongReads(thread("the thread for long reads", true));
  calls.begin();
  return {
    async open() {
      try {
        isOpen = await calls.call("open", undefined);
      } catch (fault) {
        // A thread that waits for questions would keep the process from ending.
        await calls.close();
        throw fault;
      }
      return readerOver(calls, long);
    },
    close: () => calls.close(),
  };
}

/** More of one answer, and it takes ten milliseconds of its thread at a time, or more. */
const [fewVehicles, fewPoints] = [250, 2_000];

/**
 * Questions that look at every vehicle, or have long answers, in a thread of their own: what everybody else asks does not wait for
 * them. It is begun by the first such question.
 */
class LongReads {
  readonly #calls: Calls<ReaderMethods>;
  #opened: Promise<true> | null = null;

  constructor(calls: Calls<ReaderMethods>) {
    this.#calls = calls;
  }

  async call<Name extends keyof ReaderMethods>(
    method: Name,
    ask: Parameters<ReaderMethods[Name]>[0],
  ): Promise<Awaited<ReturnType<ReaderMethods[Name]>>> {
    this.#opened ??= this.#calls.call("open", undefined);
    try {
      await this.#opened;
    } catch (fault) {
      this.#opened = null;
      throw fault;
    }
    return this.#calls.call(method, ask);
  }

  close(): Promise<void> {
    return this.#calls.close();
  }
}

function readerOver(calls: Calls<ReaderMethods>, long: LongReads): SqliteReader {
  return {
    countFleet: (ask) => calls.call("countFleet", ask),
    listVehicles: (ask) => (ask.limit > fewVehicles ? long : calls).call("listVehicles", ask),
    countAttributes: (ask) => long.call("countAttributes", ask),
    gatherCourse: (ask) => long.call("gatherCourse", ask),
    countShares: (ask) => long.call("countShares", ask),
    listPositions: (ask) => long.call("listPositions", ask),
    openVehicle: (ask) => calls.call("openVehicle", ask),
    readHistory: (ask) => calls.call("readHistory", ask),
    describeState: (ask) => calls.call("describeState", ask),
    compareRepair: (ask) => calls.call("compareRepair", ask),
    gatherSeries: (ask) => (ask.points > fewPoints ? long : calls).call("gatherSeries", ask),
    followSeries: (ask) => calls.call("followSeries", ask),
    listResiduals: (ask) => calls.call("listResiduals", ask),
    compareSettings: (ask) => long.call("compareSettings", ask),
    findFrame: (ask) => calls.call("findFrame", ask),
    findEntryAt: (ask) => calls.call("findEntryAt", ask),
    findBreachEvidence: (ask) => calls.call("findBreachEvidence", ask),
    countWaiting: (ask) => calls.call("countWaiting", ask),
    findEvidence: (ask) => calls.call("findEvidence", ask),
    listEvidence: (ask) => calls.call("listEvidence", ask),
    readEvents: (ask) => calls.call("readEvents", ask),
    findNewestReceipt: () => calls.call("findNewestReceipt", undefined),
    findSilent: (ask) => calls.call("findSilent", ask),
    findEndedSnoozes: (ask) => calls.call("findEndedSnoozes", ask),
    findExpiringKeys: (ask) => calls.call("findExpiringKeys", ask),
    findEventSpan: (ask) => calls.call("findEventSpan", ask),
    readCustody: (ask) => calls.call("readCustody", ask),
    findStatement: (ask) => calls.call("findStatement", ask),
    listStatements: (ask) => calls.call("listStatements", ask),
    findCheckpoint: (ask) => calls.call("findCheckpoint", ask),
    readTile: (ask) => calls.call("readTile", ask),
    readEntries: (ask) => calls.call("readEntries", ask),
    proveInclusion: (ask) => calls.call("proveInclusion", ask),
    proveConsistency: (ask) => calls.call("proveConsistency", ask),
    listRecoveries: () => calls.call("listRecoveries", undefined),
    listKeyringVersions: () => calls.call("listKeyringVersions", undefined),
    listLoggedScorers: () => calls.call("listLoggedScorers", undefined),
    findSpecification: (ask) => calls.call("findSpecification", ask),
    listUnsealed: (ask) => calls.call("listUnsealed", ask),
    listCosignatures: (ask) => calls.call("listCosignatures", ask),
    findCosignedSize: (ask) => calls.call("findCosignedSize", ask),
    readUsage: (ask) => calls.call("readUsage", ask),
    countEvidenceRequests: (ask) => calls.call("countEvidenceRequests", ask),
    readStoredDays: (ask) => calls.call("readStoredDays", ask),
    findUnnotedStorage: (ask) => calls.call("findUnnotedStorage", ask),
    listNearlyFull: (ask) => calls.call("listNearlyFull", ask),
    listAudit: (ask) => calls.call("listAudit", ask),
    findScenario: (ask) => calls.call("findScenario", ask),
    listScenarios: (ask) => calls.call("listScenarios", ask),
    countDeferred: () => calls.call("countDeferred", undefined),
    listDeferred: (ask) => calls.call("listDeferred", ask),
    listRefused: (ask) => calls.call("listRefused", ask),
    findWork: (ask) => calls.call("findWork", ask),
    listWorkEntries: (ask) => calls.call("listWorkEntries", ask),
    listHeld: (ask) => calls.call("listHeld", ask),
    countSnoozed: (ask) => calls.call("countSnoozed", ask),
    async close() {
      await Promise.all([calls.close(), long.close()]);
    },
  };
}
