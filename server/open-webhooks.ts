import { existsSync } from "node:fs";

import { Refusal } from "../core/contract/refusal.ts";
import type { EventSignal } from "./app/ports/reading/event-reader.ts";
import type { StoredWebhook } from "./app/ports/webhook-store.ts";
import type { WebhookManagement } from "./app/application.ts";
import { messageOf } from "./platform/fault.ts";
import { WorkerCalls } from "./platform/worker-calls.ts";
import type { Verdict, WebhookMethods, WebhookNote, WebhookStart } from "./webhook-thread.ts";

export interface OpenWebhooksOptions extends WebhookStart {
  readonly signal: EventSignal;
  /** A webhook has disabled itself: makes an event of it. Called again later when it is rejected. */
  readonly announce: (webhook: StoredWebhook) => Promise<unknown>;
  readonly warn: (message: string) => void;
}

export interface OpenWebhooks {
  readonly management: WebhookManagement;
  /** Ends the thread; what is under way is given a moment. */
  close(): Promise<void>;
}

/** After this, a thread that has ended is begun again. */
const beginAgainMs = 5_000;
const announceAgainMs = 60_000;
/** A thread that does not stop in this time is ended. */
const stopWithinMs = 1_500;
/** Longer than a test may take, with its name look-up. */
const answerWithinMs = 25_000;

/** Webhooks in a thread of their own, which is begun again when it ends: the rest of the service goes on without it. */
export function openWebhooks(options: OpenWebhooksOptions): OpenWebhooks {
  const { signal, announce, warn, ...workerData } = options;
  const timers = new Set<NodeJS.Timeout>();
  let isClosed = false;
  const later = (ms: number, work: () => void): void => {
    if (isClosed) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms).unref();
    timers.add(timer);
  };
  const calls = new WorkerCalls<WebhookMethods, WebhookNote>({
    thread: new URL("./webhook-thread.ts", import.meta.url),
    name: "the webhooks' thread",
    workerData,
    isBackground: true,
    restarts: true,
    onEnd(fault) {
      warn(`the webhooks' thread ended and is begun again: ${fault.message}`);
      later(beginAgainMs, begin);
    },
    onNote(note) {
      if (note.kind === "warning") warn(note.message);
      else tell(note.webhook);
    },
  });
  let hasBegun = false;
  const begin = (): void => {
    hasBegun = true;
    calls.call("begin", undefined).catch((fault: unknown) => warn(messageOf(fault)));
  };
  const tell = (webhook: StoredWebhook): void => {
    announce(webhook)
      .then(() => calls.call("announced", webhook.webhookKey))
      .catch(() => later(announceAgainMs, () => tell(webhook)));
  };
  const wake = (): void => {
    // A thread that has ended looks for itself when it begins again.
    if (hasBegun) calls.call("wake", undefined).catch(() => {});
  };
  const endSignal = signal.onEvents(wake);
  // Where no webhook was ever made there is no thread either, until somebody asks for one.
  if (existsSync(options.database)) begin();
  return {
    management: managementOf(calls, {
      warn,
      beforeEach: () => {
        if (!hasBegun) begin();
      },
    }),
    async close() {
      isClosed = true;
      endSignal();
      for (const timer of timers) clearTimeout(timer);
      if (hasBegun) await calls.call("stop", undefined, { withinMs: stopWithinMs }).catch(() => {});
      await calls.close();
    },
  };
}

function managementOf(
  calls: WorkerCalls<WebhookMethods, WebhookNote>,
  { warn, beforeEach }: { readonly warn: (message: string) => void; readonly beforeEach: () => void },
): WebhookManagement {
  const asked = async <Value>(call: Promise<Verdict<Value>>): Promise<Value> => {
    beforeEach();
    const verdict = await call.catch((fault: unknown) => {
      warn(messageOf(fault));
      // What is asked later may be answered: a disk has room again, a thread is begun again.
      throw new Refusal("webhooks_unavailable", "Webhooks cannot be read or changed right now.");
    });
    if (verdict.kind === "done") return verdict.value;
    throw new Refusal(verdict.code, verdict.detail, verdict.faults);
  };
  const within = { withinMs: answerWithinMs };
  return {
    createWebhook: (caller, ask) => asked(calls.call("createWebhook", { caller, ask }, within)),
    listWebhooks: (caller) => asked(calls.call("listWebhooks", { caller, ask: null }, within)),
    showWebhook: (caller, ask) => asked(calls.call("showWebhook", { caller, ask }, within)),
    updateWebhook: (caller, ask) => asked(calls.call("updateWebhook", { caller, ask }, within)),
    deleteWebhook: (caller, ask) => asked(calls.call("deleteWebhook", { caller, ask }, within)),
    rotateWebhookSecret: (caller, ask) => asked(calls.call("rotateWebhookSecret", { caller, ask }, within)),
    testWebhook: (caller, ask) => asked(calls.call("testWebhook", { caller, ask }, within)),
    listDeliveries: (caller, ask) => asked(calls.call("listDeliveries", { caller, ask }, within)),
    showDelivery: (caller, ask) => asked(calls.call("showDelivery", { caller, ask }, within)),
    replayDelivery: (caller, ask) => asked(calls.call("replayDelivery", { caller, ask }, within)),
    replayDeadLetters: (caller, ask) => asked(calls.call("replayDeadLetters", { caller, ask }, within)),
  };
}
