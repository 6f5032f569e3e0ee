import { listPositions } from "./analytics/list-positions.ts";
import { gatherCourse } from "./analytics/gather-course.ts";
import { countShares } from "./analytics/count-shares.ts";
import { countAttributes } from "./analytics/count-attributes.ts";
import type { AnalyticsReader } from "../../../app/ports/reading/analytics-reader.ts";
import { listVehicles } from "./list-vehicles.ts";
import { countFleet } from "./count-fleet.ts";
import type { GatheredSeries } from "../../../app/ports/reading/vehicle-analysis.ts";
import type { FleetReader } from "../../../app/ports/reading/fleet-reader.ts";
import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";

import { settingsFromJson, type ScoringSettings } from "../../../../core/scoring/settings/settings.ts";
import { analyseVehicles } from "../../../app/analysis/analyse-vehicles.ts";
import { nameScoring } from "../../../app/journal/name-scoring.ts";
import { memoryShares } from "../../../platform/memory-shares.ts";
import { openForReading } from "../open-database.ts";
import { auditQueries } from "./audit-queries.ts";
import { attestationQueries } from "./attestation-queries.ts";
import { deferralQueries } from "./deferral-queries.ts";
import { eventQueries } from "./event-queries.ts";
import { evidenceQueries } from "./evidence-queries.ts";
import { journalReader } from "./journal-reader.ts";
import { keyringQueries } from "./keyring-queries.ts";
import { logQueries } from "./log-queries.ts";
import { noticeQueries } from "./notice-queries.ts";
import { ReadingDatabase, type QueriesOf } from "./reading-database.ts";
import { scenarioQueries } from "./scenario-queries.ts";
import { storageQueries } from "./storage-queries.ts";
import { usageQueries } from "./usage-queries.ts";
import { workQueries } from "../work/work-queries.ts";
import { vehicleQueries } from "./vehicle-queries.ts";

/** What the thread is started with. */
export interface ReaderStart {
  readonly file: string;
  /** settingsToJson of the scoring settings. */
  readonly settings: unknown;
  /** What it is asked takes long: it lets other threads go first. */
  readonly isLong: boolean;
}

/** What the main thread asks: to open the database first, and then the methods of the reading ports. */
export type ReaderMethods = ReadingMethods & { readonly open: () => true };
type ReadingMethods = ReturnType<typeof readingMethods>;

// Scans, folds and decoding would stall the thread that answers requests, so they run in another, on a connection that
// cannot write. WAL gives every question a consistent view beside the writer.
export function readerMethods(start: ReaderStart): {
  readonly methods: ReaderMethods;
  /** For whoever has no thread of its own to end. */
  readonly close: () => void;
} {
  let database: DatabaseSync | null = null;
  const methods: Partial<ReadingMethods> & Pick<ReaderMethods, "open"> = {
    /** The thread is begun while the writer still makes the database. */
    open() {
      database = openForReading(start.file);
      Object.assign(methods, readingMethods(database, settingsFromJson(start.settings)));
      return true;
    },
  };
  return { methods: methods as ReaderMethods, close: () => database?.close() };
}

/** What the thread makes for an answer and does not keep. */
export function memoryOfAnswer(method: string, answer: unknown): readonly ArrayBuffer[] {
  if (method !== "gatherSeries") return [];
  return [(answer as GatheredSeries).columnsJson.buffer];
}

function readingMethods(database: DatabaseSync, settings: ScoringSettings) {
  // Mostly 32 MiB; what a scan of a larger fleet reads again, the system has in its own cache.
  database.exec(`PRAGMA cache_size = -${memoryShares().pageCacheKiB}`);
  const reading = new ReadingDatabase(database);
  return {
    ...fleetQueries(reading),
    ...analyticsQueries(reading),
    ...vehicleQueries(reading),
    ...analyseVehicles(journalReader(reading), {
      settings,
      scoring: nameScoring(settings),
      giveWay: () => nextTurn(),
    }),
    ...evidenceQueries(reading),
    ...noticeQueries(reading),
    ...eventQueries(reading),
    ...logQueries(reading),
    ...keyringQueries(reading),
    ...attestationQueries(reading),
    ...usageQueries(reading),
    ...storageQueries(reading),
    ...auditQueries(reading),
    ...scenarioQueries(reading),
    ...deferralQueries(reading),
    ...workQueries(reading),
  };
}

/** Counts over the tallies that triggers keep, and lists over the table `vehicle`. */
function fleetQueries(database: ReadingDatabase): QueriesOf<FleetReader> {
  return {
    countFleet: (ask) => database.together(() => countFleet(database, ask)),
    listVehicles: (ask) => listVehicles(database, ask),
  };
}

/** Questions about a whole fleet. */
function analyticsQueries(database: ReadingDatabase): QueriesOf<AnalyticsReader> {
  return {
    countAttributes: (ask) => database.together(() => countAttributes(database, ask)),
    gatherCourse: (ask) => database.together(() => gatherCourse(database, ask)),
    countShares: (ask) => database.together(() => countShares(database, ask)),
    listPositions: (ask) => database.together(() => listPositions(database, ask)),
  };
}
