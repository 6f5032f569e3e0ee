import { Worker, type ResourceLimits } from "node:worker_threads";

/** What a thread can be asked for: methods with one argument; argument and result are plain data. */
// oxlint-disable-next-line typescript/no-explicit-any -- each method states its own argument
export type Methods = Readonly<Record<string, (ask: any) => unknown>>;

type NameIn<Thread extends Methods> = keyof Thread & string;
type Answer<Method extends (ask: never) => unknown> = Awaited<ReturnType<Method>>;

/** What crosses to the thread, and what comes back under the same number; a note comes unasked. */
export interface Call {
  readonly id: number;
  readonly method: string;
  readonly ask: unknown;
}

export type Reply =
  | { readonly kind: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "fault"; readonly id: number; readonly message: string }
  | { readonly kind: "note"; readonly note: unknown };

export interface WorkerCallsOptions<Note> {
  /** `new URL("./some-thread.ts", import.meta.url)`, written out like this: the packed program looks for it. */
  readonly thread: URL;
  /** What faults call it, such as "the reading thread". */
  readonly name: string;
  readonly workerData?: unknown;
  readonly resourceLimits?: ResourceLimits;
  /** The thread is no reason to keep the process alive. */
  readonly isBackground?: boolean;
  /** A thread that ended is begun again by the next call; left out: every later call is rejected. */
  readonly restarts?: boolean;
  /** Ends the thread, and gives its memory back, when nothing was asked of it for so long; for one that restarts. */
  readonly restsAfterMs?: number;
  /** Called when the thread ends by itself, not by `close`. */
  readonly onEnd?: (fault: Error) => void;
  /** What the thread sends unasked. */
  readonly onNote?: (note: Note) => void;
}

/** What whoever asks a thread knows of it. */
export interface Calls<Thread extends Methods> {
  call<Name extends NameIn<Thread>>(
    method: Name,
    ask: Parameters<Thread[Name]>[0],
    options?: CallOptions,
  ): Promise<Answer<Thread[Name]>>;
  begin(): void;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly withinMs?: number;
  readonly transfer?: readonly ArrayBuffer[];
}

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (fault: Error) => void;
  readonly timer: NodeJS.Timeout | undefined;
}

/**
 * Calls to one worker thread, which answers them with answer-calls.ts: one after another, in the order they were made,
 * unless the thread lets them overlap.
 * The thread is begun by the first call, or before it by `begin`. How many calls wait is bounded by whoever makes them.
 */
export class WorkerCalls<Thread extends Methods, Note = never> implements Calls<Thread> {
  readonly #options: WorkerCallsOptions<Note>;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #rest: NodeJS.Timeout | undefined;
  #calls = 0;
  #ended: Error | null = null;
  #isClosed = false;

  constructor(options: WorkerCallsOptions<Note>) {
    this.#options = options;
  }

  /**
   * Rejects with what the method threw, or when the thread ends: with a call that takes longer than `withinMs` it does.
   * Memory in `transfer` is handed over instead of copied: it is the thread's from then on.
   */
  async call<Name extends NameIn<Thread>>(
    method: Name,
    ask: Parameters<Thread[Name]>[0],
    { withinMs, transfer = [] }: CallOptions = {},
  ): Promise<Answer<Thread[Name]>> {
    if (this.#ended !== null) throw this.#ended;
    const worker = (this.#worker ??= this.#begin());
    this.#calls += 1;
    const call: Call = { id: this.#calls, method, ask };
    return new Promise<Answer<Thread[Name]>>((resolve, reject) => {
      // First of all, because it throws what cannot be sent: then nothing waits, and no thread is ended for it.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(call, transfer);
      clearTimeout(this.#rest);
      const timer = withinMs === undefined ? undefined : setTimeout(() => void worker.terminate(), withinMs);
      this.#waiting.set(call.id, { resolve, reject, timer });
    });
  }

  /** Lets the thread load what it needs while its first call is still to come. */
  begin(): void {
    this.#worker ??= this.#begin();
  }

  /** Ends the thread; calls that still wait are rejected, and so is every later one. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#rest);
    this.#ended ??= new Error(`${this.#options.name} has ended`);
    await this.#worker?.terminate();
  }

  #begin(): Worker {
    const { thread, workerData, resourceLimits, isBackground = false } = this.#options;
    const worker = new Worker(thread, {
      workerData,
      ...(resourceLimits !== undefined && { resourceLimits }),
    });
    worker.on("message", (reply: Reply) => this.#take(reply));
    let thrown: Error | null = null;
    worker.on("error", (fault: Error) => {
      thrown = fault;
    });
    // Not before: what the thread had answered by then comes after its error, but always before its exit.
    worker.on("exit", (status) => {
      this.#end(worker, thrown ?? new Error(`${this.#options.name} has ended with status ${status}`));
    });
    if (isBackground) worker.unref();
    return worker;
  }

  #take(reply: Reply): void {
    if (reply.kind === "note") return this.#options.onNote?.(reply.note as Note);
    const waiting = this.#waiting.get(reply.id);
    if (waiting === undefined) return;
    this.#waiting.delete(reply.id);
    clearTimeout(waiting.timer);
    if (reply.kind === "answer") waiting.resolve(reply.answer as never);
    else waiting.reject(new Error(reply.message));
    if (this.#waiting.size === 0) this.#endAfterRest();
  }

  #endAfterRest(): void {
    const { restsAfterMs } = this.#options;
    if (restsAfterMs === undefined) return;
    this.#rest = setTimeout(() => {
      // Forgotten first: that it ends is no fault.
      const worker = this.#worker;
      this.#worker = null;
      void worker?.terminate();
    }, restsAfterMs).unref();
  }

  #end(worker: Worker, fault: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    if (this.#options.restarts !== true) this.#ended ??= fault;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(fault);
    }
    this.#waiting.clear();
    if (!this.#isClosed) this.#options.onEnd?.(fault);
  }
}
