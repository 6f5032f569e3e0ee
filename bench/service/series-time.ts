import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";

import { fleetFrames, generateFleet } from "../../simulator/generate-fleet.ts";
import { runStamp } from "../run-stamp.ts";
import { figuresOf } from "../ingest/process-figures.ts";
import { cacheFolder, fillLedger } from "./bench-ledger.ts";
import { createBenchKey, ourRepository, startBenchService } from "./bench-service.ts";

/*
 * How long a series over 100,000 frames takes, how long others wait for an answer meanwhile, and the processor time of
 * all threads of the service where nobody else asks:
 *
 *     npm run bench -- series [--frames 100000] [--data-dir FOLDER] [--repository FOLDER]
 *
 * `--data-dir` keeps the frames for another run; `--repository` measures the service of another working copy.
 */
const { values } = parseArgs({
  options: {
    frames: { type: "string", default: "100000" },
    "data-dir": { type: "string" },
    repository: { type: "string", default: ourRepository },
  },
});
const frames = Number(values.frames);
const scratch = mkdtempSync(join(cacheFolder(), "series-"));
const dataDir = values["data-dir"] ?? join(scratch, "data");
const rounds = 5;
const plan = { seed: 1, vehicles: 1, startUs: 1_772_352_000_000_000, periodS: 1 } as const;
const fleet = generateFleet({ ...plan, scenario: "nominal_control", onsetsWithinS: [0, 1] });

try {
  if (!existsSync(dataDir)) await fillLedger(dataDir, fleetFrames(fleet, 0, frames));
  const text = `${JSON.stringify({ ...runStamp(), frames, loadAverage: loadavg()[0], answers: await measure() }, null, 2)}\n`;
  const isOurs = values.repository === ourRepository;
  if (isOurs) writeFileSync(join(import.meta.dirname, "..", "results", "series-time.json"), text);
  process.stdout.write(text);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function measure() {
  const folder = { dataDir, repository: values.repository };
  const service = await startBenchService(folder);
  const { url, pid } = service;
  try {
    const authorization = createBenchKey(folder, { preset: "operator" });
    const list = (await (await fetch(`${url}/v1/vehicles`, { headers: { authorization } })).json()) as {
      readonly data: readonly { readonly vehicle_id: string }[];
    };
    const path = `/v1/vehicles/${list.data[0]!.vehicle_id}/series`;
    const answers = [];
    for (const [points, coding] of [
      [500, "identity"],
      [10_000, "identity"],
      [10_000, "zstd"],
    ] as const) {
      const ask = {
        url: `${url}${path}?points=${points}`,
        headers: { authorization, "accept-encoding": coding },
      };
      const asked = await askSeries(ask, `${url}/livez`);
      answers.push({ points, coding, ...asked, cpuMs: await cpuMsOf(pid, () => get(ask)) });
    }
    return answers;
  } finally {
    await service.end();
  }
}

interface Ask {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The median of some rounds; what another client waits for the smallest answer there is, at worst, meanwhile. */
async function askSeries(ask: Ask, other: string) {
  await get(ask);
  const taken: number[] = [];
  let bytes = 0;
  let othersMs = 0;
  for (let round = 0; round < rounds; round += 1) {
    const over = new AbortController();
    const waits = pollUntil(over.signal, other);
    const beganMs = performance.now();
    bytes = await get(ask);
    taken.push(performance.now() - beganMs);
    over.abort();
    othersMs = Math.max(othersMs, await waits);
  }
  const medianMs = taken.toSorted((one, another) => one - another)[Math.floor(rounds / 2)];
  return { medianMs, bytes, longestWaitOfOthersMs: othersMs };
}

/** Of one answer, the mean of some; null where the system does not tell. */
async function cpuMsOf(pid: number, answer: () => Promise<unknown>): Promise<number | null> {
  const before = figuresOf([pid]);
  for (let round = 0; round < rounds; round += 1) await answer();
  const after = figuresOf([pid]);
  return before === null || after === null ? null : (after.cpuUs - before.cpuUs) / 1000 / rounds;
}

async function pollUntil(over: AbortSignal, url: string): Promise<number> {
  let longest = 0;
  while (!over.aborted) {
    const beganMs = performance.now();
    await get({ url, headers: {} });
    longest = Math.max(longest, performance.now() - beganMs);
    await sleep(1);
  }
  return longest;
}

/** Bytes of the body as they were sent. */
async function get({ url, headers }: Ask): Promise<number> {
  const sent = request(url, { headers }).end();
  const [answer] = (await once(sent, "response")) as [
    AsyncIterable<Buffer> & { readonly statusCode: number },
  ];
  let bytes = 0;
  for await (const piece of answer) bytes += piece.length;
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`);
  return bytes;
}
