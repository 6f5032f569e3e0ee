import type { Bench } from "../bench.ts";
import { summariseAlarms, type Delay } from "./measure-delay.ts";
import { PeerProcess, peers, simulatedStreams, type Peer } from "./peer-process.ts";
import { cells, countsOf, freshSeeds, planOf, planOfCell } from "./simulated-plan.ts";
import type { DetectorRow } from "./simulated-results.ts";
import { target } from "./tune-limit.ts";

export function peersOf(full: boolean): readonly Peer[] {
  return peers.filter(({ when }) => full || when === "always");
}

/** The detectors in Python, one after the other: each finds its limit on the fault-free streams, then meets every change. */
export async function measurePeers(bench: Bench): Promise<DetectorRow[]> {
  const process = new PeerProcess(bench);
  try {
    const rows: DetectorRow[] = [];
    for (const peer of peersOf(bench.full)) {
      rows.push(await measurePeer(peer, process, bench));
      bench.step(peer.name);
    }
    return rows;
  } finally {
    process.close();
  }
}

async function measurePeer(peer: Peer, process: PeerProcess, bench: Bench): Promise<DetectorRow> {
  const counts = countsOf(bench);
  const tuning = await tune(peer, process, bench);
  const runs = Math.max(4, Math.min(counts.peerDelay, Math.ceil(peer.delayRuns * bench.share)));
  const delays: Delay[] = [];
  for (const at of cells.keys()) {
    const plan = planOfCell(bench, at, counts);
    const limits = Array.from({ length: runs }, () => tuning.limit);
    const alarms = await process.firstAlarms(peer, simulatedStreams(plan, runs), limits);
    delays.push(summariseAlarms(alarms, plan.framesBefore));
  }
  return { detector: peer.name, tuning, delays, offline: peer.offline };
}

/** The limit that the stated share of tuning runs is above, and the share of fresh runs above it. */
async function tune(peer: Peer, process: PeerProcess, bench: Bench): Promise<DetectorRow["tuning"]> {
  const counts = countsOf(bench);
  const runs = Math.max(12, Math.min(counts.peerTune, Math.ceil(peer.tuningRuns * bench.share)));
  const quiet = { ...planOf(bench), framesBefore: target.frames };
  const largest = await process.largestStatistics(peer, simulatedStreams(quiet, runs));
  const limit = largest.toSorted((a, b) => a - b)[Math.floor((1 - target.probability) * runs) - 1]!;
  const freshRuns = Math.ceil(runs / 2);
  const fresh = await process.largestStatistics(
    peer,
    simulatedStreams({ ...quiet, seed: quiet.seed + freshSeeds }, freshRuns),
  );
  const probability = fresh.filter((value) => value > limit).length / freshRuns;
  return { limit, parameter: peer.parameter, probability, runs, freshRuns };
}
