import type { ReportQueue, ReportWorker } from "../app/ports/report-worker.ts";
import type { ScenarioWorker } from "../app/ports/scenario-worker.ts";
import { threadYoungMebibytes } from "../platform/memory-shares.ts";
import { WorkerCalls, type Calls } from "../platform/worker-calls.ts";
import { FairTurns } from "../platform/fair-turns.ts";
import { ReportPlaces } from "./report-places.ts";
import type { ReportMethods } from "./report-methods.ts";

export interface OpenReportWorker extends ReportQueue, ReportWorker, ScenarioWorker {
  /** Ends the threads; jobs still waiting are rejected. */
  close(): Promise<void>;
}

/** Threads: one organisation never has both. */
const lanes = 2;
/** Requests of all organisations that wait or run at once; each may hold some tens of mebibytes. */
const places = 32;
/** A job takes tens of milliseconds, the largest some seconds. One that takes longer is stuck. */
const jobWithinMs = 60_000;
/** Of a thread's heap. A job that needs more ends the thread, not the service. */
const heapMebibytes = 1_024;
/** Then a thread ends: its heap stays as large as its largest job made it. Another begins in some tenths of a second. */
const restsAfterMs = 5_000;

/** Of one organisation that wait or run at once, by default. */
export const defaultPlacesPerOrganisation = 8;

/** Reports, archives, redactions and verification in threads of their own, each begun with its first job. */
export function openReportWorker(placesPerOrganisation = defaultPlacesPerOrganisation): OpenReportWorker {
  return reportWorkerOver(Array.from({ length: lanes }, beginThread), placesPerOrganisation);
}

export function reportWorkerOver(
  threads: readonly Calls<ReportMethods>[],
  placesPerOrganisation = defaultPlacesPerOrganisation,
): OpenReportWorker {
  const turns = new FairTurns({ lanes: threads, atOncePerOrganisation: 1 }, () => performance.now());
  const queue = new ReportPlaces({ places, placesPerOrganisation });
  const within = { withinMs: jobWithinMs };
  return {
    placesOf: (organisation) => queue.of(organisation),
    enter: (organisation) => queue.enter(organisation),
    print: (organisation, job) => turns.take(organisation, (thread) => thread.call("print", job, within)),
    judge: (organisation, job) => turns.take(organisation, (thread) => thread.call("judge", job, within)),
    redact: (organisation, job) => turns.take(organisation, (thread) => thread.call("redact", job, within)),
    exportScenario: (organisation, job) =>
      turns.take(organisation, (thread) => thread.call("exportScenario", job, within)),
    fitDrift: (organisation, job) =>
      turns.take(organisation, (thread) => thread.call("fitDrift", job, within)),
    inTurn: (organisation, work) => turns.take(organisation, work),
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

/** What waits for a thread that ends is lost; the next job begins another one. */
function beginThread(): WorkerCalls<ReportMethods> {
  return new WorkerCalls({
    thread: new URL("./report-thread.ts", import.meta.url),
    name: "the report thread",
    resourceLimits: { maxOldGenerationSizeMb: heapMebibytes, maxYoungGenerationSizeMb: threadYoungMebibytes },
    isBackground: true,
    restarts: true,
    restsAfterMs,
  });
}
