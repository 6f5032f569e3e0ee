import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { TelemetryFrame, VehicleDetail } from "../../clients/typescript/generated/contract.ts";
import { Plumbline } from "../../clients/typescript/plumbline.ts";
import { developmentApiKey } from "../../core/contract/api-key.ts";
import { gaussian } from "../../core/scenario/counter-random.ts";
import { administer } from "../../server/main.ts";
import { type ServiceProcess, startServiceProcess } from "../service-process.ts";
import type { TestBroker } from "./broker-for-tests.ts";
import { mosquitto } from "./mosquitto-for-tests.ts";
import { natsServer } from "./nats-server-for-tests.ts";

describe.each([mosquitto, natsServer])("frames from a broker: $name", ({ name, skipReason, open }) => {
  if (skipReason !== null) console.warn(`frames from ${name} are not tested: ${skipReason}`);
  let folder: string;
  const closing: (() => Promise<unknown>)[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "plumbline-broker-"));
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    await rm(folder, { recursive: true, force: true });
  });

  async function openBroker(given?: Parameters<typeof open>[1]): Promise<TestBroker> {
    const broker = await open(folder, given);
    closing.push(() => broker.close());
    return broker;
  }

  async function serve(
    env: Readonly<Record<string, string>>,
    place: { readonly dataDir?: string } = {},
  ): Promise<ServiceProcess & { readonly client: Plumbline }> {
    const dataDir = join(folder, place.dataDir ?? "data");
    const service = await startServiceProcess({ dataDir, port: 0, env });
    closing.push(() => service.kill().catch(() => undefined));
    return { ...service, client: new Plumbline({ baseUrl: service.url, apiKey: developmentApiKey }) };
  }

  /** The service with its broker's connection up. */
  async function serveWith(broker: TestBroker, env: Readonly<Record<string, string>> = {}) {
    const service = await serve({ ...broker.env, ...env });
    await expect.poll(() => checkOf(service)).toBe("ok");
    return service;
  }

  async function checkOf({ url }: { readonly url: string }): Promise<string | undefined> {
    const response = await fetch(`${url}/health`);
    const { checks } = (await response.json()) as { checks: Record<string, string> };
    return checks[name];
  }

  async function deferredOf({ url }: { readonly url: string }): Promise<string> {
    const response = await fetch(`${url}/health`);
    const { checks } = (await response.json()) as { checks: Record<string, string> };
    return checks["deferred_frames"] ?? "not named";
  }

  test.skipIf(skipReason !== null)(
    "one frame, an array and an object of frames are taken, each once; of a batch the good ones, and the message is parked",
    async () => {
      const broker = await openBroker();
      const { client } = await serveWith(broker);
      await broker.publish(JSON.stringify(frameAt("car-1", 0)));
      await broker.publish(JSON.stringify([frameAt("car-1", 1), frameAt("car-2", 1)]));
      await broker.publish(JSON.stringify({ frames: [frameAt("car-1", 2)] }));
      await broker.publish(JSON.stringify(frameAt("car-1", 0)));
      await broker.publish(JSON.stringify(frameAt("last", 0)));
      await expect.poll(() => framesOf(client, "last")).toBe(1);
      expect(await framesOf(client, "car-1")).toBe(3);
      expect(await framesOf(client, "car-2")).toBe(1);
      const again = await client.telemetry.ingest(frameAt("car-2", 1));
      expect(again.status).toBe("duplicate");
      expect(await broker.parked()).toEqual([]);

      const body = JSON.stringify([frameAt("car-3", 0), { vehicle_id: "car-3" }, frameAt("car-3", 1)]);
      await broker.publish(body);
      await expect.poll(async () => (await broker.parked()).length).toBe(1);
      const [{ payload, problem }] = (await broker.parked()) as [
        Awaited<ReturnType<TestBroker["parked"]>>[0],
      ];
      expect(payload.toString()).toBe(body);
      expect(problem).toMatchObject({ frames_taken: 2, frames_rejected: 1, errors_truncated: false });
      expect(problem["errors"]).toMatchObject([{ index: 1, code: "member_missing" }]);
      expect(await framesOf(client, "car-3")).toBe(2);
    },
  );

  test.skipIf(skipReason !== null)(
    "what the HTTP interface refuses is parked as it came, with what that interface says of it",
    async () => {
      const broker = await openBroker();
      const { client, url } = await serveWith(broker);
      for (const body of refusedBodies) await broker.publish(body);
      await broker.publish(JSON.stringify(frameAt("last", 0)));
      await expect.poll(() => framesOf(client, "last")).toBe(1);
      await expect.poll(async () => (await broker.parked()).length).toBe(refusedBodies.length);
      const parked = await broker.parked();
      for (const [at, body] of refusedBodies.entries()) {
        const { payload, problem } = parked[at]!;
        expect(payload.equals(Buffer.from(body)), String(body)).toBe(true);
        const asked = await fetch(`${url}/v1/telemetry/ingest`, {
          method: "POST",
          headers: { Authorization: `Bearer ${developmentApiKey}`, "Content-Type": "application/json" },
          body: body.length === 0 ? " " : Buffer.from(body),
        });
        const said = (await asked.json()) as { code?: string; detail?: string; errors?: object[] };
        const [first] = said.errors as { code: string; detail: string; pointer: string }[];
        expect(problem, String(body)).toMatchObject({
          // A batch says of itself that nothing or not all was taken; a parked message gives the first reason.
          code: said.code === undefined || said.code === "batch_rejected" ? first!.code : said.code,
          source: name === "mqtt" ? "plumbline/frames/test" : "plumbline.frames.test",
        });
        const listed = problem["errors"] as { code: string; detail: string; pointer: string }[];
        expect(listed[0]).toMatchObject({
          code: first!.code,
          pointer: first!.pointer,
          detail: first!.detail,
        });
      }
    },
  );

  test.skipIf(skipReason !== null)(
    "killed twice under a flow of single frames, the service has each once and scored them in their order",
    async () => {
      const broker = await openBroker();
      let service = await serveWith(broker);
      const vehicles = Array.from({ length: 24 }, (_, at) => `car-${at}`);
      const flow = (async () => {
        for (let at = 0; at < framesEach; at += 1) {
          await Promise.all(vehicles.map((vehicle) => broker.publish(JSON.stringify(frameAt(vehicle, at)))));
        }
      })();
      for (const share of [0.2, 0.5]) {
        await expect
          .poll(() => framesOf(service.client, "car-0"), { interval: 20 })
          .toBeGreaterThan(share * framesEach);
        await service.kill();
        service = await serveWith(broker);
      }
      await flow;
      for (const vehicle of vehicles)
        await expect.poll(() => framesOf(service.client, vehicle)).toBe(framesEach);

      // The same frames by requests, in order, in another folder.
      const other = await serve({}, { dataDir: "other" });
      await other.client.telemetry.ingestBatch(
        Array.from({ length: framesEach }, (_, at) => vehicles.map((vehicle) => frameAt(vehicle, at))).flat(),
      );
      for (const vehicle of vehicles)
        expect(judgedOf(await service.client.vehicles.get(vehicle))).toEqual(
          judgedOf(await other.client.vehicles.get(vehicle)),
        );
      expect(await broker.parked()).toEqual([]);
    },
  );

  test.skipIf(skipReason !== null)(
    "stopped in the midst of it the service leaves the rest to the broker",
    async () => {
      const broker = await openBroker();
      const first = await serveWith(broker);
      const sent = 1_000;
      await Promise.all(
        Array.from({ length: sent }, (_, at) => broker.publish(JSON.stringify(frameAt("car-1", at)))),
      );
      expect(await first.stop()).toBe(0);
      const second = await serveWith(broker);
      await expect.poll(() => framesOf(second.client, "car-1")).toBe(sent);
    },
  );

  test.skipIf(skipReason !== null)(
    "a service may start before its broker; while that is away requests are answered, and when it is back its frames come",
    async () => {
      const broker = await openBroker();
      await broker.stop();
      const service = await serve(broker.env);
      await expect.poll(() => checkOf(service)).toMatch(/ECONNREFUSED|not connected|refused/u);
      await broker.start();
      await expect.poll(() => checkOf(service)).toBe("ok");
      await broker.publish(JSON.stringify(frameAt("car-1", 0)));
      await expect.poll(() => framesOf(service.client, "car-1")).toBe(1);
      await broker.stop();
      await expect.poll(() => checkOf(service)).toMatch(/connection|ECONNREFUSED|closed/u);
      const health = await fetch(`${service.url}/health`);
      expect([health.status, ((await health.json()) as { status: string }).status]).toEqual([
        200,
        "degraded",
      ]);
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
      await service.client.telemetry.ingest(frameAt("car-1", 1));
      await broker.start();
      await expect.poll(() => checkOf(service)).toBe("ok");
      await broker.publish(JSON.stringify(frameAt("car-1", 2)));
      await expect.poll(() => framesOf(service.client, "car-1")).toBe(3);
    },
  );

  test.skipIf(skipReason !== null)(
    "a revoked key takes nothing, and nothing is lost: another key goes on",
    async () => {
      const broker = await openBroker();
      const making = await serve({});
      const { keys } = making.client;
      const { key, id } = await keys.create({ name: "gateway", preset: "ingest" });
      const { key: next } = await keys.create({ name: "gateway 2", preset: "ingest" });
      const { key: auditor } = await keys.create({ name: "auditor", preset: "auditor" });
      await making.stop();
      const first = await serveWith(broker, { PLUMBLINE_BROKER_KEY: key });
      await broker.publish(JSON.stringify(frameAt("car-1", 0)));
      await expect.poll(() => framesOf(first.client, "car-1")).toBe(1);
      await first.client.keys.revoke(id, {});
      await expect
        .poll(async () => {
          await broker.publish(JSON.stringify(frameAt("car-1", 0)));
          return checkOf(first);
        })
        .toMatch(/PLUMBLINE_BROKER_KEY is no key that is valid here/u);
      await broker.publish(JSON.stringify(frameAt("car-1", 1)));
      await first.stop();
      const second = await serve({ ...broker.env, PLUMBLINE_BROKER_KEY: auditor });
      await expect.poll(() => checkOf(second)).toMatch(/lacks the scope telemetry:write/u);
      await second.stop();
      const third = await serveWith(broker, { PLUMBLINE_BROKER_KEY: next });
      await expect.poll(() => framesOf(third.client, "car-1")).toBe(2);
      expect(await broker.parked()).toEqual([]);
    },
  );

  test.skipIf(skipReason !== null)(
    "over its quota the messages of an organisation are kept by the service, over a kill too, and taken in after the raise",
    async () => {
      const broker = await openBroker();
      const quota = (mebibytes: number) => ({
        PLUMBLINE_STORED_MEBIBYTES_PER_ORGANISATION: String(mebibytes),
      });
      const making = await serve({});
      const { key } = await making.client.keys.create({ name: "gateway", preset: "ingest" });
      await making.stop();
      const sent = 1_000;
      const long = (at: number) => ({
        ...frameAt("car-1", at),
        metadata: { note: createHash("sha256").update(String(at)).digest("hex").repeat(31) },
      });
      const first = await serveWith(broker, { ...quota(1), PLUMBLINE_BROKER_KEY: key });
      await Promise.all(Array.from({ length: sent }, (_, at) => broker.publish(JSON.stringify(long(at)))));
      const waiting = async () => Number.parseInt((await deferredOf(first)).replaceAll(",", ""), 10);
      await expect.poll(waiting).toBeGreaterThan(200);
      await broker.publish(JSON.stringify([{ vehicle_id: "car-1" }]));
      await expect.poll(async () => (await broker.parked()).length).toBe(1);
      const stored = await framesOf(first.client, "car-1");
      expect(stored).toBeLessThan(sent);
      expect(await waiting()).toBe(sent - stored);
      expect(await checkOf(first)).toBe("ok");
      expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
      const administration = administer({ env: {}, dataDir: join(folder, "data") });
      const grants = { preset: "ingest" } as const;
      const other = await administration.createKey({ organisation: "other", name: "gateway", grants });
      administration.close();
      const others = new Plumbline({ baseUrl: first.url, apiKey: other.key, timeoutMs: 10_000 });
      for (let at = 0; at < 20; at += 1)
        expect(await others.telemetry.ingest(frameAt("car-1", at))).toMatchObject({ frames_ingested: 1 });

      await first.kill();
      const second = await serveWith(broker, { ...quota(100), PLUMBLINE_BROKER_KEY: key });
      await expect.poll(() => framesOf(second.client, "car-1")).toBe(sent);
      await expect.poll(() => deferredOf(second)).toBe("ok");
      await broker.publish(JSON.stringify(long(sent)));
      await expect.poll(() => framesOf(second.client, "car-1")).toBe(sent + 1);
      expect(await broker.parked()).toHaveLength(1);

      // The same frames by requests, in order, in another folder.
      const byRequests = await serve({}, { dataDir: "other" });
      await byRequests.client.telemetry.ingestBatch(Array.from({ length: sent + 1 }, (_, at) => long(at)));
      expect(judgedOf(await second.client.vehicles.get("car-1"))).toEqual(
        judgedOf(await byRequests.client.vehicles.get("car-1")),
      );
    },
  );

  test.skipIf(skipReason !== null)(
    "it signs in at the broker, and says when it may not; no log has the password",
    async () => {
      const broker = await openBroker({ user: "plumbline", password: "pass-1-word" });
      const first = await serveWith(broker);
      await broker.publish(JSON.stringify(frameAt("car-1", 0)));
      await expect.poll(() => framesOf(first.client, "car-1")).toBe(1);
      await first.stop();
      const [[setting, url]] = Object.entries(broker.env) as [[string, string]];
      const wrong = await serve({ [setting]: url.replace("pass-1-word", "pass-2-word") });
      await expect.poll(() => checkOf(wrong)).toMatch(/authori[sz]/iu);
      expect(wrong.said()).not.toMatch(/pass-\d-word/u);
    },
  );

  test.skipIf(skipReason !== null)(
    "where parked messages are read, too, they do not go round in circles",
    async () => {
      const broker = await openBroker();
      const everything =
        name === "mqtt"
          ? { PLUMBLINE_MQTT_TOPICS: "plumbline/#" }
          : { PLUMBLINE_NATS_SUBJECT: "plumbline.>" };
      const { client } = await serveWith(broker, everything);
      await broker.publish("{}");
      await broker.publish(JSON.stringify(frameAt("car-1", 0)));
      await expect.poll(() => framesOf(client, "car-1")).toBe(1);
      await expect.poll(async () => (await broker.parked()).length).toBe(1);
      expect(await broker.parked()).toHaveLength(1);
    },
  );

  test.skipIf(skipReason !== null)(
    "a stream over its frames a minute is slowed down, and loses nothing",
    async () => {
      const broker = await openBroker();
      const { client } = await serveWith(broker, { PLUMBLINE_FRAMES_PER_MINUTE_PER_KEY: "1200" });
      for (let batch = 0; batch < 13; batch += 1)
        await broker.publish(
          JSON.stringify(Array.from({ length: 100 }, (_, at) => frameAt("car-1", batch * 100 + at))),
        );
      await expect.poll(() => framesOf(client, "car-1")).toBe(1_300);
    },
  );
});

const framesEach = 100;

async function framesOf(client: Plumbline, vehicleId: string): Promise<number> {
  try {
    return (await client.vehicles.get(vehicleId)).frames;
  } catch {
    return 0;
  }
}

/** What follows from the frames and their order alone. */
function judgedOf({ last_received_at: _received, ...detail }: VehicleDetail): object {
  return detail;
}

/** Bodies of each kind of fault: bytes, JSON, members, values, batches. */
const refusedBodies: readonly (string | Uint8Array)[] = [
  "{}",
  "not json",
  '{"vehicle_id":"a","vehicle_id":"b"}',
  "[]",
  '{"frames":[]}',
  '{"frames":[],"more":1}',
  Uint8Array.of(0xff, 0xfe, 0x00),
  "\u{feff}{}",
  JSON.stringify({ ...frameAt("car 1", 0) }),
  JSON.stringify({ ...frameAt("car-1", 0), timestamp: "2026-02-30T00:00:00Z" }),
  JSON.stringify({ ...frameAt("car-1", 0), timestamp: "2199-01-01T00:00:00Z" }),
  JSON.stringify({ ...frameAt("car-1", 0), sensors: {} }),
  JSON.stringify({ ...frameAt("car-1", 0), sensors: { radar_range_bias_m: 1e9 } }),
  JSON.stringify({ ...frameAt("car-1", 0), speed: "ä\u{1f697}" }),
  JSON.stringify([{ ...frameAt("car-1", 0), speed: 1 }]),
];

function frameAt(vehicleId: string, at: number): TelemetryFrame {
  return {
    vehicle_id: vehicleId,
    timestamp: new Date(Date.UTC(2026, 2, 1, 8) + at * 1_000).toISOString(),
    sensors: {
      radar_range_bias_m: 0.01 + 0.03 * gaussian(7, vehicleId.length, at),
      lidar_registration_error_m: Math.max(0, 0.05 + 0.01 * gaussian(8, vehicleId.length, at)),
    },
    metadata: { fleet_id: "cars" },
  };
}
