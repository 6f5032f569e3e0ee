import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import type { Event, EventList, Webhook, WebhookList, WebhookWithSecret } from "../../core/contract/types.ts";
import { startServiceProcess, type ServiceProcess } from "../service-process.ts";

let dataDir: string;
let service: ServiceProcess;
let receiver: ReturnType<typeof createServer>;
let base: string;
/** Ids of events by path, each time one arrived. */
let received: Map<string, string[]>;
/** The same by vehicle, of every path. */
let byVehicle: Map<string, string[]>;
let answerStatus: (path: string) => number | null;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "plumbline-delivery-"));
  received = new Map();
  byVehicle = new Map();
  answerStatus = () => 200;
  receiver = createServer((request, response) => {
    const path = request.url!;
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const status = answerStatus(path);
      // What is not answered was not received, as far as the sender can tell.
      if (status === null) return;
      received.set(path, [...(received.get(path) ?? []), String(request.headers["webhook-id"])]);
      const { id, vehicle_id = "" } = JSON.parse(Buffer.concat(pieces).toString()) as Event;
      byVehicle.set(vehicle_id, [...(byVehicle.get(vehicle_id) ?? []), id]);
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  service = await startServiceProcess({ dataDir, port: 0 });
});
afterEach(async () => {
  await service.stop();
  receiver.closeAllConnections();
  receiver.close();
  rmSync(dataDir, { recursive: true });
});

async function ask<T extends object>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${service.url}/v1/${path}`, {
    method,
    headers: {
      authorization: "Bearer plumb_dev_local",
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Frames that settle the baselines of vehicles: two events each. */
async function drive(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const frames = Array.from({ length: 60 }, (_, at) => ({
      vehicle_id: name,
      timestamp: new Date(Date.UTC(2025, 2, 1) + at * 60_000).toISOString(),
      sensors: { radar_range_bias_m: 0.02 * Math.sin(at * 2.4) },
    }));
    await ask("POST", "telemetry/ingest", frames);
  }
}

/** Every event there is, in the order of recording. */
async function allEvents(): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let after = ""; ;) {
    const page: EventList = await ask("GET", `events?limit=1000${after && `&after=${after}`}`);
    ids.push(...page.data.map(({ id }) => id));
    if (!page.has_more || page.next_cursor === null) return ids;
    after = page.next_cursor;
  }
}

const names = (from: number, count: number) => Array.from({ length: count }, (_, at) => `veh-${from + at}`);
const arrived = (path: string) => new Set(received.get(path));

test("kills in the middle of sending lose no event; what comes twice bears the same id", async () => {
  await ask<WebhookWithSecret>("POST", "webhooks", { url: `${base}/steady` });
  await ask<WebhookWithSecret>("POST", "webhooks", { url: `${base}/shaky` });
  let requests = 0;
  // A third of the messages of the one are never answered, so that every kill meets some under way.
  answerStatus = (path) => (path === "/shaky" && (requests += 1) % 3 === 0 ? null : 200);
  for (let round = 0; round < 4; round += 1) {
    await drive(names(20 * round, 20));
    await service.kill();
    service = await startServiceProcess({ dataDir, port: 0 });
  }
  answerStatus = () => 200;
  const events = await allEvents();
  expect(events.length).toBeGreaterThanOrEqual(2 * 80);
  for (const path of ["/steady", "/shaky"]) {
    await expect.poll(() => arrived(path).size, { timeout: 120_000 }).toBe(events.length);
    expect([...arrived(path)].sort()).toEqual([...events].sort());
  }
});

test("frames are taken at once while a receiver never answers, and while the database of webhooks is damaged", async () => {
  await ask<WebhookWithSecret>("POST", "webhooks", { url: `${base}/silent` });
  answerStatus = () => null;
  await drive(names(0, 20));
  await service.stop();
  truncateSync(join(dataDir, "webhooks.db"), 100);
  rmSync(join(dataDir, "webhooks.db-wal"), { force: true });
  service = await startServiceProcess({ dataDir, port: 0 });
  await drive(names(20, 5));
  await expect(ask("GET", "webhooks")).rejects.toThrow("webhooks_unavailable");
  expect((await allEvents()).length).toBeGreaterThanOrEqual(2 * 25);
  const health = await fetch(`${service.url}/health`);
  expect(health.status).toBe(200);
});

test("a receiver that comes back gets what it missed, in order of each vehicle", async () => {
  const made = await ask<WebhookWithSecret>("POST", "webhooks", { url: `${base}/down` });
  answerStatus = () => 503;
  await drive(names(0, 5));
  await expect
    .poll(async () => (await ask<Webhook>("GET", `webhooks/${made.id}`)).failing_since)
    .not.toBeNull();
  received.clear();
  byVehicle.clear();
  answerStatus = () => 200;
  const events = await allEvents();
  await expect.poll(() => arrived("/down").size, { timeout: 60_000 }).toBe(events.length);
  expect(byVehicle.size).toBe(5);
  for (const ids of byVehicle.values()) expect(ids).toEqual([...ids].sort());
  const { data } = await ask<WebhookList>("GET", "webhooks");
  await expect.poll(async () => (await ask<Webhook>("GET", `webhooks/${data[0]?.id}`)).pending).toBe(0);
});
