import { averageRunLength } from "../../../core/scoring/run-length/average-run-length.ts";
import { limitForRunLength } from "../../../core/scoring/run-length/limit-for-run-length.ts";
import { defaultSettings } from "../../../core/scoring/settings.ts";
import type { Bench, Part } from "../bench.ts";
import type { Detector } from "./detector.ts";
import { measureDelays, summariseAlarms, type Delay } from "./measure-delay.ts";
import { breaches, measureConfidence, measureVerdicts } from "./measure-verdicts.ts";
import { peers, peersInstalled, runPeer, simulatedStreams, tunePeer, type Peer } from "./peer-process.ts";
import { plumbline } from "./plumbline-detector.ts";
import { directions, noiseFamilies, type Direction, type StreamPlan } from "./residual-stream.ts";
import type { Cell, DetectorRow, FalseAlarms, SimulatedResults } from "./simulated-results.ts";
import { drawSimulated, tellSimulated } from "./tell-simulated.ts";
import { textbookDetectors } from "./textbook-detectors.ts";
import { largestStatistics, target } from "./tune-limit.ts";

/**
 * Simulated streams (docs/detection-results.md): every detector gets the same fault-free streams, is set to the same false
 * alarm probability on them, and then meets the same faults.
 */
export const simulatedPart: Part = {
  name: "simulated-detection",
  title: "Simulated detection: delay, false alarms and verdicts, beside other detectors",
  steps: (full) =>
    2 + textbookDetectors.length + falseAlarmVariants.length + verdictCells.length + peersOf(full).length,
  async run(bench) {
    const counts = bench.full ? shareOf(fullCounts, bench.share) : quickCounts;
    // The Python detectors have the other core meanwhile.
    const others = peersInstalled() ? measurePeers(bench, counts) : Promise.resolve([]);
    const ours = await breathe(() => measureOurs(bench, counts));
    const textbook: DetectorRow[] = [];
    for (const detector of textbookDetectors)
      textbook.push(await breathe(() => measureTextbook(detector, bench, counts)));
    const falseAlarms: FalseAlarms[] = [];
    for (const variant of falseAlarmVariants)
      falseAlarms.push(await breathe(() => measureFalseAlarms(variant, ours, bench, counts)));
    const verdicts = [];
    for (const cell of verdictCells) verdicts.push(await breathe(() => verdictsOf(cell, bench, counts)));
    bench.step("confidence");
    const confidencePlan = { ...planOf(bench), framesAfter: confidenceFrames };
    const confidence = bench.kept("confidence", [confidencePlan, counts.confidenceVehicles], "scoring", () =>
      measureConfidence(confidencePlan, counts.confidenceVehicles),
    );
    const results: SimulatedResults = {
      cells: cells.map((cell) => ({
        ...cell,
        bound: boundAt(cell, runLengthOfTarget),
        bound1e5: boundAt(cell, 1e5),
      })),
      ours: ours.row,
      atDefault: ours.atDefault,
      others: [...textbook, ...(await others)],
      falseAlarms,
      verdicts,
      confidence,
      peersRun: peersInstalled(),
      skipped: peers.filter((peer) => !peersOf(bench.full).includes(peer)).map(({ name }) => name),
    };
    return {
      markdown: tellSimulated(results),
      json: { target, ...results },
      figures: drawSimulated(results),
    };
  },
};

interface Counts {
  readonly tune: number;
  readonly delay: number;
  readonly textbook: number;
  readonly peerTune: number;
  readonly peerDelay: number;
  readonly falseAlarms: number;
  readonly verdicts: number;
  readonly confidenceVehicles: number;
  readonly framesAfter: number;
}

const quickCounts: Counts = {
  tune: 24,
  delay: 4,
  textbook: 200,
  peerTune: 24,
  peerDelay: 4,
  falseAlarms: 6,
  verdicts: 3,
  confidenceVehicles: 8,
  framesAfter: 1_500,
};
const fullCounts: Counts = {
  tune: 240,
  delay: 80,
  textbook: 1_000,
  peerTune: 100,
  peerDelay: 24,
  falseAlarms: 120,
  verdicts: 50,
  confidenceVehicles: 60,
  framesAfter: 3_000,
};

/** Fewer runs, never fewer than tell anything; the streams stay as long. */
function shareOf(counts: Counts, share: number): Counts {
  const of = (runs: number) => Math.max(12, Math.round(runs * share));
  return {
    tune: of(counts.tune),
    delay: of(counts.delay),
    textbook: of(counts.textbook),
    peerTune: of(counts.peerTune),
    peerDelay: of(counts.peerDelay),
    falseAlarms: of(counts.falseAlarms),
    verdicts: of(counts.verdicts),
    confidenceVehicles: of(counts.confidenceVehicles),
    framesAfter: counts.framesAfter,
  };
}

const confidenceFrames = 1_500;

const cells: readonly Cell[] = [
  ...(Object.keys(directions) as Direction[]).flatMap((direction) =>
    [0.5, 1, 2, 4].map((size): Cell => ({ direction, shape: "step", size })),
  ),
  ...[0.01, 0.03, 0.1].map((size): Cell => ({ direction: "radar", shape: "ramp", size })),
  { direction: "radar", shape: "intermittent", size: 2 },
];

const verdictCells = (Object.keys(directions) as Direction[]).flatMap((direction) =>
  [1, 2, 4].map((size) => ({ direction, size })),
);

const falseAlarmVariants: readonly { readonly what: string; readonly change: Partial<StreamPlan> }[] = [
  ...[20, 30, 50, 100, 200, 500].map((baselineFrames) => ({
    what: `baseline ${baselineFrames}`,
    change: { baselineFrames },
  })),
  ...noiseFamilies.slice(1).map((noise) => ({ what: `noise ${noise}, baseline 50`, change: { noise } })),
  { what: "30 % missing, baseline 50", change: { missing: 0.3 } },
];

function planOf({ seed }: Bench): StreamPlan {
  return {
    seed,
    noise: "normal",
    baselineFrames: 50,
    framesBefore: 0,
    framesAfter: 0,
    change: null,
    missing: 0,
  };
}

function withChange(bench: Bench, cell: Cell, counts: Counts): StreamPlan {
  return { ...planOf(bench), framesBefore: 500, framesAfter: counts.framesAfter, change: cell };
}

/** Streams of one cell are the same for every detector, and none is a tuning stream. */
function seedOf(bench: Bench, cell: number): number {
  return bench.seed + 7_919 * (cell + 1);
}

interface Ours {
  readonly row: DetectorRow;
  /** Delays at the product's own limit, nothing tuned. */
  readonly atDefault: readonly Delay[];
}

function measureOurs(bench: Bench, counts: Counts): Ours {
  bench.step(plumbline.name);
  const plan = planOf(bench);
  return bench.kept("plumbline", [plan, counts, cells], "scoring", () => {
    const { limit, probability } = tuned(plumbline, counts.tune, plan);
    const limits = [limit, defaultSettings.evidence.cautionNats];
    const delays = cells.map((cell, at) =>
      measureDelays(plumbline, {
        limits,
        runs: counts.delay,
        seed: seedOf(bench, at),
        plan: withChange(bench, cell, counts),
      }),
    );
    return {
      row: {
        detector: plumbline.name,
        tuning: { limit, parameter: "limit, nats", probability, runs: counts.tune },
        delays: delays.map(([atTuned]) => atTuned!),
        offline: false,
      },
      atDefault: delays.map(([, atDefault]) => atDefault!),
    };
  });
}

function measureTextbook(detector: Detector, bench: Bench, counts: Counts): DetectorRow {
  bench.step(detector.name);
  const plan = planOf(bench);
  return bench.kept(detector.name, [plan, counts, cells], "bench", () => {
    const { limit, probability } = tuned(detector, counts.textbook, plan);
    return {
      detector: detector.name,
      tuning: { limit, parameter: "limit", probability, runs: counts.textbook },
      delays: cells.map(
        (cell, at) =>
          measureDelays(detector, {
            limits: [limit],
            runs: counts.textbook,
            seed: seedOf(bench, at),
            plan: withChange(bench, cell, counts),
          })[0]!,
      ),
      offline: false,
    };
  });
}

/** The limit that the stated share of tuning runs reaches, and the share of fresh runs that reach it. */
function tuned(detector: Detector, runs: number, plan: StreamPlan): { limit: number; probability: number } {
  const largest = largestStatistics(detector, { runs, seed: plan.seed, plan }).toSorted((a, b) => a - b);
  const limit = largest[Math.floor((1 - target.probability) * runs)]!;
  const fresh = largestStatistics(detector, { runs, seed: plan.seed + 1_000_003, plan });
  return { limit, probability: fresh.filter((value) => value >= limit).length / runs };
}

async function measurePeers(bench: Bench, counts: Counts): Promise<DetectorRow[]> {
  const rows: DetectorRow[] = [];
  for (const peer of peersOf(bench.full)) rows.push(await measurePeer(peer, bench, counts));
  return rows;
}

function peersOf(full: boolean): readonly Peer[] {
  return peers.filter(({ when }) => when === "always" || (full && when === "full"));
}

async function measurePeer(peer: Peer, bench: Bench, counts: Counts): Promise<DetectorRow> {
  const plan = planOf(bench);
  const runs = Math.min(peer.mostRuns, counts.peerTune);
  const row = await bench.keptLater(peer.name, [plan, counts, cells, peer], async () => {
    const quietPlan = { plan: { ...plan, framesBefore: target.frames }, first: plan.seed };
    const { limit, share } = await tunePeer(peer, simulatedStreams([quietPlan], runs), target.probability);
    const count = Math.min(peer.mostRuns, counts.peerDelay);
    const changed = cells.map((cell, at) => ({
      plan: withChange(bench, cell, counts),
      first: seedOf(bench, at),
    }));
    const alarms = (await runPeer(peer, simulatedStreams(changed, count), [limit])).map(
      ([alarm]) => alarm ?? null,
    );
    const delays = changed.map((cell, at) =>
      summariseAlarms(alarms.slice(at * count, (at + 1) * count), cell.plan.framesBefore),
    );
    const tuning = { limit, parameter: peer.parameter, probability: share, runs };
    return { detector: peer.name, tuning, delays, offline: peer.offline };
  });
  bench.step(peer.name);
  return row;
}

/** False alarms where something differs from the streams the limit was tuned on: nothing is tuned again. */
function measureFalseAlarms(
  { what, change }: (typeof falseAlarmVariants)[number],
  ours: Ours,
  bench: Bench,
  counts: Counts,
): FalseAlarms {
  bench.step(`false alarms: ${what}`);
  const plan = { ...planOf(bench), ...change };
  const runs = counts.falseAlarms;
  const seed = bench.seed + 31_337;
  const { largest, breached } = bench.kept("false alarms", [plan, runs, seed], "scoring", () => {
    const values = largestStatistics(plumbline, { runs, seed, plan });
    // Without W at the limit there is no breach; with it there may be.
    const suspects = values.flatMap((value, run) =>
      value >= defaultSettings.evidence.cautionNats ? [run] : [],
    );
    const opened = suspects.filter((run) =>
      breaches({ ...plan, seed: seed + run, framesBefore: target.frames, framesAfter: 0 }),
    );
    return { largest: values, breached: opened.length };
  });
  const plugIn = textbookDetectors[0]!;
  const plugInLargest = bench.kept("false alarms, plug-in", [plan, runs], "bench", () =>
    largestStatistics(plugIn, { runs, seed, plan }),
  );
  const share = (values: readonly number[], limit: number) =>
    values.filter((value) => value >= limit).length / runs;
  return {
    what,
    runs,
    atTuned: share(largest, ours.row.tuning.limit),
    breached: breached / runs,
    plugIn: share(plugInLargest, plugInLimit()),
  };
}

/** What the textbook would set: the limit at which ten one-sided charts of known parameters have the target's run length. */
function plugInLimit(): number {
  const chart = { kind: "cusum", k: 0.5, h: 0, sides: 1, headStart: 0 } as const;
  return limitForRunLength(chart, 10 * runLengthOfTarget, "zero-state");
}

function verdictsOf(cell: (typeof verdictCells)[number], bench: Bench, counts: Counts) {
  bench.step(`verdicts: ${cell.direction} ${cell.size} σ`);
  const plan = {
    ...planOf(bench),
    seed: bench.seed + 77_777,
    framesBefore: 500,
    framesAfter: 600,
  };
  return bench.kept("verdicts", [cell, plan, counts.verdicts], "scoring", () =>
    measureVerdicts(cell, { runs: counts.verdicts, plan }),
  );
}

const runLengthOfTarget = -target.frames / Math.log(1 - target.probability);

/**
 * What a detector could reach that knows the mean, the spread, the direction, the size and that the change is a step: the
 * one-sided CUSUM with k = size/2 at the same run length (Moustakides 1986), in conditional steady state. Only for steps.
 */
function boundAt(cell: Cell, runLength: number): number | null {
  if (cell.shape !== "step") return null;
  const chart = { kind: "cusum", k: cell.size / 2, h: 0, sides: 1, headStart: 0 } as const;
  const h = limitForRunLength(chart, runLength, "zero-state");
  return averageRunLength({ ...chart, h }, { kind: "shift", size: cell.size }, "steady-state").frames;
}

/** Lets the other processes' answers in between two long computations. */
function breathe<T>(compute: () => T): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  setImmediate(() => {
    try {
      resolve(compute());
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)));
    }
  });
  return promise;
}
