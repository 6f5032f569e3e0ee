import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { Plumbline } from "../../clients/typescript/plumbline.ts";
import type { TelemetryFrame } from "../../core/contract/types.ts";
import { mosquitto } from "../../e2e/brokers/mosquitto-for-tests.ts";
import { natsServer } from "../../e2e/brokers/nats-server-for-tests.ts";
import type { TestBroker } from "../../e2e/brokers/broker-for-tests.ts";
import { type ServiceProcess, startServiceProcess } from "../../e2e/service-process.ts";
import { administer } from "../../server/main.ts";
import { quantile } from "../ingest/quantile.ts";
import { runStamp } from "../run-stamp.ts";

/*
 * How long frames of one organisation take from their sending until they are read back, with and without deferred messages
 * of another one, whose storage is full: by messages, the key of the service being theirs by then; and by requests, while
 * further messages of the other come, 100 a second, which are stored or deferred. In turns, on two data folders with a
 * broker each.
 *
 *     npm run bench -- broker-wait [ROUNDS [FRAMES]]
 */
const rounds = Number(process.argv[2] ?? 3);
const deferredAtLeast = 1_500;
const probesARound = Number(process.argv[3] ?? 300);
/** Until what came while the service was away is behind it. */
const firstProbes = 20;

/** A data folder and the broker its service reads from. */
interface Place {
  readonly name: string;
  readonly broker: TestBroker;
  readonly dataDir: string;
  /** What an organisation may store. */
  readonly mebibytes: number;
  readonly keys: Readonly<Record<"full" | "other", string>>;
}

async function measure(kind: typeof mosquitto): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), "plumbline-broker-wait-"));
  const places: Place[] = [];
  try {
    const [without, beside] = [
      await begin(kind, join(place, "without"), 1_000),
      await begin(kind, join(place, "beside"), 1),
    ];
    places.push(without, beside);
    const waiting = await fill(beside);
    const taken: Taken = { messages: { without: [], beside: [] }, requests: { without: [], beside: [] } };
    for (let round = 0; round < rounds; round += 1) {
      taken.messages.without.push(...(await byMessages(without)));
      taken.messages.beside.push(...(await byMessages(beside)));
      taken.requests.without.push(...(await byRequests(without)));
      taken.requests.beside.push(...(await byRequests(beside)));
    }
    for (const [how, times] of Object.entries(taken)) {
      const cells = [0.5, 0.99].map((share) => {
        const [quiet, loaded] = [quantileOf(times.without, share), quantileOf(times.beside, share)];
        return `${quiet.toFixed(1)} · ${loaded.toFixed(1)} | ${(loaded / quiet).toFixed(2)}`;
      });
      console.log(`| ${kind.name}, by ${how} | ${waiting} | ${cells.join(" | ")} |`);
    }
  } finally {
    for (const { broker } of places) await broker.close();
    rmSync(place, { recursive: true, force: true });
  }
}

type Taken = Readonly<Record<"messages" | "requests", Readonly<Record<"without" | "beside", number[]>>>>;

function quantileOf(values: readonly number[], share: number): number {
  return quantile(
    values.toSorted((one, other) => one - other),
    share,
  );
}

/** With a key of the organisation that is to be full, and one of the other. */
async function begin(kind: typeof mosquitto, folder: string, mebibytes: number): Promise<Place> {
  mkdirSync(folder);
  const dataDir = join(folder, "data");
  await (await startServiceProcess({ dataDir, port: 0 })).stop();
  const administration = administer({ env: {}, dataDir });
  const keyOf = async (organisation: string, preset: "ingest" | "admin") =>
    (await administration.createKey({ organisation, name: "bench", grants: { preset } })).key;
  const keys = { full: await keyOf("full", "ingest"), other: await keyOf("other", "admin") };
  administration.close();
  return { name: kind.name, broker: await kind.open(folder), dataDir, mebibytes, keys };
}

async function serve(
  { name, broker, dataDir, mebibytes, keys }: Place,
  whose: keyof Place["keys"],
): Promise<ServiceProcess> {
  const env = {
    ...broker.env,
    PLUMBLINE_STORED_MEBIBYTES_PER_ORGANISATION: String(mebibytes),
    PLUMBLINE_BROKER_KEY: keys[whose],
  };
  const service = await startServiceProcess({ dataDir, port: 0, env });
  // A broker keeps messages for those it knows.
  while ((await checksOf(service))[name] !== "ok") await sleep(20);
  return service;
}

/** Sends messages of the full organisation until enough are deferred; says how many frames wait. */
async function fill(place: Place): Promise<number> {
  const service = await serve(place, "full");
  for (let sent = 0; (await deferredOf(service)) <= deferredAtLeast; sent += 250)
    await Promise.all(Array.from({ length: 250 }, (_, at) => publish(place, longFrame(sent + at))));
  const waiting = await drained(service);
  await service.stop();
  return waiting;
}

/** What waits once no more comes: the broker would keep the rest for the key that is next. */
async function drained(service: ServiceProcess): Promise<number> {
  for (let before = -1; ; await sleep(500)) {
    const waiting = await deferredOf(service);
    if (waiting === before) return waiting;
    before = waiting;
  }
}

function publish({ broker }: Place, frame: object): Promise<void> {
  return broker.publish(JSON.stringify(frame));
}

async function deferredOf(service: ServiceProcess): Promise<number> {
  return Number.parseInt(((await checksOf(service))["deferred_frames"] ?? "").replaceAll(",", ""), 10) || 0;
}

async function checksOf({ url }: ServiceProcess): Promise<Readonly<Record<string, string>>> {
  return ((await (await fetch(`${url}/health`)).json()) as { checks: Record<string, string> }).checks;
}

async function byMessages(place: Place): Promise<readonly number[]> {
  const service = await serve(place, "other");
  try {
    return await probe(service, place, (frame) => publish(place, frame));
  } finally {
    await service.stop();
  }
}

async function byRequests(place: Place): Promise<readonly number[]> {
  const service = await serve(place, "full");
  const client = new Plumbline({ baseUrl: service.url, apiKey: place.keys.other });
  let at = Date.now();
  const flow = setInterval(() => void publish(place, longFrame(at++)), 10);
  try {
    return await probe(service, place, async (frame) => void (await client.telemetry.ingest(frame)));
  } finally {
    clearInterval(flow);
    await drained(service);
    await service.stop();
  }
}

/** Milliseconds from the sending of a frame until the interface says that it is stored, one frame after the other. */
async function probe(
  { url }: ServiceProcess,
  { keys }: Place,
  send: (frame: TelemetryFrame) => Promise<void>,
): Promise<readonly number[]> {
  const client = new Plumbline({ baseUrl: url, apiKey: keys.other, timeoutMs: 10_000 });
  const taken: number[] = [];
  for (let at = 0; at < firstProbes + probesARound; at += 1) {
    const timestamp = new Date(Date.now()).toISOString();
    const beganMs = performance.now();
    await send({ vehicle_id: "probe", timestamp, sensors: { radar_range_bias_m: 0.01 } });
    while ((await lastFrameAt(client)) < timestamp) await sleep(1);
    if (at >= firstProbes) taken.push(performance.now() - beganMs);
    await sleep(5);
  }
  return taken;
}

async function lastFrameAt(client: Plumbline): Promise<string> {
  return client.vehicles.get("probe").then(
    ({ last_frame_at: at }) => at ?? "",
    () => "",
  );
}

/** 2 KB each, so that a mebibyte is soon full. */
function longFrame(at: number): object {
  return {
    vehicle_id: "full",
    timestamp: new Date(Date.UTC(2026, 2, 1) + (at % 1e9) * 1_000).toISOString(),
    sensors: { radar_range_bias_m: 0.01 },
    metadata: { note: createHash("sha256").update(String(at)).digest("hex").repeat(31) },
  };
}

const stamp = runStamp();
console.log(`${rounds} rounds of ${probesARound} frames; ${stamp.date}, ${stamp.commit}, ${stamp.machine}`);
console.log("| door | deferred | p50 without · beside, ms | ratio | p99 without · beside, ms | ratio |");
console.log("|---|---|---|---|---|---|");
for (const kind of [mosquitto, natsServer]) {
  if (kind.skipReason === null) await measure(kind);
  else console.log(`${kind.name} is not measured: ${kind.skipReason}`);
}
