import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { parseFrame, type IncomingFrame } from "../../core/contract/requests/parse-frame.ts";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import type { Caller } from "../../server/app/application.ts";
import { emptyTally, ingestBatch } from "../../server/app/ingest/ingest-frames.ts";
import { openLedger } from "../../server/storage/sqlite/write/open-ledger.ts";

const caller: Caller = { organisation: "bench", keyId: "bench", scopes: ["admin"], fleets: null };

/** A ledger of its own on the disk, and frames into it: a request each call. What the ledger cannot do stops the bench. */
export async function openBenchLedger(
  dataDir: string,
  more: Pick<Parameters<typeof openLedger>[0], "stateCacheBytes"> = {},
) {
  const ledger = await openLedger({
    ...more,
    dataDir,
    settings: defaultSettings,
    logOrigin: "bench.invalid",
    issuer: {
      organisation: "bench",
      software: { name: "plumbline", version: "0.0.0", build_sha256: "0".repeat(64) },
    },
    specification: new Uint8Array(),
    onBroken: (reason) => {
      throw new Error(reason);
    },
  });
  const needs = { ledger, inFlight: new Map<string, string>() };
  const ingest = async (frames: readonly IncomingFrame[]) => {
    const ask = { requestId: "bench", receivedAtUs: Date.now() * 1000, last: true };
    const { tally } = await ingestBatch(caller, { frames, soFar: emptyTally }, ask, needs);
    if (tally.ingested !== frames.length) throw new Error(`${frames.length} sent, ${tally.ingested} counted`);
  };
  return { ingest, close: () => ledger.close() };
}

const framesAtOnce = 2_000;

/** A folder with these frames, taken in as a service would take them, in requests of some thousands. */
export async function fillLedger(dataDir: string, frames: Iterable<object>): Promise<void> {
  const ledger = await openBenchLedger(dataDir);
  let group: IncomingFrame[] = [];
  for (const frame of frames) {
    group.push(incoming(frame));
    if (group.length < framesAtOnce) continue;
    await ledger.ingest(group);
    group = [];
  }
  if (group.length > 0) await ledger.ingest(group);
  await ledger.close();
}

/** On the disk of the project, not in a temporary folder: that may be memory, which has no durability to measure. */
export function cacheFolder(): string {
  const path = join(import.meta.dirname, "../.cache");
  mkdirSync(path, { recursive: true });
  return path;
}

/** A frame of the simulator as the service reads it off the wire. */
export function incoming(frame: object): IncomingFrame {
  const raw = JSON.stringify(frame);
  const sha256Hex = (text: string) => createHash("sha256").update(text).digest("hex");
  const parsed = parseFrame(JSON.parse(raw), { raw, nowUs: Infinity, sha256Hex });
  if (parsed.kind === "rejected") throw new Error(JSON.stringify(parsed.faults));
  return parsed.frame;
}
