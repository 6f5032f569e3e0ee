import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { NotFoundError, Plumbline } from "../../clients/typescript/index.ts";
import { FileSpool } from "../../clients/typescript/spool.ts";
import { developmentApiKey } from "../../core/contract/api-key.ts";
import { startServiceProcess } from "../service-process.ts";
import type { ServiceProcess } from "../service-process.ts";

let folder = "";
let service: ServiceProcess;
let client: Plumbline;
/** Requests that met no service, whoever tried them again. */
let unanswered = 0;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-writer-"));
  service = await startServiceProcess({ dataDir: join(folder, "data"), port: 0 });
  unanswered = 0;
  client = new Plumbline({
    baseUrl: service.url,
    apiKey: developmentApiKey,
    logLevel: "off",
    fetch: (input, init) =>
      fetch(input, init).catch((fault: unknown) => {
        unanswered += 1;
        throw fault;
      }),
  });
});
afterEach(async () => {
  await service.kill();
  await rm(folder, { recursive: true, force: true });
});

const id = "veh-spooling";
const frameAt = (number: number) => ({
  vehicle_id: id,
  timestamp: new Date(Date.UTC(2026, 0, 5) + number * 1000).toISOString(),
  sensors: { radar_range_bias_m: (number % 7) / 1000 },
});

test.each([
  ["in memory", async () => ({})],
  ["on disk", async () => ({ spool: await FileSpool.open(join(folder, "spool")) })],
])(
  "a service killed twice while a writer sends has every frame once in the end: a writer %s",
  async (_, spool) => {
    const total = 6_000;
    const writer = client.telemetry.writer({
      flushFrames: 100,
      flushMs: 20,
      ...(await spool()),
    });
    let writing = Promise.resolve();
    for (const part of [1, 2, 3]) {
      writing = writeFrames(writer, { from: ((part - 1) * total) / 3, to: (part * total) / 3 });
      if (part === 3) break;
      await expect.poll(() => writer.tally.ingested).toBeGreaterThan(((part - 1) * total) / 3);
      await service.kill();
      await writing;
      service = await startServiceProcess({ dataDir: join(folder, "data"), port: service.port });
    }
    await writing;
    const { ingested, duplicate, ...rest } = await writer.close({ timeoutMs: 120_000 });
    expect(rest).toEqual({ written: total, rejected: 0, dropped: 0, kept: 0 });
    // What was stored before a kill, and answered by nobody, is told as a duplicate.
    expect(ingested + duplicate).toBe(total);
    expect(await framesStored()).toBe(total);
    expect(unanswered).toBeGreaterThan(0);
  },
);

test("a writer killed at any moment leaves in its spool what it had said was kept, and nothing counts twice", async () => {
  const total = 3_000;
  let next = 0;
  for (const killAt of [400, 900, 1_700, 2_400]) {
    const vehicle = startVehicle(next, total);
    await expect.poll(() => vehicle.kept()).toBeGreaterThan(killAt);
    vehicle.process.kill("SIGKILL");
    await vehicle.gone;
    // The frame that was being written is written again: it may or may not have been kept.
    next = vehicle.kept() + 1;
  }
  const last = startVehicle(next, total);
  expect(await last.gone).toEqual([0, null]);
  expect(last.tally()).toMatchObject({ rejected: 0, dropped: 0, kept: 0 });
  expect(await framesStored()).toBe(total);
  expect(await readdir(join(folder, "spool"))).toEqual([]);
});

test("frames kept while the service was away arrive when it is back, though the writer was closed meanwhile", async () => {
  await service.kill();
  const spool = await FileSpool.open(join(folder, "spool"));
  const away = client.telemetry.writer({ spool });
  await writeFrames(away, { from: 0, to: 500 });
  expect(await away.close({ timeoutMs: 10 })).toMatchObject({ written: 500, ingested: 0, kept: 500 });

  service = await startServiceProcess({ dataDir: join(folder, "data"), port: service.port });
  const back = client.telemetry.writer({ spool: await FileSpool.open(join(folder, "spool")) });
  expect(await back.close()).toMatchObject({ written: 0, ingested: 500, kept: 0 });
  expect(await framesStored()).toBe(500);
});

async function writeFrames(
  writer: ReturnType<Plumbline["telemetry"]["writer"]>,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  for (let number = from; number < to; number += 1) await writer.write(frameAt(number));
}

async function framesStored(): Promise<number> {
  try {
    return (await client.vehicles.get(id)).frames;
  } catch (error) {
    if (error instanceof NotFoundError) return 0;
    throw error;
  }
}

/** Says what it keeps on its standard output, one number a line. */
function startVehicle(from: number, to: number) {
  const words = [
    "e2e/durability/spooling-vehicle.ts",
    service.url,
    join(folder, "spool"),
    `${from}`,
    `${to}`,
  ];
  const child = spawn(process.execPath, words, {
    cwd: new URL("../..", import.meta.url),
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (chunk) => (said += String(chunk)));
  const lines = () => said.slice(0, said.lastIndexOf("\n") + 1).split("\n");
  return {
    process: child,
    gone: once(child, "close"),
    kept: () =>
      Math.max(
        from - 1,
        ...lines()
          .filter((line) => /^\d+$/u.test(line))
          .map(Number),
      ),
    tally: () => JSON.parse(lines().at(-2)!) as unknown,
  };
}
