import { parentPort } from "node:worker_threads";

import type { Call, Methods, Reply } from "./worker-calls.ts";

/**
 * The thread's end of worker-calls.ts: carries out calls one after another, in the order they come. What a method throws
 * rejects its call, as "LABEL (METHOD): message". Returns what sends a note that nobody asked for.
 */
export function answerCalls(label: string, methods: Methods): (note: unknown) => void {
  const port = parentPort;
  if (port === null) throw new Error(`${label}: this file runs in a worker thread`);
  const send = (reply: Reply): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    port.postMessage(reply);
  };
  let before = Promise.resolve();
  port.on("message", (call: Call) => {
    before = before.then(() => replyTo(call, { label, methods })).then(send);
  });
  return (note) => send({ kind: "note", note });
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
