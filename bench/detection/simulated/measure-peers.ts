import type { Bench } from "../bench.ts";
import { summariseAlarms, type Delay } from "./measure-delay.ts";
import { PeerProcess, peers, simulatedStreams, type Peer } from "./peer-process.ts";
import { cells, countsOf, freshSeeds, planOf, planOfCell } from "./simulated-plan.ts";
import { conditions, type Condition, type DetectorRow, type Tuning } from "./simulated-results.ts";
import { target } from "./tune-limit.ts";

export function peersOf(full: boolean): readonly Peer[] {
  return peers.filter(({ when }) => full || when === "always");
}

/**
 * The detectors in Python, one after the other: each finds its limit on the fault-free streams, then meets every change. They
 * make all their runs whatever the share, because what they say is kept when the scoring changes.
 */
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
  const tunings: Partial<Record<Condition, Tuning>> = {};
  for (const condition of conditionsOf(peer))
    tunings[condition] = await tune(peer, condition, { process, bench });
  const delays: (Delay | null)[] = [];
  for (const [at, { condition }] of cells.entries()) {
    const tuning = tunings[condition];
    if (tuning === undefined) {
      delays.push(null);
      continue;
    }
    const plan = planOfCell(bench, at, counts);
    const runs = runsOf(peer.delayRuns, condition, { most: counts.peerDelay, least: 4 });
    const limits = Array.from({ length: runs }, () => tuning.limit);
    const alarms = await process.firstAlarms(peer, simulatedStreams(plan, runs), limits);
    delays.push(summariseAlarms(alarms, plan.framesBefore));
  }
  return { detector: peer.name, parameter: peer.parameter, tunings, delays, offline: peer.offline };
}

function conditionsOf({ allConditions }: Peer): readonly Condition[] {
  return allConditions ? (Object.keys(conditions) as Condition[]) : ["normal noise"];
}

/** Hard conditions have fewer cells and get half the runs each. */
function runsOf(
  runs: number,
  condition: Condition,
  { most, least }: { most: number; least: number },
): number {
  const wanted = condition === "normal noise" ? runs : runs / 2;
  return Math.max(least, Math.min(most, Math.ceil(wanted)));
}

/** The limit that the stated share of tuning runs is above, and the share of fresh runs above it. */
async function tune(
  peer: Peer,
  condition: Condition,
  { process, bench }: { process: PeerProcess; bench: Bench },
): Promise<Tuning> {
  const most = countsOf(bench).peerTune;
  const runs = runsOf(peer.tuningRuns, condition, { most, least: 12 });
  const quiet = { ...planOf(bench), ...conditions[condition], framesBefore: target.frames };
  const largest = await process.largestStatistics(peer, simulatedStreams(quiet, runs));
  const limit = largest.toSorted((a, b) => a - b)[Math.floor((1 - target.probability) * runs) - 1]!;
  const freshRuns = Math.ceil(runs / 2);
  const fresh = await process.largestStatistics(
    peer,
    simulatedStreams({ ...quiet, seed: quiet.seed + freshSeeds }, freshRuns),
  );
  const probability = fresh.filter((value) => value > limit).length / freshRuns;
  return { limit, runs, probability, freshRuns };
}
