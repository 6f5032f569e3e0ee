import { readlinkSync } from "node:fs";
import { getPriority } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { workerData } from "node:worker_threads";

import { answerCalls } from "./answer-calls.ts";

/** What the test of worker-calls.ts calls. */
const methods = {
  double: (bytes: Uint8Array) => Uint8Array.from(bytes, (byte) => 2 * byte),
  /** Waits, then gives what it was given. */
  async after({ ms, value }: { readonly ms: number; readonly value: string }): Promise<string> {
    await wait(ms);
    return value;
  },
  /** Gives what cannot be sent. */
  giveFunction: () => () => {},
  refuse(why: string): never {
    throw new RangeError(why);
  },
  tell(what: string): void {
    note(what);
  },
  priority: () => getPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1))),
  end: (status: number): never => process.exit(status),
};

export type EchoMethods = typeof methods;

/** What the thread is started with: how it answers. */
export interface EchoStart {
  readonly overlap: boolean;
  readonly givesWay?: boolean;
  /** Sends a note when a call was answered. */
  readonly notesAfter: boolean;
  /** The method after which it throws. */
  readonly throwsAfter?: string;
}

const { overlap, givesWay, notesAfter, throwsAfter }: EchoStart = workerData;
const { note } = answerCalls("echo", methods, {
  overlap,
  ...(givesWay !== undefined && { givesWay }),
  afterEach(method) {
    if (notesAfter) note(`after ${method}`);
    if (method === throwsAfter) throw new Error("nothing can be trusted any more");
  },
});
