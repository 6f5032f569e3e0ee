import { once } from "node:events";
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { APIConnectionError } from "../../clients/typescript/errors.ts";
import { Plumbline } from "../../clients/typescript/plumbline.ts";
import { developmentApiKey } from "../../core/contract/api-key.ts";
import { runPlumbline, spawnPlumbline, startServiceProcess } from "../service-process.ts";
import type { ServiceProcess } from "../service-process.ts";

/** 20,000 frames in every run; set RESUME_TEST_FRAMES=100000 for the long one. */
const frames = Number(process.env["RESUME_TEST_FRAMES"] ?? 20_000);
const vehicles = 40;

let folder = "";
let service: ServiceProcess | null = null;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-resume-"));
});
afterAll(async () => {
  await service?.kill();
  await rm(folder, { recursive: true, force: true });
});

test(
  "a service killed twice during an ingest keeps every acknowledged frame, counts each once, and can prove it",
  async () => {
    const file = join(folder, "frames.ndjson");
    const dataDir = join(folder, "data");
    const hours = String(frames / vehicles / 60);
    await runPlumbline(["simulate", "--vehicles", String(vehicles), "--hours", hours, "--out", file]);
    const total = await countLines(file);

    service = await startServiceProcess({ dataDir, port: 0 });
    const { url, port } = service;
    const acknowledged = await ingestUntilKilled(file, { service, killAtLine: total * 0.3 });
    expect(acknowledged).toBeGreaterThanOrEqual(total * 0.3);
    expect(acknowledged).toBeLessThan(total);

    service = await startServiceProcess({ dataDir, port });
    const stored = await framesStored(url);
    expect(stored).toBeGreaterThanOrEqual(acknowledged);
    expect(stored).toBeLessThan(total);

    const resumed = spawnPlumbline(["ingest", file, "--url", url, "--group", "500", "--json"]);
    const tally = collect(resumed.stdout!);
    const ended = once(resumed, "close") as Promise<[number | null]>;
    await until(async () => (await framesStored(url)) > total * 0.6);
    await service.kill();
    service = await startServiceProcess({ dataDir, port });

    expect(await ended).toEqual([0, null]);
    const { frames_ingested: ingested, frames_duplicate: duplicate, ...rest } = JSON.parse(await tally);
    expect(ingested + duplicate).toBe(total);
    expect(duplicate).toBeGreaterThanOrEqual(stored);
    expect(rest).toMatchObject({ lines: total, frames_rejected: 0 });
    expect(await framesStored(url)).toBe(total);

    expect(await service.stop()).toBe(0);
    service = null;
    const rebuilt = await runPlumbline(["doctor", "--rebuild", "--data-dir", dataDir]);
    expect(rebuilt, rebuilt.err + rebuilt.out).toMatchObject({ exitCode: 0 });
  },
  60_000 + frames * 10,
);

/** Sends without any retry and kills the service once so many lines are acknowledged; gives how many were in the end. */
async function ingestUntilKilled(
  file: string,
  given: { readonly service: ServiceProcess; readonly killAtLine: number },
): Promise<number> {
  const client = clientOf(given.service.url);
  let acknowledged = 0;
  const kills: Promise<void>[] = [];
  const lines = createInterface({ input: createReadStream(file) });
  const sending = client.telemetry.ingestStream(lines, {
    groupFrames: 250,
    onProgress: (progress) => {
      acknowledged = progress.lines;
      if (acknowledged >= given.killAtLine && kills.length === 0) kills.push(given.service.kill());
    },
  });
  await expect(sending).rejects.toBeInstanceOf(APIConnectionError);
  await Promise.all(kills);
  return acknowledged;
}

async function framesStored(url: string): Promise<number> {
  let stored = 0;
  for await (const vehicle of clientOf(url).vehicles.list({ sort: "vehicle_id" })) stored += vehicle.frames;
  return stored;
}

function clientOf(url: string): Plumbline {
  return new Plumbline({ baseUrl: url, apiKey: developmentApiKey, maxRetries: 0 });
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + 120_000 + frames * 25;
  while (performance.now() < deadlineMs) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error("waited in vain");
}

async function countLines(file: string): Promise<number> {
  let lines = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) lines += line === "" ? 0 : 1;
  return lines;
}

async function collect(stream: AsyncIterable<unknown>): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  return text;
}
