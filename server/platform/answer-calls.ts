import { parentPort } from "node:worker_threads";

import type { Call, Methods, Reply } from "./worker-calls.ts";

export interface AnswerOptions {
  /** Calls do not wait for one another: one that gives way lets others in, and is answered when it is done. */
  readonly overlap?: boolean;
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
  { overlap = false, afterEach = () => {} }: AnswerOptions = {},
): AnsweringThread {
  const port = parentPort;
  if (port === null) throw new Error(`${label}: this file runs in a worker thread`);
  const send = (reply: Reply): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    port.postMessage(reply);
  };
  const answer = async (call: Call): Promise<void> => {
    send(await replyTo(call, { label, methods }));
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
