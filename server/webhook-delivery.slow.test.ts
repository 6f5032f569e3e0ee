import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";

import type { RecordedEvent } from "./app/ports/reading/event-reader.ts";
import type { Message, SendOutcome } from "./app/ports/message-sender.ts";
import type { StoredWebhook } from "./app/ports/webhook-store.ts";
import { DeliveryDispatcher } from "./app/webhooks/delivery-dispatcher.ts";
import { outcomeForTests, webhookForTests } from "./app/webhooks/delivery-for-tests.ts";
import { webhookDatabaseForTests } from "./storage/sqlite/webhooks/webhook-database-for-tests.ts";

const hourUs = 3_600e6;
const limits = { mostPending: 5_000, mostKept: 100, keptUs: 24 * hourUs, disableAfterUs: 120 * hourUs };

let folder: ReturnType<typeof webhookDatabaseForTests>;
let stores: ReturnType<typeof folder.opened>;
let nowUs: number;
let events: RecordedEvent[];
let sent: { readonly url: string; readonly id: string; readonly body: string }[];
let announced: StoredWebhook[];
let announce: (webhook: StoredWebhook) => Promise<void>;
/** What went wrong, and is nothing a test has not asked for. */
let warnings: string[];
let goneThrough: string | null;
let answer: (url: string) => Partial<SendOutcome> | Promise<Partial<SendOutcome>>;
let running: DeliveryDispatcher[];
let made = 0;

beforeEach(() => {
  folder = webhookDatabaseForTests();
  stores = folder.opened();
  nowUs = 1e15;
  [events, sent, announced, running, warnings] = [[], [], [], [], []];
  announce = async (webhook) => void announced.push(webhook);
  goneThrough = null;
  answer = () => ({});
});
afterEach(async () => {
  await Promise.all(running.map((dispatcher) => dispatcher.stop()));
  stores.database.close();
  folder.remove();
  expect(warnings).toEqual([]);
});

function begin(): DeliveryDispatcher {
  const dispatcher = new DeliveryDispatcher({
    queue: stores.queue,
    limits,
    nowUs: () => nowUs,
    random: () => 0.5,
    randomBytes,
    render: {
      source: "urn:plumbline:test",
      publicUrl: null,
      userAgent: "Plumbline",
      mailHost: "plumbline.test",
    },
    subjectOf: () => null,
    announce: (webhook) => announce(webhook),
    warn: (fault) => warnings.push(String(fault)),
    events: {
      async readEvents({ after, limit }) {
        const found = events.filter(({ id }) => id > (after ?? "")).slice(0, limit);
        const through = found.at(-1)?.id ?? after;
        return { events: found, through, isEnd: found.length < limit, span: span() };
      },
      findEventSpan: async () => span(),
    },
    sender: {
      async send(message: Message) {
        if (message.kind !== "http") throw new Error("only http here");
        const { url, headers, body } = message.message;
        sent.push({ url, id: headers["webhook-id"]!, body });
        return outcomeForTests(await answer(url));
      },
    },
  });
  running.push(dispatcher);
  dispatcher.start();
  return dispatcher;
}

async function addWebhook(changes: Parameters<typeof webhookForTests>[0] = {}): Promise<StoredWebhook> {
  made += 1;
  const webhookId = `wh_${String(made).padStart(20, "0")}`;
  return (await stores.webhooks.addWebhook(webhookForTests({ webhookId, ...changes }), 100))!;
}

function happen(count: number, changes: Partial<RecordedEvent> & { readonly vehicleId?: string } = {}): void {
  for (let at = 0; at < count; at += 1) {
    const { vehicleId = `veh-${events.length}`, ...rest } = changes;
    events.push({
      id: `evt_${String(events.length).padStart(6, "0")}`,
      type: "vehicle.baseline_changed",
      organisation: "acme",
      vehicle: { vehicleId, fleetId: "north", tier: "NOMINAL" },
      occurredAtUs: nowUs,
      recordedAtUs: nowUs,
      data: { from: "learning", to: "provisional", frame_seq: 20 },
      ...rest,
    } as RecordedEvent);
  }
}

const span = () => ({ newest: events.at(-1)?.id ?? null, goneThrough });
const ids = (url?: string) => sent.filter((one) => url === undefined || one.url === url).map(({ id }) => id);
const refusing: Partial<SendOutcome> = { status: 500, error: "status_refused" };

test("every event reaches every webhook that wants it, and no other", async () => {
  const urls = ["all", "typed", "fleet", "foreign", "later"].map((name) => `https://${name}.example/`);
  await addWebhook({ url: urls[0]! });
  await addWebhook({ url: urls[1]!, eventTypes: ["key.expiring"] });
  await addWebhook({ url: urls[2]!, fleets: ["south"] });
  await addWebhook({ url: urls[3]!, organisation: "other" });
  await addWebhook({ url: urls[4]!, beginsAfter: "evt_000002" });
  happen(2);
  happen(1, {
    type: "key.expiring",
    vehicle: null,
    data: { key_id: "k", name: "n", expires_at: "2026-01-01T00:00:00Z", days_left: 3 },
  });
  happen(1, { vehicle: { vehicleId: "veh-9", fleetId: "south", tier: "NOMINAL" } });
  begin();
  await expect.poll(() => sent.length).toBe(7);
  expect(ids(urls[0])).toEqual(["evt_000000", "evt_000001", "evt_000002", "evt_000003"]);
  expect(ids(urls[1])).toEqual(["evt_000002"]);
  expect(ids(urls[2])).toEqual(["evt_000003"]);
  expect(ids(urls[3])).toEqual([]);
  expect(ids(urls[4])).toEqual(["evt_000003"]);
});

test("what happens while it runs is sent when it is woken", async () => {
  await addWebhook();
  const dispatcher = begin();
  happen(3);
  dispatcher.wake();
  await expect.poll(() => sent.length).toBe(3);
});

test("more events than fit a page all arrive", async () => {
  await addWebhook();
  happen(2_600);
  const dispatcher = begin();
  await expect.poll(() => sent.length, { timeout: 20_000 }).toBe(2_600);
  expect(new Set(ids()).size).toBe(2_600);
  await dispatcher.stop();
}, 30_000);

test("events of a vehicle arrive in their order, one after another", async () => {
  await addWebhook();
  let atOnce = 0;
  let most = 0;
  answer = async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setTimeout(resolve, 1));
    atOnce -= 1;
    return {};
  };
  happen(20, { vehicleId: "veh-1" });
  begin();
  await expect.poll(() => sent.length).toBe(20);
  expect(ids()).toEqual(events.map(({ id }) => id));
  expect(most).toBe(1);
});

test("a receiver that never answers delays no other", async () => {
  await addWebhook({ url: "https://dead.example/" });
  await addWebhook({ url: "https://quick.example/" });
  const hanging = Promise.withResolvers<Partial<SendOutcome>>();
  answer = (url) => (url.includes("dead") ? hanging.promise : {});
  happen(50);
  begin();
  await expect.poll(() => ids("https://quick.example/").length).toBe(50);
  expect(ids("https://dead.example/").length).toBe(8);
  hanging.resolve({});
});

test("a refused message comes again under the same id when its time has come, and not before", async () => {
  await addWebhook();
  happen(1);
  let answers = 0;
  answer = () => ((answers += 1) === 1 ? refusing : {});
  const dispatcher = begin();
  await expect.poll(async () => (await stores.log.listDeliveries(everything(1)))[0]?.attempts.length).toBe(1);
  nowUs += 4e6;
  dispatcher.wake();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent).toHaveLength(1);
  nowUs += 1e6;
  dispatcher.wake();
  await expect.poll(() => ids()).toEqual(["evt_000000", "evt_000000"]);
  await expect.poll(async () => (await stores.log.listDeliveries(everything(1)))[0]?.state).toBe("delivered");
});

test("after the last retry a message is a dead letter, and its attempts are all told", async () => {
  const { webhookKey } = await addWebhook();
  happen(1);
  answer = () => refusing;
  const dispatcher = begin();
  await expect
    .poll(
      async () => {
        nowUs += (30 * hourUs) / 10;
        dispatcher.wake();
        return (await stores.log.countDeliveries(webhookKey)).dead;
      },
      { timeout: 5_000, interval: 5 },
    )
    .toBe(1);
  const [dead] = await stores.log.listDeliveries(everything(webhookKey));
  expect(dead?.attempts).toHaveLength(10);
  expect(sent).toHaveLength(10);
});

test("a receiver in trouble is asked with one message at a time, after pauses that grow up to 30 s", async () => {
  await addWebhook();
  happen(30);
  let atOnce = 0;
  const widths: number[] = [];
  answer = async () => {
    atOnce += 1;
    widths.push(atOnce);
    await new Promise((resolve) => setTimeout(resolve, 2));
    atOnce -= 1;
    return refusing;
  };
  const dispatcher = begin();
  const pauses: number[] = [];
  for (let count = 8; count < 20; count += 1) {
    await expect.poll(async () => recorded(), { interval: 2 }).toBe(count);
    const beforeUs = nowUs;
    // Pauses begin below a second and grow to tens of them.
    const stepUs = count < 12 ? 100e3 : 1e6;
    await expect
      .poll(
        () => {
          nowUs += sent.length === count ? stepUs : 0;
          dispatcher.wake();
          return sent.length;
        },
        { interval: 2 },
      )
      .toBe(count + 1);
    pauses.push((nowUs - beforeUs) / 1e6);
  }
  expect(Math.max(...widths.slice(0, 8))).toBe(8);
  expect(Math.max(...widths.slice(8))).toBe(1);
  expect(pauses[0]).toBeLessThan(1);
  expect(Math.max(...pauses)).toBeGreaterThan(25);
  expect(Math.max(...pauses)).toBeLessThan(35);
  answer = () => ({});
  await expect
    .poll(() => {
      nowUs += 10e6;
      dispatcher.wake();
      return new Set(ids()).size;
    })
    .toBe(30);
});

/** Attempts that are written down. */
async function recorded(): Promise<number> {
  const deliveries = await stores.log.listDeliveries(everything(1));
  return deliveries.reduce((sum, { attempts }) => sum + attempts.length, 0);
}

test("429 with Retry-After stops everything to that receiver until then", async () => {
  await addWebhook();
  happen(1);
  answer = () => ({ status: 429, error: "status_refused", retryAfterS: 60 });
  const dispatcher = begin();
  await expect.poll(() => sent.length).toBe(1);
  answer = () => ({});
  happen(5);
  nowUs += 30e6;
  dispatcher.wake();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent).toHaveLength(1);
  nowUs += 31e6;
  dispatcher.wake();
  await expect.poll(() => sent.length).toBe(7);
});

test("410 ends the webhook, makes dead letters of the rest and is announced", async () => {
  const { webhookKey, webhookId } = await addWebhook();
  answer = () => ({ status: 410, error: "status_refused", isGone: true });
  happen(3, { vehicleId: "veh-1" });
  const dispatcher = begin();
  await expect.poll(() => announced.map((webhook) => webhook.webhookId)).toEqual([webhookId]);
  expect(sent).toHaveLength(1);
  expect(await stores.log.countDeliveries(webhookKey)).toEqual({ pending: 0, dead: 3 });
  await expect.poll(() => stores.queue.unannounced()).toEqual([]);
  happen(1);
  dispatcher.wake();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent).toHaveLength(1);
});

test("days of failures end the webhook", async () => {
  await addWebhook();
  answer = () => refusing;
  const dispatcher = begin();
  await expect
    .poll(
      () => {
        happen(1);
        nowUs += 12 * hourUs;
        dispatcher.wake();
        return announced.map(({ disabled }) => disabled?.reason);
      },
      { timeout: 5_000, interval: 5 },
    )
    .toEqual(["failing"]);
});

test("a start goes on where the last one ended, and sends again what nobody confirmed", async () => {
  const { webhookKey } = await addWebhook();
  happen(3);
  const never = Promise.withResolvers<Partial<SendOutcome>>();
  answer = () => (sent.length === 1 ? never.promise : {});
  begin();
  await expect.poll(async () => (await stores.log.countDeliveries(webhookKey)).pending).toBe(1);
  // Nothing is stopped, as when the process is killed: another one opens the same file.
  const [killed] = running.splice(0);
  stores = folder.opened();
  answer = () => ({});
  happen(1);
  begin();
  await expect.poll(async () => (await stores.log.countDeliveries(webhookKey)).pending).toBe(0);
  expect(ids().sort()).toEqual(["evt_000000", "evt_000000", "evt_000001", "evt_000002", "evt_000003"]);
  never.resolve({});
  await killed!.stop();
});

test("a webhook made while it runs gets what happens from then on", async () => {
  await addWebhook({ url: "https://old.example/" });
  const dispatcher = begin();
  happen(2);
  dispatcher.wake();
  await expect.poll(() => sent.length).toBe(2);
  const added = await addWebhook({ url: "https://new.example/", beginsAfter: events.at(-1)!.id });
  dispatcher.change(added.webhookKey);
  happen(1);
  dispatcher.wake();
  await expect.poll(() => ids("https://new.example/")).toEqual(["evt_000002"]);
});

test("a deleted webhook is sent nothing more", async () => {
  const { webhookKey } = await addWebhook();
  const dispatcher = begin();
  happen(1);
  dispatcher.wake();
  await expect.poll(() => sent.length).toBe(1);
  await stores.webhooks.removeWebhook(webhookKey);
  dispatcher.change(webhookKey);
  happen(1);
  dispatcher.wake();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent).toHaveLength(1);
});

test("messages to a changed address go to the new one", async () => {
  const { webhookKey } = await addWebhook({ url: "https://old.example/" });
  happen(1);
  answer = () => refusing;
  const dispatcher = begin();
  await expect
    .poll(async () => (await stores.log.listDeliveries(everything(webhookKey)))[0]?.attempts.length)
    .toBe(1);
  answer = () => ({});
  await stores.webhooks.changeWebhook(webhookKey, { url: "https://new.example/" }, nowUs);
  dispatcher.change(webhookKey);
  nowUs += 6e6;
  dispatcher.wake();
  await expect.poll(() => ids("https://new.example/")).toEqual(["evt_000000"]);
});

test("what cannot be written down for now, as when the disk is full, is written later and sent once", async () => {
  await addWebhook();
  happen(2);
  const broken = async () => {
    throw new Error("database or disk is full");
  };
  Object.assign(stores.queue, { recordAttempts: broken });
  const dispatcher = begin();
  await expect.poll(() => warnings.length).toBeGreaterThan(0);
  Reflect.deleteProperty(stores.queue, "recordAttempts");
  dispatcher.wake();
  await expect.poll(async () => (await stores.log.countDeliveries(1)).pending).toBe(0);
  expect(ids()).toEqual(["evt_000000", "evt_000001"]);
  expect(new Set(warnings)).toEqual(new Set(["Error: database or disk is full"]));
  warnings = [];
});

test("that a webhook has disabled itself is told again until somebody has received it", async () => {
  const { webhookId } = await addWebhook();
  answer = () => ({ status: 410, error: "status_refused", isGone: true });
  announce = async () => {
    throw new Error("the store is full");
  };
  happen(1);
  const dispatcher = begin();
  await expect.poll(() => warnings).toEqual(["Error: the store is full"]);
  announce = async (webhook) => void announced.push(webhook);
  dispatcher.wake();
  await expect.poll(() => announced.map((webhook) => webhook.webhookId)).toEqual([webhookId]);
  warnings = [];
});

test("events that went before they were read are not passed over in silence", async () => {
  await addWebhook();
  happen(3);
  goneThrough = events.shift()!.id;
  begin();
  await expect.poll(() => ids()).toEqual(["evt_000001", "evt_000002"]);
  expect(warnings).toEqual([expect.stringContaining("events expired")]);
  warnings = [];
});

test("without a webhook nothing is read and nothing is written", async () => {
  happen(10);
  begin();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await stores.queue.position()).toBeNull();
});

function everything(webhookKey: number) {
  return { webhookKey, states: null, before: null, limit: 100 } as const;
}
