import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";

import type { Call, Methods, Reply } from "./worker-calls.ts";

export interface AnswerOptions {
  /** Calls do not wait for one another: one that gives way lets others in, and is answered when it is done. */
  readonly overlap?: boolean;
  /** Memory of an answer that is the caller's from then on: handed over instead of copied. */
  readonly handsOver?: (method: string, answer: unknown) => readonly ArrayBuffer[];
  /** Threads that answer quickly go first: on Linux this one runs at a low priority, when a processor is free. */
  readonly givesWay?: boolean;
  /** Runs when a call was answered and before the next is begun. What it throws ends the thread. */
  readonly afterEach?: (method: string) => void;
}

export interface AnsweringThread {
  /** Sends a note that answers no call. */
  readonly note: (note: unknown) => void;
  /** Does work between two calls; what it throws ends the thread. */
  readonly between: (work: () => Promise<void>) => void;
}

/**
 * The thread's end of worker-calls.ts: carries out calls one after another, in the order they come. What a method throws
 * rejects its call, as "LABEL (METHOD): message".
 */
export function answerCalls(
  label: string,
  methods: Methods,
  { overlap = false, handsOver = () => [], givesWay = false, afterEach = () => {} }: AnswerOptions = {},
): AnsweringThread {
  const port = parentPort;
  if (port === null) throw new Error(`${label}: this file runs in a worker thread`);
  if (givesWay && process.platform === "linux") lowerPriority();
  const send = (reply: Reply, transfer: readonly ArrayBuffer[] = []): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    port.postMessage(reply, transfer);
  };
  const answer = async (call: Call): Promise<void> => {
    const reply = await replyTo(call, { label, methods });
    send(reply, reply.kind === "answer" ? handsOver(call.method, reply.answer) : []);
    afterEach(call.method);
  };
  let before = Promise.resolve();
  port.on("message", (call: Call) => {
    before = overlap ? answer(call) : before.then(() => answer(call));
    before.catch(endThread);
  });
  return {
    note: (note) => send({ kind: "note", note }),
    between(work) {
      before = before.then(work);
      before.catch(endThread);
    },
  };
}

/** Of this thread alone: Linux takes a thread's number where other systems want a process's. */
function lowerPriority(): void {
  try {
    const thread = readlinkSync("/proc/thread-self").split("/").at(-1);
    setPriority(Number(thread), 10);
  } catch {
    // A sandbox without /proc, or that forbids it: the work is done all the same.
  }
}

/** As an exception that nothing catches: what becomes of a rejection depends on how Node.js was started. */
function endThread(fault: unknown): void {
  queueMicrotask(() => {
    throw fault;
  });
}

async function replyTo(
  { id, method, ask }: Call,
  { label, methods }: { readonly label: string; readonly methods: Methods },
): Promise<Reply> {
  try {
    const carryOut = methods[method];
    if (carryOut === undefined) throw new Error("this thread has no such method");
    return { kind: "answer", id, answer: await carryOut(ask) };
  } catch (fault) {
    const message = fault instanceof Error ? fault.message : String(fault);
    return { kind: "fault", id, message: `${label} (${method}): ${message}` };
  }
}
