import { randomBytes } from "node:crypto";
import { workerData } from "node:worker_threads";

import type { Fault } from "../core/contract/refusal.ts";
import { Refusal } from "../core/contract/refusal.ts";
import type { ProblemCode } from "../core/contract/problems.ts";
import { settingsFromJson } from "../core/scoring/settings/settings.ts";
import type { Caller } from "./app/application.ts";
import type { StoredWebhook } from "./app/ports/webhook-store.ts";
import { DeliveryDispatcher } from "./app/webhooks/delivery-dispatcher.ts";
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  showWebhook,
  updateWebhook,
} from "./app/webhooks/manage-webhooks.ts";
import type { RenderSettings } from "./app/webhooks/render-message.ts";
import {
  listDeliveries,
  replayDeadLetters,
  replayDelivery,
  showDelivery,
  testWebhook,
} from "./app/webhooks/review-deliveries.ts";
import type { WebhookNeeds } from "./app/webhooks/webhook-needs.ts";
import { installationBox } from "./keys/installation-box.ts";
import { answerCalls } from "./platform/answer-calls.ts";
import { messageOf } from "./platform/fault.ts";
import { openForReading } from "./storage/sqlite/open-database.ts";
import { eventQueries } from "./storage/sqlite/read/event-queries.ts";
import { ReadingDatabase } from "./storage/sqlite/read/reading-database.ts";
import { vehicleQueries } from "./storage/sqlite/read/vehicle-queries.ts";
import { openWebhookDatabase } from "./storage/sqlite/webhooks/open-webhook-database.ts";
import { SqliteDeliveryLog } from "./storage/sqlite/webhooks/sqlite-delivery-log.ts";
import { SqliteDeliveryQueue } from "./storage/sqlite/webhooks/sqlite-delivery-queue.ts";
import { SqliteWebhookStore } from "./storage/sqlite/webhooks/sqlite-webhook-store.ts";
import { readAddressRule } from "./webhooks/address-rule.ts";
import { Outgoing } from "./webhooks/outgoing.ts";
import type { WebhookSettings } from "./webhooks/webhook-settings.ts";

// Webhooks have a thread of their own, with a database of their own that it alone writes, and a connection to the store
// that cannot write: no receiver, no name server and no fsync of theirs is ever waited for by a frame.

/** What the thread is started with. */
export interface WebhookStart {
  readonly database: string;
  /** The store's database, with the events. */
  readonly store: string;
  /** settingsToJson of the scoring settings. */
  readonly scoring: unknown;
  readonly settings: WebhookSettings;
  readonly render: RenderSettings;
  readonly installationSecret: Uint8Array;
  readonly cursorSecret: Uint8Array;
}

/** What the thread says unasked. */
export type WebhookNote =
  | { readonly kind: "warning"; readonly message: string }
  | { readonly kind: "disabled"; readonly webhook: StoredWebhook };

/** A refusal as plain data, because an error loses what it is between threads. */
export type Verdict<Value> =
  | { readonly kind: "done"; readonly value: Value }
  | {
      readonly kind: "refused";
      readonly code: ProblemCode;
      readonly detail: string;
      readonly faults: readonly Fault[];
    };

export type WebhookMethods = ReturnType<typeof webhookMethods>;

const dayUs = 86_400e6;
const start: WebhookStart = workerData;
const { note } = answerCalls("webhooks", webhookMethods(), { overlap: true });

function webhookMethods() {
  const { settings, render } = start;
  const database = openWebhookDatabase(start.database);
  const box = installationBox(Buffer.from(start.installationSecret), "webhooks");
  const queue = new SqliteDeliveryQueue(database, box);
  const webhooks = new SqliteWebhookStore(database, box);
  const log = new SqliteDeliveryLog(database);
  const reading = new ReadingDatabase(openForReading(start.store));
  const found = eventQueries(reading);
  const vehicles = vehicleQueries(reading);
  const { limits } = settingsFromJson(start.scoring);
  const rule = readAddressRule(settings.allowed, settings.allowsLoopback);
  if (rule === null)
    throw new Error("the networks webhooks may go to were checked when the settings were read");
  const outgoing = new Outgoing({ rule, mail: settings.mail });
  const events = {
    readEvents: async (ask: Parameters<typeof found.readEvents>[0]) => found.readEvents(ask),
    findEventSpan: async (ask: Parameters<typeof found.findEventSpan>[0]) => found.findEventSpan(ask),
  };
  const announced = new Map<number, () => void>();
  const common = { nowUs: () => Date.now() * 1_000, randomBytes, render, events, sender: outgoing };
  const dispatcher = new DeliveryDispatcher({
    ...common,
    queue,
    random: Math.random,
    limits: {
      mostPending: settings.deliveriesPending,
      mostKept: settings.deliveriesKept,
      keptUs: settings.deliveryDays * dayUs,
      disableAfterUs: settings.disableAfterDays * dayUs,
    },
    subjectOf({ organisation, vehicle }) {
      if (vehicle === null) return null;
      const summary = vehicles.openVehicle({
        scope: { organisation, fleets: null },
        vehicleId: vehicle.vehicleId,
      });
      return summary === null ? null : { vehicle: summary, limits };
    },
    announce: (webhook) =>
      new Promise((resolve) => {
        announced.set(webhook.webhookKey, resolve);
        note({ kind: "disabled", webhook } satisfies WebhookNote);
      }),
    warn: (fault) => note({ kind: "warning", message: messageOf(fault) } satisfies WebhookNote),
  });
  const needs: WebhookNeeds = {
    ...common,
    store: webhooks,
    log,
    cursorSecret: Buffer.from(start.cursorSecret),
    mostPerOrganisation: settings.perOrganisation,
    testing: new Set(),
    onChange: (webhookKey) => dispatcher.change(webhookKey),
  };
  return {
    ...verbsOf(needs),
    begin: () => dispatcher.start(),
    wake: () => dispatcher.wake(),
    announced: (webhookKey: number) => announced.get(webhookKey)?.(),
    async stop() {
      await dispatcher.stop();
      outgoing.close();
      database.close();
    },
  };
}

/** The verbs of WebhookManagement, as calls between threads. */
function verbsOf(needs: WebhookNeeds) {
  return {
    createWebhook: judged(createWebhook, needs),
    listWebhooks: judged(
      (caller: Caller, _: null, given: WebhookNeeds) => listWebhooks(caller, given),
      needs,
    ),
    showWebhook: judged(showWebhook, needs),
    updateWebhook: judged(updateWebhook, needs),
    deleteWebhook: judged(deleteWebhook, needs),
    rotateWebhookSecret: judged(rotateWebhookSecret, needs),
    testWebhook: judged(testWebhook, needs),
    listDeliveries: judged(listDeliveries, needs),
    showDelivery: judged(showDelivery, needs),
    replayDelivery: judged(replayDelivery, needs),
    replayDeadLetters: judged(replayDeadLetters, needs),
  };
}

function judged<Ask, Value>(
  verb: (caller: Caller, ask: Ask, needs: WebhookNeeds) => Promise<Value>,
  needs: WebhookNeeds,
) {
  return async ({ caller, ask }: { readonly caller: Caller; readonly ask: Ask }): Promise<Verdict<Value>> => {
    try {
      return { kind: "done", value: await verb(caller, ask, needs) };
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      const { code, detail, faults } = thrown;
      return { kind: "refused", code, detail, faults };
    }
  };
}
