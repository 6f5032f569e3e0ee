import { spawn } from "node:child_process";
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
  /** In every bench, in full ones only, or on the recorded streams of full ones only, because it takes so long. */
  readonly when: "always" | "full" | "recorded";
}

const geometric = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => from * (to / from) ** (i / (count - 1)));

export const peers: readonly Peer[] = [
  {
    name: "river ADWIN",
    parameter: "delta",
    limits: geometric(0.5, 1e-14, 25),
    offline: false,
    mostRuns: 16,
    when: "full",
  },
  {
    name: "river PageHinkley",
    parameter: "threshold",
    limits: geometric(15, 400, 65),
    offline: false,
    mostRuns: 100,
    when: "always",
  },
  {
    name: "river KSWIN",
    parameter: "alpha",
    limits: geometric(1e-3, 1e-10, 15),
    offline: false,
    mostRuns: 6,
    when: "recorded",
  },
  {
    name: "frouros CUSUM",
    parameter: "lambda_ (delta 0.5)",
    limits: geometric(5, 80, 65),
    offline: false,
    mostRuns: 60,
    when: "always",
  },
  {
    name: "FOCuS",
    parameter: "threshold",
    limits: geometric(8, 60, 65),
    offline: false,
    mostRuns: 60,
    when: "always",
  },
  {
    name: "ruptures KernelCPD (offline)",
    parameter: "penalty",
    limits: geometric(8, 80, 33),
    offline: true,
    mostRuns: 60,
    when: "always",
  },
  {
    name: "skchange PELT (offline)",
    parameter: "penalty",
    limits: geometric(8, 80, 33),
    offline: true,
    mostRuns: 12,
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

/** Simulated streams for a peer, those of one plan after those of the other; all plans have equally many frames. */
export function simulatedStreams(
  plans: readonly { readonly plan: StreamPlan; readonly first: number }[],
  runsEach: number,
): PeerStreams {
  const { baselineFrames, framesBefore, framesAfter } = plans[0]!.plan;
  const frames = baselineFrames + framesBefore + framesAfter;
  const values = new Float64Array(plans.length * runsEach * frames * channelCount);
  plans.forEach(({ plan, first }, at) => {
    for (let run = 0; run < runsEach; run++) {
      const place = (at * runsEach + run) * frames * channelCount;
      values.set(generateResiduals({ ...plan, seed: first + run }), place);
    }
  });
  return { values, runs: plans.length * runsEach, frames, channels: channelCount, baselineFrames };
}

/** First alarm of each run at each limit, frames after the baseline; null where there was none. */
export async function runPeer(
  peer: Peer,
  streams: PeerStreams,
  limits: readonly number[],
): Promise<(number | null)[][]> {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-peers-"));
  try {
    const file = join(folder, "residuals.bin");
    writeFileSync(file, new Uint8Array(streams.values.buffer));
    const { runs, frames, channels, baselineFrames: baseline } = streams;
    const answer = await askPython({ peer: peer.name, file, runs, frames, channels, baseline, limits });
    return (JSON.parse(answer) as { alarms: (number | null)[][] }).alarms;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function askPython(job: Readonly<Record<string, unknown>>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn(python, ["-W", "ignore", script], {
    // One core for the peers, one for everything else.
    env: { ...process.env, OMP_NUM_THREADS: "1", OPENBLAS_NUM_THREADS: "1" },
  });
  let answer = "";
  let complaint = "";
  child.stdout.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
  child.on("error", reject);
  child.on("close", (status) => {
    if (status === 0) resolve(answer);
    else reject(new Error(`${String(job["peer"])} failed: ${complaint.slice(-500)}`));
  });
  child.stdin.end(JSON.stringify(job));
  return promise;
}

/**
 * The most sensitive of a peer's parameters that keeps the share of false alarms, by bisection: limits are ordered from
 * sensitive to insensitive. Interpolates nothing; a peer that never keeps it gets its least sensitive one.
 */
export async function tunePeer(
  peer: Peer,
  streams: PeerStreams,
  mostShare: number,
): Promise<{ readonly limit: number; readonly share: number }> {
  let [low, high] = [0, peer.limits.length - 1];
  const shares = new Map<number, number>();
  const shareAt = async (at: number): Promise<number> => {
    const known = shares.get(at);
    if (known !== undefined) return known;
    const alarms = await runPeer(peer, streams, [peer.limits[at]!]);
    const share = alarms.filter(([alarm]) => alarm !== null).length / streams.runs;
    shares.set(at, share);
    return share;
  };
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((await shareAt(middle)) <= mostShare + 1e-9) high = middle;
    else low = middle + 1;
  }
  return { limit: peer.limits[low]!, share: await shareAt(low) };
}
