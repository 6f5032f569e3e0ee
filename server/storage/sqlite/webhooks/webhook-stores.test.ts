import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";

import type { AttemptRecord, NewDelivery, StoredWebhook } from "../../../app/ports/webhook-store.ts";
import { deliveryForTests, webhookForTests } from "../../../app/webhooks/delivery-for-tests.ts";
import { webhookDatabaseForTests } from "./webhook-database-for-tests.ts";

let folder: ReturnType<typeof webhookDatabaseForTests>;
let stores: ReturnType<typeof folder.opened>;
let made = 0;
beforeEach(() => {
  folder = webhookDatabaseForTests();
  stores = folder.opened();
});
afterEach(() => {
  stores.database.close();
  folder.remove();
});

async function addWebhook(changes: Parameters<typeof webhookForTests>[0] = {}): Promise<StoredWebhook> {
  made += 1;
  const webhookId = `wh_${String(made).padStart(20, "0")}`;
  return (await stores.webhooks.addWebhook(webhookForTests({ webhookId, ...changes }), 10))!;
}

function delivery(webhookKey: number, eventId: string, vehicleId: string | null = "veh-1"): NewDelivery {
  const { notice, event, eventType } = deliveryForTests();
  made += 1;
  const deliveryId = `dlv_${String(made).padStart(20, "0")}`;
  return { deliveryId, webhookKey, eventId, eventType, vehicleId, event, notice };
}

async function enqueue(deliveries: readonly NewDelivery[], changes: { mostPending?: number } = {}) {
  await stores.queue.enqueue(deliveries, { position: "evt_9", nowUs: 100, mostPending: 10, ...changes });
}

async function due(webhookKey: number, nowUs = 100) {
  return stores.queue.dueDeliveries({ webhookKey, nowUs, limit: 10, except: [] });
}

const dueIds = async (webhookKey: number, nowUs = 100) =>
  (await due(webhookKey, nowUs)).map(({ eventId }) => eventId);

async function record(
  webhookKey: number,
  eventId: string,
  next: AttemptRecord["next"],
  disables: AttemptRecord["disables"] = null,
) {
  const found = (
    await stores.log.listDeliveries({ webhookKey, states: null, before: null, limit: 100 })
  ).find((one) => one.eventId === eventId)!;
  const error = next.kind === "delivered" ? null : "status_refused";
  const attempt = { atUs: 200, durationMs: 3, status: 500, error, response: "no" } as const;
  await stores.queue.recordAttempts([{ delivery: found, attempt, next, disables }], 200);
}

test("a webhook is found by its own organisation alone, as it was made, also after a restart", async () => {
  const webhook = await addWebhook({ eventTypes: ["breach.opened"], fleets: ["north"] });
  stores.database.close();
  stores = folder.opened();
  expect(await stores.webhooks.findWebhook("acme", webhook.webhookId)).toEqual(webhook);
  expect(await stores.webhooks.findWebhook("other", webhook.webhookId)).toBeNull();
  expect(await stores.webhooks.listWebhooks("other")).toEqual([]);
});

test("neither a secret nor an address can be read in the file", async () => {
  const { secret, url } = await addWebhook({ url: "https://hooks.example.com/services/T0/B0/xyz" });
  stores.database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const bytes = readFileSync(folder.path);
  expect(bytes.includes(secret)).toBe(false);
  expect(bytes.includes(url)).toBe(false);
});

test("an organisation has no more webhooks than it may, and others are not counted", async () => {
  await addWebhook();
  await addWebhook({ organisation: "other" });
  expect(
    await stores.webhooks.addWebhook(webhookForTests({ webhookId: "wh_00000000000000000x01" }), 1),
  ).toBeNull();
  expect(await stores.webhooks.listWebhooks("acme")).toHaveLength(1);
});

test("what is changed is changed, and the rest stays", async () => {
  const webhook = await addWebhook();
  await stores.webhooks.changeWebhook(webhook.webhookKey, { description: "desk" }, 7);
  expect(await stores.webhooks.findWebhook("acme", webhook.webhookId)).toEqual({
    ...webhook,
    description: "desk",
    updatedUs: 7,
  });
});

test("an event is put on its way once, however often it is read", async () => {
  const { webhookKey } = await addWebhook();
  await enqueue([delivery(webhookKey, "evt_1"), delivery(webhookKey, "evt_1")]);
  await enqueue([delivery(webhookKey, "evt_1")]);
  expect(await dueIds(webhookKey)).toEqual(["evt_1"]);
  expect(await stores.queue.position()).toBe("evt_9");
});

test("what is meant for a webhook that was deleted or disabled meanwhile keeps nothing else back", async () => {
  const [deleted, disabled, open] = [await addWebhook(), await addWebhook(), await addWebhook()];
  await stores.webhooks.removeWebhook(deleted.webhookKey);
  await stores.webhooks.changeWebhook(disabled.webhookKey, { disabled: { reason: "requested", atUs: 1 } }, 1);
  await enqueue([deleted, disabled, open].map(({ webhookKey }) => delivery(webhookKey, "evt_1")));
  expect(await dueIds(open.webhookKey)).toEqual(["evt_1"]);
  expect(await stores.log.countDeliveries(disabled.webhookKey)).toEqual({ pending: 0, dead: 0 });
});

test("events of one vehicle go one after another, those of others meanwhile", async () => {
  const { webhookKey } = await addWebhook();
  await enqueue([
    delivery(webhookKey, "evt_1", "a"),
    delivery(webhookKey, "evt_2", "a"),
    delivery(webhookKey, "evt_3", "b"),
    delivery(webhookKey, "evt_4", null),
    delivery(webhookKey, "evt_5", null),
    delivery(webhookKey, "evt_6", "a"),
  ]);
  expect(await dueIds(webhookKey)).toEqual(["evt_1", "evt_3", "evt_4", "evt_5"]);
  await record(webhookKey, "evt_1", { kind: "delivered" });
  expect(await dueIds(webhookKey)).toEqual(["evt_2", "evt_3", "evt_4", "evt_5"]);
  await record(webhookKey, "evt_2", { kind: "dead" });
  expect(await dueIds(webhookKey)).toEqual(["evt_3", "evt_4", "evt_5", "evt_6"]);
});

test("a refused delivery holds its vehicle back until it lets others pass", async () => {
  const { webhookKey } = await addWebhook();
  await enqueue([
    delivery(webhookKey, "evt_1"),
    delivery(webhookKey, "evt_2"),
    delivery(webhookKey, "evt_3"),
  ]);
  await record(webhookKey, "evt_1", { kind: "retry", dueUs: 500, letsOthersPass: false });
  expect(await dueIds(webhookKey)).toEqual([]);
  expect(await stores.queue.nextDueUs(webhookKey, [])).toBe(500);
  await record(webhookKey, "evt_1", { kind: "retry", dueUs: 900, letsOthersPass: true });
  expect(await dueIds(webhookKey)).toEqual(["evt_2"]);
  // What comes meanwhile waits for the second, not for the first.
  await enqueue([delivery(webhookKey, "evt_4")]);
  await record(webhookKey, "evt_1", { kind: "delivered" });
  expect(await dueIds(webhookKey, 900)).toEqual(["evt_2"]);
  await record(webhookKey, "evt_2", { kind: "delivered" });
  await record(webhookKey, "evt_3", { kind: "delivered" });
  expect(await dueIds(webhookKey, 900)).toEqual(["evt_4"]);
});

test("webhooks do not wait for one another", async () => {
  const [one, other] = [await addWebhook(), await addWebhook()];
  await enqueue([delivery(one.webhookKey, "evt_1"), delivery(other.webhookKey, "evt_1")]);
  await record(one.webhookKey, "evt_1", { kind: "retry", dueUs: 900, letsOthersPass: false });
  expect(await dueIds(other.webhookKey)).toEqual(["evt_1"]);
});

test("what is under way is left out", async () => {
  const { webhookKey } = await addWebhook();
  await enqueue([delivery(webhookKey, "evt_1", "a"), delivery(webhookKey, "evt_2", "b")]);
  const [first] = await due(webhookKey);
  const except = [first!.deliveryKey];
  const ask = { webhookKey, nowUs: 100, limit: 10, except };
  expect((await stores.queue.dueDeliveries(ask)).map(({ eventId }) => eventId)).toEqual(["evt_2"]);
  expect(
    await stores.queue.nextDueUs(
      webhookKey,
      (await due(webhookKey)).map((one) => one.deliveryKey),
    ),
  ).toBeNull();
});

test("of a webhook with too many that wait, the further ones are dead letters with a reason", async () => {
  const { webhookKey } = await addWebhook();
  await enqueue([delivery(webhookKey, "evt_1", "a"), delivery(webhookKey, "evt_2", "b")], { mostPending: 1 });
  expect(await stores.log.countDeliveries(webhookKey)).toEqual({ pending: 1, dead: 1 });
  const [dead] = await stores.log.listDeliveries({ webhookKey, states: ["dead"], before: null, limit: 9 });
  expect(dead).toMatchObject({ eventId: "evt_2", attempts: [{ error: "not_attempted" }] });
});

test("a webhook that disables itself makes dead letters of what waits, and is announced until somebody was told", async () => {
  const { webhookKey, webhookId } = await addWebhook();
  await enqueue([delivery(webhookKey, "evt_1"), delivery(webhookKey, "evt_2")]);
  await record(webhookKey, "evt_1", { kind: "dead" }, "gone");
  expect(await stores.webhooks.findWebhook("acme", webhookId)).toMatchObject({
    disabled: { reason: "gone", atUs: 200 },
  });
  expect(await stores.log.countDeliveries(webhookKey)).toEqual({ pending: 0, dead: 2 });
  expect(await stores.queue.enabledWebhooks()).toEqual([]);
  expect((await stores.queue.unannounced()).map((one) => one.webhookId)).toEqual([webhookId]);
  await stores.queue.markAnnounced(webhookKey);
  expect(await stores.queue.unannounced()).toEqual([]);
});

test("disabling by hand makes dead letters and announces nothing; enabling forgets old failures", async () => {
  const { webhookKey, webhookId } = await addWebhook();
  await enqueue([delivery(webhookKey, "evt_1")]);
  await record(webhookKey, "evt_1", { kind: "retry", dueUs: 900, letsOthersPass: false });
  expect(await stores.webhooks.findWebhook("acme", webhookId)).toMatchObject({ failingSinceUs: 200 });
  await stores.webhooks.changeWebhook(webhookKey, { disabled: { reason: "requested", atUs: 300 } }, 300);
  expect(await stores.queue.unannounced()).toEqual([]);
  expect(await stores.log.countDeliveries(webhookKey)).toEqual({ pending: 0, dead: 1 });
  await stores.webhooks.changeWebhook(webhookKey, { disabled: null }, 400);
  expect(await stores.webhooks.findWebhook("acme", webhookId)).toMatchObject({
    disabled: null,
    failingSinceUs: null,
  });
});

test("a success ends the count of failures, and counts although the delivery was given up meanwhile", async () => {
  const { webhookKey, webhookId } = await addWebhook();
  await enqueue([delivery(webhookKey, "evt_1")]);
  await stores.webhooks.changeWebhook(webhookKey, { disabled: { reason: "requested", atUs: 150 } }, 150);
  await record(webhookKey, "evt_1", { kind: "delivered" });
  expect(await stores.webhooks.findWebhook("acme", webhookId)).toMatchObject({
    failingSinceUs: null,
    lastSuccessUs: 200,
  });
  const [over] = await stores.log.listDeliveries({ webhookKey, states: null, before: null, limit: 9 });
  expect(over?.state).toBe("delivered");
});

test("a failure that comes after the webhook was disabled does not bring the delivery back", async () => {
  const { webhookKey } = await addWebhook();
  await enqueue([delivery(webhookKey, "evt_1")]);
  await stores.webhooks.changeWebhook(webhookKey, { disabled: { reason: "requested", atUs: 150 } }, 150);
  await record(webhookKey, "evt_1", { kind: "retry", dueUs: 900, letsOthersPass: false });
  expect(await stores.log.countDeliveries(webhookKey)).toEqual({ pending: 0, dead: 1 });
});

test("what came of an attempt of a webhook that was deleted is nobody's business", async () => {
  const webhook = await addWebhook();
  await enqueue([delivery(webhook.webhookKey, "evt_1")]);
  const [found] = await due(webhook.webhookKey);
  await stores.webhooks.removeWebhook(webhook.webhookKey);
  const attempt = { atUs: 1, durationMs: 1, status: 200, error: null, response: "" };
  await stores.queue.recordAttempts(
    [{ delivery: found!, attempt, next: { kind: "delivered" }, disables: null }],
    1,
  );
  expect(await stores.log.addFinished(delivery(webhook.webhookKey, "test_1", null), attempt)).toBeNull();
  expect(await stores.webhooks.listWebhooks("acme")).toEqual([]);
});

test("a delivery sent again starts anew and lets the next of its vehicle go", async () => {
  const { webhookKey } = await addWebhook();
  await enqueue([delivery(webhookKey, "evt_1"), delivery(webhookKey, "evt_2")]);
  const [first] = await due(webhookKey);
  await stores.log.replayDelivery(first!.deliveryKey, 50);
  expect(await dueIds(webhookKey)).toEqual(["evt_1", "evt_2"]);
  await record(webhookKey, "evt_1", { kind: "dead" });
  await stores.log.replayDelivery(first!.deliveryKey, 60);
  expect(await stores.log.findDelivery(webhookKey, first!.deliveryId)).toMatchObject({
    state: "ready",
    tries: 0,
    dueUs: 60,
    attempts: [{ status: 500 }],
  });
});

test("dead letters of a time are sent again, oldest first, up to a limit", async () => {
  const { webhookKey } = await addWebhook();
  for (const [eventId, nowUs] of [
    ["evt_1", 100],
    ["evt_2", 200],
    ["evt_3", 300],
  ] as const)
    await stores.queue.enqueue([delivery(webhookKey, eventId, null)], {
      position: "p",
      nowUs,
      mostPending: 0,
    });
  const range = { webhookKey, fromUs: 100, toUs: 300, nowUs: 400 };
  expect(await stores.log.replayDeadLetters({ ...range, limit: 1 })).toBe(1);
  expect(await dueIds(webhookKey, 400)).toEqual(["evt_1"]);
  expect(await stores.log.replayDeadLetters({ ...range, limit: 9 })).toBe(1);
  expect(await dueIds(webhookKey, 400)).toEqual(["evt_1", "evt_2"]);
});

test("the last attempts are kept, in order", async () => {
  const { webhookKey } = await addWebhook();
  await enqueue([delivery(webhookKey, "evt_1")]);
  for (let at = 0; at < 25; at += 1)
    await record(webhookKey, "evt_1", { kind: "retry", dueUs: at, letsOthersPass: true });
  const [found] = await due(webhookKey);
  expect((await stores.log.findDelivery(webhookKey, found!.deliveryId))?.attempts).toHaveLength(20);
  expect(found?.tries).toBe(25);
});

test("finished deliveries go by their age and their number, those that wait never", async () => {
  const { webhookKey } = await addWebhook();
  await enqueue([1, 2, 3, 4].map((at) => delivery(webhookKey, `evt_${at}`, null)));
  for (const at of [1, 2, 3]) await record(webhookKey, `evt_${at}`, { kind: "delivered" });
  const left = async () =>
    (await stores.log.listDeliveries({ webhookKey, states: null, before: null, limit: 9 })).map(
      (one) => one.eventId,
    );
  expect(await stores.queue.prune({ endedBeforeUs: 200, mostKept: 2, limit: 10 })).toBe(1);
  expect(await left()).toEqual(["evt_4", "evt_3", "evt_2"]);
  expect(await stores.queue.prune({ endedBeforeUs: 201, mostKept: 2, limit: 1 })).toBe(1);
  expect(await stores.queue.prune({ endedBeforeUs: 201, mostKept: 2, limit: 9 })).toBe(1);
  expect(await left()).toEqual(["evt_4"]);
});

test("pages go from the latest to the oldest without a gap", async () => {
  const { webhookKey } = await addWebhook();
  await enqueue([1, 2, 3].map((at) => delivery(webhookKey, `evt_${at}`, null)));
  const first = await stores.log.listDeliveries({ webhookKey, states: null, before: null, limit: 2 });
  const rest = await stores.log.listDeliveries({
    webhookKey,
    states: ["ready"],
    before: first.at(-1)!.deliveryKey,
    limit: 2,
  });
  expect([...first, ...rest].map(({ eventId }) => eventId)).toEqual(["evt_3", "evt_2", "evt_1"]);
});
