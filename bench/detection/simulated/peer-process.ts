import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { channelCount, generateResiduals, type StreamPlan } from "./residual-stream.ts";

const python = join(import.meta.dirname, "../../.cache/peers/bin/python");
const script = join(import.meta.dirname, "../peers/peers.py");

/** A peer in another language: its sensitivity is one parameter, tried at several values, least sensitive last. */
export interface Peer {
  readonly name: string;
  readonly parameter: string;
  readonly limits: readonly number[];
  /** Sees the whole stream at once: it has no delay to speak of and stands as a reference for what could be known. */
  readonly offline: boolean;
  /** Runs it is given at most: some cost milliseconds a frame. */
  readonly mostRuns: number;
}

const geometric = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => from * (to / from) ** (i / (count - 1)));

export const peers: readonly Peer[] = [
  {
    name: "river ADWIN",
    parameter: "delta",
    limits: geometric(1e-2, 1e-14, 13),
    offline: false,
    mostRuns: 200,
  },
  {
    name: "river PageHinkley",
    parameter: "threshold",
    limits: geometric(15, 400, 16),
    offline: false,
    mostRuns: 200,
  },
  { name: "river KSWIN", parameter: "alpha", limits: geometric(1e-5, 1e-10, 6), offline: false, mostRuns: 8 },
  {
    name: "frouros CUSUM",
    parameter: "lambda_ (delta 0.5)",
    limits: geometric(5, 80, 16),
    offline: false,
    mostRuns: 60,
  },
  { name: "FOCuS", parameter: "threshold", limits: geometric(8, 60, 24), offline: false, mostRuns: 100 },
  {
    name: "ruptures KernelCPD (offline)",
    parameter: "penalty",
    limits: geometric(8, 80, 16),
    offline: true,
    mostRuns: 100,
  },
  {
    name: "skchange PELT (offline)",
    parameter: "penalty",
    limits: geometric(8, 80, 16),
    offline: true,
    mostRuns: 30,
  },
];

export function peersInstalled(): boolean {
  return existsSync(python);
}

/** First alarm of each run at each limit, frames after the baseline; null where there was none. */
export function runPeer(
  peer: Peer,
  plan: StreamPlan,
  runs: { first: number; count: number },
  limits: readonly number[],
): (number | null)[][] {
  const frames = plan.baselineFrames + plan.framesBefore + plan.framesAfter;
  const folder = mkdtempSync(join(tmpdir(), "plumbline-peers-"));
  try {
    const file = join(folder, "residuals.bin");
    const all = new Float64Array(runs.count * frames * channelCount);
    for (let run = 0; run < runs.count; run++) {
      all.set(generateResiduals({ ...plan, seed: runs.first + run }), run * frames * channelCount);
    }
    writeFileSync(file, new Uint8Array(all.buffer));
    const job = {
      peer: peer.name,
      file,
      runs: runs.count,
      frames,
      channels: channelCount,
      baseline: plan.baselineFrames,
      limits,
    };
    const ran = spawnSync(python, [script], {
      input: JSON.stringify(job),
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    if (ran.status !== 0) throw new Error(`${peer.name} failed: ${ran.stderr.slice(-500)}`);
    return (JSON.parse(ran.stdout) as { alarms: (number | null)[][] }).alarms;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
