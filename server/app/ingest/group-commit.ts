import { Refusal } from "../../../core/contract/refusal.ts";
import type { Weight } from "../ports/write-request.ts";
import { withAnswers } from "../in-order.ts";
import type { WriteSequence } from "./write-sequence.ts";

/** How much may wait, and how much one transaction takes. */
export interface GroupCommitLimits {
  readonly batchFrames: number;
  readonly batchBytes: number;
  readonly waitingFrames: number;
  readonly waitingBytes: number;
  readonly waitingRequests: number;
}

export const defaultGroupCommitLimits: GroupCommitLimits = {
  // By then an fsync is a few percent of the work; more would only make everybody in the batch wait for the others.
  batchFrames: 2_000,
  batchBytes: 4 * 1024 * 1024,
  waitingFrames: 50_000,
  waitingBytes: 64 * 1024 * 1024,
  waitingRequests: 20_000,
};

export interface GroupCommitNeeds<Request, Outcome> {
  readonly limits: GroupCommitLimits;
  readonly weigh: (request: Request) => Weight;
  /** One transaction: outcomes in the order of the requests once durable, or a rejection when nothing happened. */
  readonly commit: (batch: readonly Request[]) => Promise<readonly Outcome[]>;
  /** True for a fault of the store, which no other batch would escape; false for one that a single request may cause. */
  readonly isStoreFault: (fault: unknown) => boolean;
  /** Monotonic. */
  readonly nowMs: () => number;
}

interface Waiting<Request, Outcome> {
  readonly request: Request;
  readonly weight: Weight;
  readonly sinceMs: number;
  readonly sequence: WriteSequence | undefined;
  readonly settle: {
    readonly resolve: (outcome: Outcome) => void;
    readonly reject: (fault: unknown) => void;
  };
}

/**
 * Group commit without a timer: what arrives while one transaction runs is the next one. A lone request waits for
 * no other, and under load one fsync carries thousands of frames. Requests are committed in the order they came.
 */
export class GroupCommit<Request, Outcome> {
  readonly #needs: GroupCommitNeeds<Request, Outcome>;
  #waiting: Waiting<Request, Outcome>[] = [];
  #waitingWeight: Weight = { frames: 0, bytes: 0 };
  #running: Promise<void> | null = null;

  constructor(needs: GroupCommitNeeds<Request, Outcome>) {
    this.#needs = needs;
  }

  /** Resolves once durable. Rejects with `Refusal` `overloaded` when the queue is full; nothing has happened then. */
  submit(request: Request, sequence?: WriteSequence): Promise<Outcome> {
    // The rejection of an executor that throws: nobody has to tell a refusal at once from a later one.
    return new Promise((resolve, reject) => {
      sequence?.check();
      const weight = this.#admitted(request, sequence);
      const sinceMs = this.#needs.nowMs();
      this.#waiting.push({ request, weight, sinceMs, sequence, settle: { resolve, reject } });
      this.#waitingWeight = sum(this.#waitingWeight, weight);
      this.#running ??= this.#run();
    });
  }

  #admitted(request: Request, sequence: WriteSequence | undefined): Weight {
    const weight = this.#needs.weigh(request);
    if (this.#hasRoomFor(weight)) return weight;
    const why = new Refusal("overloaded", "Too much is waiting to be stored. Send it again later.");
    sequence?.breakBy(why);
    throw why;
  }

  /** How long the oldest request has waited for its transaction to begin; 0 when none waits. */
  oldestWaitingMs(): number {
    const sinceMs = this.#waiting[0]?.sinceMs;
    return sinceMs === undefined ? 0 : this.#needs.nowMs() - sinceMs;
  }

  /** Resolves when everything submitted so far is answered. */
  async drain(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  /** An idle queue takes a request of any size: the limits are there to bound waiting, not to forbid. */
  #hasRoomFor(weight: Weight): boolean {
    if (this.#waiting.length === 0) return true;
    const { limits } = this.#needs;
    const after = sum(this.#waitingWeight, weight);
    return (
      this.#waiting.length < limits.waitingRequests &&
      after.frames <= limits.waitingFrames &&
      after.bytes <= limits.waitingBytes
    );
  }

  async #run(): Promise<void> {
    // Whatever else arrives in this turn of the event loop shares the first transaction.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      await this.#commit(this.#takeBatch());
    }
    this.#running = null;
  }

  #takeBatch(): Waiting<Request, Outcome>[] {
    const { limits } = this.#needs;
    let weight: Weight = { frames: 0, bytes: 0 };
    let count = 0;
    for (const waiting of this.#waiting) {
      weight = sum(weight, waiting.weight);
      if (count > 0 && (weight.frames > limits.batchFrames || weight.bytes > limits.batchBytes)) break;
      count += 1;
    }
    const batch = this.#waiting.splice(0, count);
    for (const { weight } of batch) this.#waitingWeight = difference(this.#waitingWeight, weight);
    return batch;
  }

  async #commit(taken: readonly Waiting<Request, Outcome>[]): Promise<void> {
    const batch = taken.filter(isWhole);
    if (batch.length === 0) return;
    try {
      const outcomes = await this.#needs.commit(batch.map(({ request }) => request));
      for (const [{ settle }, outcome] of withAnswers(batch, outcomes)) settle.resolve(outcome);
    } catch (fault) {
      if (batch.length === 1 || this.#needs.isStoreFault(fault)) {
        for (const waiting of batch) reject(waiting, fault);
        return;
      }
      // Nothing of the batch happened. One request is at fault; alone it fails alone, and the others are kept.
      for (const waiting of batch) await this.#commit([waiting]);
    }
  }
}

function reject({ sequence, settle }: Rejectable, fault: unknown): void {
  sequence?.breakBy(fault);
  settle.reject(fault);
}

/** Whether a request still is to be carried out; one whose sequence is broken is rejected. */
function isWhole({ sequence, settle }: Rejectable): boolean {
  try {
    sequence?.check();
    return true;
  } catch (fault) {
    settle.reject(fault);
    return false;
  }
}

interface Rejectable {
  readonly sequence: WriteSequence | undefined;
  readonly settle: { readonly reject: (fault: unknown) => void };
}

function sum(left: Weight, right: Weight): Weight {
  return { frames: left.frames + right.frames, bytes: left.bytes + right.bytes };
}

function difference(left: Weight, right: Weight): Weight {
  return { frames: left.frames - right.frames, bytes: left.bytes - right.bytes };
}
