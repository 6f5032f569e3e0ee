import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import type { Bench } from "../bench.ts";
import { channelCount, generateResiduals, type StreamPlan } from "./residual-stream.ts";

const python = join(import.meta.dirname, "../../.cache/peers/bin/python");
const folder = join(import.meta.dirname, "../peers");
const script = join(folder, "peers.py");

/** A detector in another language, whose sensitivity is one limit. */
export interface Peer {
  readonly name: string;
  /** What the limit is on. */
  readonly parameter: string;
  /** Sees the whole stream at once: it has no delay to speak of and stands as a reference for what could be known. */
  readonly offline: boolean;
  /** Runs it is given at most in a full bench, by what they cost: to find its limit, and for each change. */
  readonly tuningRuns: number;
  readonly delayRuns: number;
  /** Under every condition, or under normal noise only. */
  readonly allConditions: boolean;
  /** In quick benches too, or in full ones only, because it takes so long. */
  readonly when: "always" | "full";
}

export const peers: readonly Peer[] = [
  {
    name: "river ADWIN",
    parameter: "−ln delta (clock 1)",
    offline: false,
    tuningRuns: 60,
    delayRuns: 40,
    allConditions: false,
    when: "full",
  },
  {
    name: "river PageHinkley",
    parameter: "threshold (delta 0.005, its default)",
    offline: false,
    tuningRuns: 400,
    delayRuns: 150,
    allConditions: true,
    when: "full",
  },
  {
    name: "river PageHinkley, delta 0.5",
    parameter: "threshold",
    offline: false,
    tuningRuns: 400,
    delayRuns: 150,
    allConditions: true,
    when: "always",
  },
  {
    name: "river KSWIN",
    parameter: "−log10 alpha",
    offline: false,
    tuningRuns: 100,
    delayRuns: 30,
    allConditions: false,
    when: "full",
  },
  {
    name: "frouros CUSUM",
    parameter: "lambda_ (delta 0.5, both sides)",
    offline: false,
    tuningRuns: 240,
    delayRuns: 60,
    allConditions: true,
    when: "full",
  },
  {
    name: "FOCuS",
    parameter: "threshold",
    offline: false,
    tuningRuns: 240,
    delayRuns: 60,
    allConditions: true,
    when: "always",
  },
  {
    name: "ruptures KernelCPD (offline)",
    parameter: "penalty",
    offline: true,
    tuningRuns: 100,
    delayRuns: 30,
    allConditions: false,
    when: "full",
  },
  {
    name: "skchange PELT (offline)",
    parameter: "penalty",
    offline: true,
    tuningRuns: 30,
    delayRuns: 8,
    allConditions: false,
    when: "full",
  },
];

export function peersInstalled(): boolean {
  return existsSync(python);
}

/** Streams for a peer: each `frames` rows of `channels` values, one after the other. */
export interface PeerStreams {
  readonly values: Float64Array;
  readonly runs: number;
  readonly frames: number;
  readonly channels: number;
  readonly baselineFrames: number;
}

/** Simulated streams of one plan, as many as asked for. */
export function simulatedStreams(plan: StreamPlan, runs: number): PeerStreams {
  const frames = plan.baselineFrames + plan.framesBefore + plan.framesAfter;
  const values = new Float64Array(runs * frames * channelCount);
  for (let run = 0; run < runs; run++)
    values.set(generateResiduals({ ...plan, seed: plan.seed + run }), run * frames * channelCount);
  return { values, runs, frames, channels: channelCount, baselineFrames: plan.baselineFrames };
}

/** The Python process that runs the peers, one job after the other; it starts with the first. */
export class PeerProcess {
  readonly #bench: Bench;
  readonly #digest = createHash("sha256")
    .update(readFileSync(script))
    .update(readFileSync(join(folder, "requirements.txt")))
    .digest("hex");
  #child: ChildProcessWithoutNullStreams | null = null;
  #answers: AsyncIterator<string> | null = null;
  #complaint = "";

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  /** The least limit at which the peer is silent on each stream. */
  async largestStatistics(peer: Peer, streams: PeerStreams): Promise<number[]> {
    const answer = await this.#ask(peer, streams, null);
    return (answer as { largest: number[] }).largest;
  }

  /** Its first alarm on each stream at that stream's limit, frames from 1 after the baseline; null where there was none. */
  async firstAlarms(peer: Peer, streams: PeerStreams, limits: readonly number[]): Promise<(number | null)[]> {
    const answer = await this.#ask(peer, streams, limits);
    return (answer as { alarms: (number | null)[] }).alarms;
  }

  close(): void {
    this.#child?.stdin.end();
  }

  /** Kept by peer and streams alone: whatever becomes of the product's scoring, the others have said what they say. */
  #ask(peer: Peer, streams: PeerStreams, limits: readonly number[] | null): Promise<unknown> {
    const bytes = new Uint8Array(streams.values.buffer);
    const shape = { ...streams, values: createHash("sha256").update(bytes).digest("hex") };
    return this.#bench.keptLater("peer", [peer.name, this.#digest, shape, limits], async () => {
      const place = mkdtempSync(join(tmpdir(), "plumbline-peers-"));
      try {
        const file = join(place, "residuals.bin");
        writeFileSync(file, bytes);
        const { runs, frames, channels, baselineFrames: baseline } = streams;
        return await this.#answer({ peer: peer.name, file, runs, frames, channels, baseline, limits });
      } finally {
        rmSync(place, { recursive: true, force: true });
      }
    });
  }

  async #answer(job: Readonly<Record<string, unknown>>): Promise<unknown> {
    this.#start();
    this.#child!.stdin.write(`${JSON.stringify(job)}\n`);
    const { value, done } = await this.#answers!.next();
    if (done === true) throw new Error(`${String(job["peer"])} failed: ${this.#complaint.slice(-500)}`);
    return JSON.parse(value);
  }

  #start(): void {
    if (this.#child !== null) return;
    // One core for the peers, one for everything else.
    const env = { ...process.env, OMP_NUM_THREADS: "1", OPENBLAS_NUM_THREADS: "1" };
    this.#child = spawn(python, ["-W", "ignore", script], { env });
    this.#child.stderr.on("data", (chunk: Buffer) => (this.#complaint += chunk.toString()));
    this.#answers = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }
}
