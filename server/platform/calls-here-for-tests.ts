import type { AnsweringThread } from "./answer-calls.ts";
import type { CallOptions, Calls, Methods } from "./worker-calls.ts";

export interface CallsHereOptions {
  /** As in answer-calls.ts. */
  readonly afterEach?: (method: string) => void;
  readonly onNote?: (note: never) => void;
  readonly close?: () => void;
}

/**
 * What a thread would do, done in this one, for tests whose subject is not the thread: to begin one costs a third of a
 * second. As with a thread, calls are carried out one after another, and what crosses is a copy.
 */
export class CallsHere<Thread extends Methods> implements Calls<Thread>, AnsweringThread {
  readonly #methods: Thread;
  readonly #options: CallsHereOptions;
  #before: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(methodsOf: (here: AnsweringThread) => Thread, options: CallsHereOptions = {}) {
    this.#methods = methodsOf(this);
    this.#options = options;
  }

  call: Calls<Thread>["call"] = (method, ask, { transfer = [] }: CallOptions = {}) => {
    if (this.#isClosed) return Promise.reject(new Error("this thread has ended"));
    const given = structuredClone(ask, { transfer: [...transfer] });
    const answer = this.#before.then(async () => {
      const carryOut = this.#methods[method];
      const answered = structuredClone(await carryOut?.(given));
      return answered as never;
    });
    this.#before = answer.then(
      () => this.#options.afterEach?.(method),
      () => {},
    );
    return answer;
  };

  begin(): void {}

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#before;
    this.#options.close?.();
  }

  note = (note: unknown): void => {
    this.#options.onNote?.(structuredClone(note) as never);
  };

  between = (work: () => Promise<void>): void => {
    this.#before = this.#before.then(work);
  };
}
