import { mkdirSync, writeFileSync } from "node:fs";
import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";

import { chainBeginning, chainLink, lineLeaf } from "../../core/evidence/frames/ingest-chain.ts";
import { writeLine } from "../../core/evidence/frames/frames-file.ts";
import type { IncomingFrame } from "../../core/contract/requests/parse-frame.ts";
import { readFrameText } from "../../core/contract/requests/read-ingest-body.ts";
import type { FramesRequest } from "../../server/app/ports/write-request.ts";
import { sha256Hex } from "../../server/app/sha256.ts";
import {
  packRequests,
  transferable,
  unpackRequests,
} from "../../server/storage/sqlite/write/messages/pack-requests.ts";
import {
  describedAfter,
  undescribed,
  type DescribedVehicle,
} from "../../server/app/attributes/described-after.ts";
import { TextPattern } from "../../server/storage/sqlite/texts/text-pattern.ts";
import { runStamp } from "../run-stamp.ts";
import { incoming } from "./bench-ledger.ts";
import { loadFrames } from "./load-frames.ts";

/**
 * Processor time of one thread, microseconds a frame, for the steps between the socket and the fold, each beside the way
 * it is not done: best of several rounds in one process, because whoever shares the machine only ever adds.
 */

const rounds = 7;
/** A vehicle's metadata, with a place that stays or changes. */
const still = () =>
  '"metadata":{"model":"Sprint 2","firmware":"4.2.1","depot":"Austin","lat":30.27,"lon":-97.74}}';
const moving = (at: number) => still().replace("30.27", `30.${10_000 + at}`);
/** So many that no cache of number texts holds theirs. */
const all = loadFrames(20_000).timed.map(incoming);
const writer = { organisation: "bench", keyId: "bench", fleets: null };
const patterns = new Map<string, TextPattern>();
const { port1: here, port2: there } = new MessageChannel();

const results = [
  { step: "parse a line of NDJSON, all checks", us: best(500, readLines) },
  { step: "a batch of 500 to the writer's thread, packed", us: best(500, (some) => cross(batchOf(some))) },
  { step: "the same, cloned as objects", us: best(500, (some) => clone(batchOf(some))) },
  {
    step: "32 single frames to the writer's thread, packed",
    us: best(32, (some) => cross(singlesOf(some))),
  },
  { step: "the same, cloned as objects", us: best(32, (some) => clone(singlesOf(some))) },
  {
    step: "what a frame says of its vehicle, as the one before",
    us: best(500, (some) => describe(some, still)),
  },
  { step: "the same, the vehicle has moved", us: best(500, (some) => describe(some, moving)) },
  { step: "a text as numbers beside its vehicle's first", us: best(500, writeNumbers) },
  { step: "a link of the chain, sensors' JSON at hand", us: best(500, (some) => link(some, true)) },
  { step: "the same, sensors written out again", us: best(500, (some) => link(some, false)) },
].map(({ step, us }) => ({ step, "µs a frame": Number(us.toFixed(2)) }));
here.close();
console.table(results);
const path = new URL("../results/way-in.json", import.meta.url);
mkdirSync(new URL(".", path), { recursive: true });
writeFileSync(path, `${JSON.stringify({ ...runStamp(), results }, null, 2)}\n`);

function best(framesEach: number, work: (frames: readonly IncomingFrame[]) => void): number {
  const took = Array.from({ length: rounds }, () => {
    const began = process.threadCpuUsage();
    for (let from = 0; from + framesEach <= all.length; from += framesEach) {
      work(all.slice(from, from + framesEach));
    }
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / all.length;
  });
  return Math.min(...took);
}

function describe(frames: readonly IncomingFrame[], metadata: (at: number) => string): void {
  let known: DescribedVehicle & { readonly newestTimestampUs: number } = {
    ...undescribed,
    newestTimestampUs: 0,
  };
  for (const [at, { raw, timestampUs }] of frames.entries()) {
    const described = describedAfter(known, { raw: `${raw.slice(0, -1)},${metadata(at)}`, timestampUs });
    if (described !== known) known = { ...described, newestTimestampUs: 0 };
  }
}

function writeNumbers(frames: readonly IncomingFrame[]): void {
  for (const { vehicleId, raw, timestampUs } of frames) {
    const known = patterns.get(vehicleId);
    if (known === undefined) patterns.set(vehicleId, new TextPattern(raw));
    else known.numbersIn(raw, timestampUs);
  }
}

function readLines(frames: readonly IncomingFrame[]): void {
  for (const { raw } of frames) {
    const { kind } = readFrameText(raw, { nowUs: Infinity, sha256Hex });
    if (kind !== "frame") throw new Error("a frame of the simulator was rejected");
  }
}

function batchOf(frames: readonly IncomingFrame[]): readonly FramesRequest[] {
  const places = frames.map((_, index) => ({ index }));
  const answer = { form: "none" } as const;
  return [{ kind: "frames", writer, frames, places, receivedAtUs: 1, answer, keep: null }];
}

function singlesOf(frames: readonly IncomingFrame[]): readonly FramesRequest[] {
  const answer = { form: "single" } as const;
  return frames.map((frame) => ({
    kind: "frames",
    writer,
    frames: [frame],
    receivedAtUs: 1,
    answer,
    keep: null,
  }));
}

function cross(requests: readonly FramesRequest[]): void {
  const packed = packRequests(requests);
  here.postMessage(packed, [...transferable(packed)]);
  unpackRequests(receiveMessageOnPort(there)?.message);
}

function clone(requests: readonly FramesRequest[]): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
  here.postMessage(requests);
  receiveMessageOnPort(there);
}

function link(lines: readonly IncomingFrame[], atHand: boolean): void {
  let head = chainBeginning;
  for (const [at, { vehicleId, timestamp, raw, reading, sensors }] of lines.entries()) {
    const line = { seq: at + 1, receivedAtUs: 1, timestamp, raw, entry: { kind: "frame", reading } } as const;
    const text = writeLine(vehicleId, atHand ? { ...line, sensors } : line, "A".repeat(22));
    head = chainLink(head, lineLeaf(text, sha256Hex), sha256Hex);
  }
}
