import { createHash } from "node:crypto";
import { readFileSync, writeSync } from "node:fs";

import { parseFrame, type IncomingFrame } from "../../core/contract/requests/parse-frame.ts";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import type { Caller } from "../../server/app/application.ts";
import { emptyTally, ingestBatch } from "../../server/app/ingest/ingest-frames.ts";
import { scoreFrame } from "../../server/app/ingest/score-frame.ts";
import { openLedger } from "../../server/storage/sqlite/write/open-ledger.ts";
import { generateVehicle, ordinaryNoise } from "../../simulator/generate-vehicle.ts";

/**
 * A process that writes into a ledger as fast as it can until it is killed: run as
 * `node hammered-ledger.ts PLAN.json`. It tells on standard output, line by line and synchronously, what it is about
 * to send (`S client first last`) and what was acknowledged (`A client first last`, for a scored frame followed by the
 * SHA-256 of the answer), so that whoever reads the pipe knows exactly what it was told before it died.
 */
export interface HammerPlan {
  readonly dataDir: string;
  readonly seed: number;
  readonly clients: readonly {
    /** Steps to send again, because nobody knows whether they were taken. */
    readonly again: readonly { readonly first: number; readonly last: number }[];
    /** First step never sent. */
    readonly next: number;
  }[];
  /** Send again what is unknown and end, instead of going on until killed. */
  readonly resumeOnly: boolean;
}

/** Every second vehicle has a fault from this step on, so that breaches and evidence are under way when it dies. */
export const faultStep = 60;

const organisation = "acme";
const startUs = 1_772_352_000_000_000;
const caller: Caller = { organisation, keyId: "key", scopes: ["admin"], fleets: null };

/** One vehicle a client. */
export function hammerVehicleId(client: number): string {
  return `van-${client}`;
}

/** The frame of a step, null where the vehicle sends nothing. */
function frameAt(client: number, step: number): IncomingFrame | null {
  const vehicle = (vehicles[client] ??= generateVehicle({
    vehicleId: hammerVehicleId(client),
    fleetId: "vans",
    region: "eu",
    seed: client,
    startUs,
    periodS: 1,
    scenario: client % 2 === 0 ? "nominal_control" : "bumper_repair_radar",
    onsetS: faultStep,
    noise: ordinaryNoise,
  }));
  const frame = vehicle.frameAt(step);
  if (frame === null) return null;
  const raw = JSON.stringify(frame);
  const sha256Hex = (text: string) => createHash("sha256").update(text).digest("hex");
  const parsed = parseFrame(JSON.parse(raw), { raw, nowUs: Infinity, sha256Hex });
  if (parsed.kind === "rejected") throw new Error(JSON.stringify(parsed.faults));
  return parsed.frame;
}
const vehicles: ReturnType<typeof generateVehicle>[] = [];

export function timestampUsOf(client: number, step: number): number | null {
  return frameAt(client, step)?.timestampUs ?? null;
}

/** The idempotency space of a scored step. */
export function scoreSpace(client: number, step: number): string {
  return `${organisation} score ${client} ${step}`;
}

async function hammer(plan: HammerPlan): Promise<void> {
  const ledger = await openLedger({
    dataDir: plan.dataDir,
    settings: defaultSettings,
    issuer: {
      organisation: "test",
      software: { name: "plumbline", version: "0.0.0", build_sha256: "0".repeat(64) },
    },
    specification: new Uint8Array(),
    onBroken: (reason) => {
      throw new Error(reason);
    },
  });
  const needs = { ledger, inFlight: new Map<string, string>() };
  const random = seeded(plan.seed);
  tell("ready");
  await Promise.all(
    plan.clients.map(async ({ again, next }, client) => {
      const send = async (first: number, last: number) => {
        tell(`S ${client} ${first} ${last}`);
        tell(`A ${client} ${first} ${last} ${await deliver(client, first, last)}`);
      };
      for (const { first, last } of again) if (plan.resumeOnly || random() < 0.3) await send(first, last);
      for (let first = next; !plan.resumeOnly;) {
        const last = first + Math.floor(random() * 10);
        await send(first, last);
        first = last + 1;
      }
    }),
  );
  await ledger.close();

  async function deliver(client: number, first: number, last: number): Promise<string> {
    const ask = { requestId: "req", receivedAtUs: Date.now() * 1000 };
    const frames = stepsOf(first, last).flatMap((step) => frameAt(client, step) ?? []);
    if (first < last || frames.length === 0) {
      await ingestBatch(caller, { frames, soFar: emptyTally }, { ...ask, last: true }, needs);
      return "";
    }
    const space = scoreSpace(client, first);
    const remembered = await ledger.recallAnswer({ space, fingerprint: "f" });
    if (remembered.kind === "same") return digestOf(remembered.answer.body);
    const keep = { space, organisation: caller.organisation, fingerprint: "f", status: 200 };
    const { body } = await scoreFrame(caller, frames[0]!, { ...ask, keep }, needs);
    return digestOf(body);
  }
}

export function stepsOf(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** A line is shorter than a pipe's atomic write: it goes whole, or, while the reader is busy, not yet. */
function tell(line: string): void {
  for (;;) {
    try {
      writeSync(1, `${line}\n`);
      return;
    } catch (fault) {
      if ((fault as { readonly code?: unknown }).code !== "EAGAIN") throw fault;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/** Mulberry32: a small seeded generator, good enough to vary a load. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

if (import.meta.main) await hammer(JSON.parse(readFileSync(process.argv[2]!, "utf8")) as HammerPlan);
