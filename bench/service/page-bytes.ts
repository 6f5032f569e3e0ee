import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";

import { fleetFrames, generateFleet } from "../../simulator/generate-fleet.ts";
import { runStamp } from "../run-stamp.ts";
import { cacheFolder } from "./bench-ledger.ts";
import { ourRepository, startBenchService } from "./bench-service.ts";

/*
 * Bytes of bodies that the console's vehicle page fetches in a minute, of a vehicle that sends a frame a second and has
 * sent 3,000: everything again every two seconds, and what it asks for now. No time passes: the requests of a minute are
 * made one after another.
 *
 *     npm run bench -- page
 */
const earlierFrames = 3_000;
const rounds = 30;
const framesARound = 2;
/** Of 30 rounds 12: lists are asked for every five seconds while events are followed. */
const isListRound = (round: number) => Math.floor((round * 2) / 5) !== Math.floor(((round - 1) * 2) / 5);
const points = 480;
const authorization = "Bearer plumb_dev_local";

interface Body {
  readonly next_cursor?: string;
  readonly continues?: boolean;
}

/** Counts bodies as they travel, and asks for what it has as a browser's cache does. */
class Page {
  bytes = 0;
  readonly #coding: string;
  readonly #tags = new Map<string, string>();

  constructor(coding: string) {
    this.#coding = coding;
  }

  async get(url: string): Promise<Body> {
    const tag = this.#tags.get(url);
    const headers = {
      authorization,
      "accept-encoding": this.#coding,
      ...(tag !== undefined && { "if-none-match": tag }),
    };
    const sent = request(url, { headers }).end();
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    const chunks = (await answer.toArray()) as Buffer[];
    const body = Buffer.concat(chunks);
    this.bytes += body.length;
    if (answer.statusCode === 304) return {};
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
    this.#tags.set(url, answer.headers.etag ?? "");
    const text = answer.headers["content-encoding"] === "zstd" ? zstdDecompressSync(body) : body;
    return JSON.parse(text.toString()) as Body;
  }
}

const scratch = mkdtempSync(join(cacheFolder(), "page-"));
const service = await startBenchService({ dataDir: scratch, repository: ourRepository }, ["--dev"]);
try {
  const text = `${JSON.stringify({ ...runStamp(), earlierFrames, rounds, bytesAMinute: await measure(service.url) }, null, 2)}\n`;
  writeFileSync(join(import.meta.dirname, "..", "results", "page-bytes.json"), text);
  process.stdout.write(text);
} finally {
  await service.end();
  rmSync(scratch, { recursive: true, force: true });
}

async function measure(url: string) {
  const plan = { seed: 1, vehicles: 1, startUs: 1_772_352_000_000_000, periodS: 1 } as const;
  const fleet = generateFleet({ ...plan, scenario: "bumper_repair_radar", onsetsWithinS: [1_000, 1_001] });
  const frames = [...fleetFrames(fleet, 0, earlierFrames + 4 * rounds * framesARound)];
  const { vehicle_id: vehicleId } = frames[0] as { readonly vehicle_id: string };
  let sent = 0;
  const send = async (count: number) => {
    const body = JSON.stringify(frames.slice(sent, sent + count));
    sent += count;
    const headers = { authorization, "content-type": "application/json" };
    const { status } = await fetch(`${url}/v1/telemetry/ingest`, { method: "POST", headers, body });
    if (status !== 200) throw new Error(`the service took the frames with ${status}`);
  };
  await send(earlierFrames);
  const vehicle = `${url}/v1/vehicles/${vehicleId}`;
  const evidence = `${url}/v1/evidence?vehicle_id=${vehicleId}&limit=20`;
  const figures = [];
  for (const coding of ["identity", "zstd"] as const) {
    const before = new Page(coding);
    for (let round = 0; round < rounds; round += 1) {
      await send(framesARound);
      for (const path of [vehicle, `${vehicle}/series?points=${points}`, evidence]) await before.get(path);
    }
    const now = new Page(coding);
    let cursor = (await new Page(coding).get(`${vehicle}/series?points=${points}`)).next_cursor;
    for (let round = 0; round < rounds; round += 1) {
      await send(framesARound);
      await now.get(vehicle);
      const more = await now.get(`${vehicle}/series?points=${points}&cursor=${cursor}`);
      if (more.continues !== true) throw new Error("the series did not go on");
      cursor = more.next_cursor;
      if (isListRound(round)) await now.get(evidence);
    }
    figures.push({ coding, everythingAgain: before.bytes, eventsAndDeltas: now.bytes });
  }
  return figures;
}
