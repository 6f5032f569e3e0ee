import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";

import { operations } from "../../core/contract/openapi/operations.ts";
import { fleetFrames, generateFleet } from "../../simulator/generate-fleet.ts";
import { runStamp } from "../run-stamp.ts";
import { peakMebibytesOf } from "../ingest/process-figures.ts";
import { quantile } from "../ingest/quantile.ts";
import { cacheFolder } from "./bench-ledger.ts";
import { createBenchKey, ourRepository, startBenchService } from "./bench-service.ts";

/*
 * How long another organisation waits for its health summary while one reads as fast as it can, operation by operation,
 * over 32 connections; and the most memory the service takes meanwhile:
 *
 *     npm run bench -- fair-reads [--seconds 4] [--frames 10000] [--vehicles 300] [--connections 32] [--only series,…]
 *
 * `--data-dir` keeps the frames for another run; `--repository` measures the service of another working copy.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "4" },
    frames: { type: "string", default: "10000" },
    vehicles: { type: "string", default: "300" },
    connections: { type: "string", default: "32" },
    only: { type: "string" },
    "data-dir": { type: "string" },
    repository: { type: "string", default: ourRepository },
    load: { type: "string" },
    authorization: { type: "string", default: "" },
    body: { type: "string" },
  },
});
const connections = Number(values.connections);

if (values.load !== undefined) await readForEver(values.load);
else await measureAll();

/** In a process of its own, so that what it takes is not what the other one waits for. */
async function readForEver(url: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let answers = 0;
  let refused = 0;
  process.on("SIGTERM", () => {
    process.stdout.write(JSON.stringify({ answers, refused }));
    process.exit(0);
  });
  process.stdout.write("reading\n");
  const read = async (): Promise<never> => {
    for (;;) {
      try {
        const { status } = await ask(url, { agent, authorization: values.authorization, body: values.body });
        if (status < 300) answers += 1;
        else refused += 1;
        if (status >= 400) await sleep(20);
      } catch {
        refused += 1;
        await sleep(20);
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, read));
}

async function measureAll(): Promise<void> {
  const scratch = mkdtempSync(join(cacheFolder(), "fair-"));
  const dataDir = values["data-dir"] ?? join(scratch, "data");
  const folder = { dataDir, repository: values.repository };
  const isFilled = existsSync(dataDir);
  const service = await startBenchService(folder);
  try {
    const keyOf = (org: string) => createBenchKey(folder, { preset: "admin", org });
    const [busy, other] = [keyOf("busy"), keyOf("other")];
    if (!isFilled) await fill(service.url, { busy, other });
    const rows = [];
    for (const { name, path, body } of await targets(service.url, busy)) {
      if (values.only !== undefined && !values.only.split(",").some((part) => name.includes(part))) continue;
      const probe = () => probeFor(`${service.url}/v1/fleet/health-summary`, other);
      const quiet = await probe();
      const words = [
        "--load",
        service.url + path,
        "--authorization",
        busy,
        "--connections",
        String(connections),
      ];
      const child = spawn(
        process.execPath,
        [import.meta.filename, ...words, ...(body === undefined ? [] : ["--body", body])],
        { stdio: ["ignore", "pipe", "inherit"] },
      );
      await once(child.stdout, "data");
      await sleep(1_000);
      const loaded = await probe();
      const rssMebibytes = peakMebibytesOf(service.pid);
      const said = once(child.stdout, "data") as Promise<[Buffer]>;
      child.kill("SIGTERM");
      const { answers, refused } = JSON.parse((await said)[0].toString()) as Record<
        "answers" | "refused",
        number
      >;
      rows.push({ name, quiet, loaded, rssMebibytes, answers, refused });
      process.stdout.write(`${line(rows.at(-1)!)}\n`);
      await sleep(300);
    }
    process.stdout.write(`${JSON.stringify({ ...runStamp(), connections, frames: values.frames, rows })}\n`);
  } finally {
    await service.end();
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface Row {
  readonly name: string;
  readonly quiet: Waits;
  readonly loaded: Waits;
  readonly rssMebibytes: number;
  readonly answers: number;
  readonly refused: number;
}

function line({ name, quiet, loaded, rssMebibytes, answers, refused }: Row): string {
  const ms = ({ p50, p99, max }: Waits) => [p50, p99, max].map((one) => one.toFixed(1)).join(" · ");
  return `| ${name} | ${ms(quiet)} | ${ms(loaded)} | ${rssMebibytes} MiB | ${answers} · ${refused} |`;
}

/** One large vehicle and a fleet of the one who reads; a small fleet of the one who waits. */
async function fill(url: string, keys: { readonly busy: string; readonly other: string }): Promise<void> {
  const plan = { startUs: Date.now() * 1000 - 86_400_000_000, periodS: 4, isDescribed: true } as const;
  const onsetsWithinS = [2_000, 4_000] as const;
  const big = generateFleet({
    ...plan,
    seed: 1,
    vehicles: 1,
    scenario: "bumper_repair_radar",
    onsetsWithinS,
  });
  const fleet = (seed: number, vehicles: number) =>
    generateFleet({ ...plan, seed, vehicles, scenario: "mixed", onsetsWithinS: [300, 400] });
  await send(url, keys.busy, [...fleetFrames(big, 0, Number(values.frames))]);
  const rest = fleet(2, Number(values.vehicles) + 1).slice(1);
  await send(url, keys.busy, [...fleetFrames(rest, 0, 150)]);
  await send(url, keys.other, [...fleetFrames(fleet(3, 20), 0, 150)]);
}

async function send(url: string, authorization: string, frames: readonly object[]): Promise<void> {
  for (let at = 0; at < frames.length; at += 2_000) {
    const body = frames
      .slice(at, at + 2_000)
      .map((frame) => `${JSON.stringify(frame)}\n`)
      .join("");
    const headers = { authorization, "content-type": "application/x-ndjson" };
    const answer = await fetch(`${url}/v1/telemetry/ingest`, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(`ingest: ${answer.status} ${await answer.text()}`);
  }
}

/** Every operation that reads, with the largest there is of what it reads. */
async function targets(url: string, authorization: string) {
  const headers = { authorization };
  const read = async (path: string) => (await (await fetch(url + path, { headers })).json()) as never;
  const [evidence] = ((await read("/v1/evidence?vehicle_id=sim-0001")) as { data: { event_id: string }[] })
    .data;
  const body = JSON.stringify({ vehicle_id: "sim-0001", scenario_type: "bumper_repair_radar" });
  const sent = { method: "POST", headers: { ...headers, "content-type": "application/json" }, body };
  const made = (await (await fetch(`${url}/v1/risk/scenario-feed`, sent)).json()) as { scenario_id?: string };
  const self = (await read("/v1/keys/self")) as { key_id: string };
  const values_: Readonly<Record<string, string | undefined>> = {
    vehicle_id: "sim-0001",
    event_id: evidence?.event_id,
    scenario_id: made.scenario_id,
    key_id: self.key_id,
    tile_level: "0",
    tile_index: "000.p/1",
    export_format: "mcap",
  };
  const queries: Readonly<Record<string, string>> = {
    getVehicleSeries: "?points=10000",
    listVehicles: "?limit=1000",
    getRedactedFrames: "?withhold=12",
  };
  const found = operations.flatMap(({ method, path, operationId }) => {
    if (method !== "GET" || operationId === "streamEvents") return [];
    const names = [...path.matchAll(/\{\+?(\w+)\}/gu)].map(([, name]) => name!);
    if (names.some((name) => values_[name] === undefined)) return [];
    const at = path.replaceAll(/\{\+?(\w+)\}/gu, (_, name: string) => values_[name]!);
    return [
      { name: operationId, path: at + (queries[operationId] ?? ""), body: undefined as string | undefined },
    ];
  });
  const whatIf = JSON.stringify({ settings: { evidence: { caution_nats: 8 } } });
  return [
    ...found,
    { name: "createScenarioFeed", path: "/v1/risk/scenario-feed", body },
    { name: "rescoreFleet", path: "/v1/fleet/rescore", body: whatIf },
  ];
}

interface Waits {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Milliseconds, asked every 10 ms. */
async function probeFor(url: string, authorization: string): Promise<Waits> {
  const agent = new Agent({ keepAlive: true });
  const taken: number[] = [];
  const untilMs = performance.now() + Number(values.seconds) * 1_000;
  while (performance.now() < untilMs) {
    const beganMs = performance.now();
    const { status } = await ask(url, { agent, authorization, body: undefined });
    if (status !== 200) throw new Error(`the other organisation got ${status}`);
    taken.push(performance.now() - beganMs);
    await sleep(10);
  }
  agent.destroy();
  taken.sort((one, another) => one - another);
  return { p50: quantile(taken, 0.5), p99: quantile(taken, 0.99), max: quantile(taken, 1) };
}

/** Reads the whole answer and keeps none of it. */
async function ask(
  url: string,
  how: { readonly agent: Agent; readonly authorization: string; readonly body: string | undefined },
): Promise<{ readonly status: number }> {
  const { agent, authorization, body } = how;
  const method = body === undefined ? "GET" : "POST";
  const headers = { authorization, ...(body !== undefined && { "content-type": "application/json" }) };
  const sent = request(url, { agent, method, headers });
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [
    NodeJS.ReadableStream & { readonly statusCode: number },
  ];
  answer.resume();
  await once(answer, "end");
  return { status: answer.statusCode };
}
