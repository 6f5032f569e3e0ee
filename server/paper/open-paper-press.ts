import { Worker } from "node:worker_threads";

import { Refusal } from "../../core/contract/refusal.ts";
import type { Judged, JudgeJob, PaperPress, PrintJob } from "../app/paper-press.ts";
import type { PaperDelivery, PaperOrder } from "./paper-thread.ts";

export interface OpenPaperPress extends PaperPress {
  /** Ends the thread; jobs still waiting are rejected. */
  close(): Promise<void>;
}

/** Jobs waiting at once; each may hold some tens of mebibytes. */
const mostWaiting = 16;
/** A job takes tens of milliseconds, the largest some seconds. One that takes longer is stuck. */
const jobWithinMs = 60_000;
/** Of the thread's heap. A job that needs more ends the thread, not the service. */
const heapMebibytes = 1_024;

/** Reports, archives and verification in a thread of their own, begun with the first job. */
export function openPaperPress(): OpenPaperPress {
  return new PaperThread();
}

interface Waiting {
  readonly resolve: (result: Uint8Array | Judged) => void;
  readonly reject: (fault: Error) => void;
  readonly timer: NodeJS.Timeout;
}

class PaperThread implements OpenPaperPress {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #orders = 0;

  async print(job: PrintJob): Promise<Uint8Array> {
    return (await this.#order(job)) as Uint8Array;
  }

  async judge(job: JudgeJob): Promise<Judged> {
    return (await this.#order(job)) as Judged;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #order(job: PrintJob | JudgeJob): Promise<Uint8Array | Judged> {
    if (this.#waiting.size >= mostWaiting) {
      throw new Refusal(
        "overloaded",
        "Too many reports and verifications are waiting. Ask again a little later.",
      );
    }
    this.#orders += 1;
    const order: PaperOrder = { id: this.#orders, job };
    const worker = (this.#worker ??= this.#begin());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => void worker.terminate(), jobWithinMs);
      this.#waiting.set(order.id, { resolve, reject, timer });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(order);
    });
  }

  #begin(): Worker {
    const worker = new Worker(new URL("./paper-thread.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMebibytes },
    });
    worker.on("message", (delivery: PaperDelivery) => this.#settle(delivery));
    worker.on("error", (fault: Error) => this.#end(worker, fault));
    worker.on("exit", () => this.#end(worker, new Error("the paper thread has ended")));
    // Paper is no reason to keep a process alive.
    worker.unref();
    return worker;
  }

  #settle(delivery: PaperDelivery): void {
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
