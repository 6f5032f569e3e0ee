import { Worker } from "node:worker_threads";

import type { Judged, ReportWorker, Redacted } from "../app/ports/report-worker.ts";
import { FairTurns } from "./fair-turns.ts";
import type { ReportDelivery, ReportJob, ReportOrder, ReportResult } from "./report-thread.ts";

export interface OpenReportWorker extends ReportWorker {
  /** Ends the thread; jobs still waiting are rejected. */
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

/** Of one organisation that wait or run at once, where nobody says otherwise. */
export const defaultPlacesPerOrganisation = 8;

/** Reports, archives, redactions and verification in threads of their own, each begun with its first job. */
export function openReportWorker(placesPerOrganisation = defaultPlacesPerOrganisation): OpenReportWorker {
  const turns = new FairTurns({ lanes, places, placesPerOrganisation }, () => performance.now());
  const threads = Array.from({ length: lanes }, () => new ReportThread());
  const order = (organisation: string, job: ReportJob) =>
    turns.take(organisation, (lane) => threads[lane]!.order(job));
  return {
    placesOf: (organisation) => turns.placesOf(organisation),
    enter: (organisation) => turns.enter(organisation),
    print: async (organisation, job) => (await order(organisation, job)) as Uint8Array,
    judge: async (organisation, job) => (await order(organisation, job)) as Judged,
    redact: async (organisation, job) => (await order(organisation, job)) as Redacted,
    inTurn: (organisation, work) => turns.take(organisation, work),
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

interface Waiting {
  readonly resolve: (result: ReportResult) => void;
  readonly reject: (fault: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** One thread with its jobs, which come one at a time. */
class ReportThread {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #orders = 0;
  #isClosed = false;

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  async order(job: ReportJob): Promise<ReportResult> {
    if (this.#isClosed) throw new Error("the paper thread has ended");
    this.#orders += 1;
    const order: ReportOrder = { id: this.#orders, job };
    const worker = (this.#worker ??= this.#begin());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => void worker.terminate(), jobWithinMs);
      this.#waiting.set(order.id, { resolve, reject, timer });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(order);
    });
  }

  #begin(): Worker {
    const worker = new Worker(new URL("./report-thread.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMebibytes },
    });
    worker.on("message", (delivery: ReportDelivery) => this.#settle(delivery));
    worker.on("error", (fault: Error) => this.#end(worker, fault));
    worker.on("exit", () => this.#end(worker, new Error("the paper thread has ended")));
    // Paper is no reason to keep a process alive.
    worker.unref();
    return worker;
  }

  #settle(delivery: ReportDelivery): void {
    const waiting = this.#waiting.get(delivery.id);
    if (waiting === undefined) return;
    this.#waiting.delete(delivery.id);
    clearTimeout(waiting.timer);
    if (delivery.kind === "done") waiting.resolve(delivery.result);
    else waiting.reject(new Error(delivery.message));
  }

  /** What waited is lost; the next job begins another thread. */
  #end(worker: Worker, fault: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(fault);
    }
    this.#waiting.clear();
  }
}
