import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { Plumbline } from "../../clients/typescript/plumbline.ts";
import { developmentApiKey } from "../../core/contract/api-key.ts";
import type { TelemetryFrame } from "../../core/contract/types.ts";
import type { TestBroker } from "../../e2e/brokers/broker-for-tests.ts";
import { mosquitto } from "../../e2e/brokers/mosquitto-for-tests.ts";
import { natsServer } from "../../e2e/brokers/nats-server-for-tests.ts";
import { startServiceProcess } from "../../e2e/service-process.ts";
import { figuresOf } from "../ingest/process-figures.ts";
import { median } from "../median.ts";
import { runStamp } from "../run-stamp.ts";
import { loadFrames } from "./load-frames.ts";

/**
 * Frames through each door, one a message or request: a broker's, MQTT and NATS, and requests over 64 connections. The
 * broker holds all of them before the service begins to read, so that neither the sender nor the broker is measured.
 * Frames a second until the last is durable, and the service's processor time a frame, medians of rounds in turn.
 *
 *     npm run bench -- brokers [ROUNDS]
 */

const rounds = Number(process.argv[2] ?? 3);
const framesEach = 20_000;
const { warmUp, timed } = loadFrames(framesEach);

interface Figures {
  readonly framesPerS: number;
  readonly cpuUs: number;
}

async function throughBroker(kind: typeof mosquitto): Promise<Figures> {
  return inFolder(async (folder) => {
    const broker = await kind.open(folder);
    try {
      const dataDir = join(folder, "data");
      // The session or consumer has to be there before the messages are.
      const first = await startServiceProcess({ dataDir, port: 0, env: broker.env });
      await connected(first.url, kind.name);
      await ingest(first.url, warmUp);
      await first.stop();
      await publish(broker, timed);
      return await measured(dataDir, broker.env);
    } finally {
      await broker.close();
    }
  });
}

async function publish(broker: TestBroker, frames: readonly TelemetryFrame[]): Promise<void> {
  for (let at = 0; at < frames.length; at += 500)
    await Promise.all(frames.slice(at, at + 500).map((frame) => broker.publish(JSON.stringify(frame))));
}

/** From the start of the service to the last frame; what a start takes without frames is taken off. */
async function measured(dataDir: string, env: Readonly<Record<string, string>>): Promise<Figures> {
  const service = await startServiceProcess({ dataDir, port: 0, env });
  const pids = [service.pid];
  const before = figuresOf(pids);
  const beganMs = performance.now();
  await allStored(service.url);
  const tookS = (performance.now() - beganMs) / 1_000;
  const after = figuresOf(pids);
  await service.stop();
  return {
    framesPerS: framesEach / tookS,
    cpuUs: ((after?.cpuUs ?? Number.NaN) - (before?.cpuUs ?? 0)) / framesEach,
  };
}

async function throughRequests(): Promise<Figures> {
  return inFolder(async (folder) => {
    const dataDir = join(folder, "data");
    const first = await startServiceProcess({ dataDir, port: 0 });
    await ingest(first.url, warmUp);
    await first.stop();
    const service = await startServiceProcess({ dataDir, port: 0 });
    const client = new Plumbline({ baseUrl: service.url, apiKey: developmentApiKey });
    const before = figuresOf([service.pid]);
    const beganMs = performance.now();
    const waiting = [...timed].reverse();
    const sender = async (): Promise<void> => {
      for (let frame = waiting.pop(); frame !== undefined; frame = waiting.pop())
        await client.telemetry.ingest(frame);
    };
    await Promise.all(Array.from({ length: 64 }, sender));
    const tookS = (performance.now() - beganMs) / 1_000;
    const after = figuresOf([service.pid]);
    await service.stop();
    return {
      framesPerS: framesEach / tookS,
      cpuUs: ((after?.cpuUs ?? Number.NaN) - (before?.cpuUs ?? 0)) / framesEach,
    };
  });
}

async function allStored(url: string): Promise<void> {
  const client = new Plumbline({ baseUrl: url, apiKey: developmentApiKey });
  const last = timed.at(-1)!;
  while (
    (await client.vehicles.get(last.vehicle_id)).last_frame_at !== new Date(last.timestamp).toISOString()
  )
    await sleep(20);
}

async function ingest(url: string, frames: readonly TelemetryFrame[]): Promise<void> {
  const client = new Plumbline({ baseUrl: url, apiKey: developmentApiKey });
  for (let at = 0; at < frames.length; at += 5_000)
    await client.telemetry.ingestBatch(frames.slice(at, at + 5_000));
}

async function connected(url: string, name: string): Promise<void> {
  for (;;) {
    const { checks } = (await (await fetch(`${url}/health`)).json()) as { checks: Record<string, string> };
    if (checks[name] === "ok") return;
    await sleep(50);
  }
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-brokers-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const doors: readonly (readonly [string, () => Promise<Figures>])[] = [
  ["MQTT, a message each", () => throughBroker(mosquitto)],
  ["NATS JetStream, a message each", () => throughBroker(natsServer)],
  ["requests, a frame each, 64 connections", throughRequests],
];
const results = new Map(doors.map(([door]) => [door, [] as Figures[]]));
for (let round = 0; round < rounds; round += 1)
  for (const [door, run] of doors) results.get(door)!.push(await run());

const stamp = runStamp();
const rows = [...results].map(([door, figures]) => ({
  door,
  framesPerS: Math.round(median(figures.map(({ framesPerS }) => framesPerS))),
  cpuUs: Math.round(median(figures.map(({ cpuUs }) => cpuUs))),
}));
console.log(
  `${framesEach} frames through each door, ${rounds} rounds; ${stamp.date}, ${stamp.commit}, ${stamp.machine}`,
);
console.log("| door | frames a second | µs of the service's processor time a frame |\n|---|---|---|");
for (const { door, framesPerS, cpuUs } of rows) console.log(`| ${door} | ${framesPerS} | ${cpuUs} |`);
writeFileSync(
  new URL("../results/brokers.json", import.meta.url),
  `${JSON.stringify({ stamp, framesEach, rounds, rows }, null, 2)}\n`,
);
