import { Worker } from "node:worker_threads";

import { averageRunLength } from "../../../core/chart-design/average-run-length.ts";
import { limitForRunLength } from "../../../core/chart-design/limit-for-run-length.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import type { Bench, Part } from "../bench.ts";
import type { Detector } from "./textbook-detectors.ts";
import { measureDelays, type Delay } from "./measure-delay.ts";
import { peersOf } from "./measure-peers.ts";
import { breaches, measureVerdicts } from "./measure-verdicts.ts";
import { peers, peersInstalled } from "./peer-process.ts";
import type { PeersMessage } from "./peers-worker.ts";
import { plumbline } from "./plumbline-detector.ts";
import {
  cells,
  countsOf,
  falseAlarmVariants,
  freshSeeds,
  planOf,
  planOfCell,
  verdictCells,
  type Counts,
} from "./simulated-plan.ts";
import type { StreamPlan } from "./residual-stream.ts";
import {
  conditions,
  type Cell,
  type Condition,
  type DetectorRow,
  type FalseAlarms,
  type SimulatedResults,
  type Tuning,
} from "./simulated-results.ts";
import { drawSimulated, printSimulated } from "./print-simulated.ts";
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
    1 +
    cells.length +
    textbookDetectors.length +
    falseAlarmVariants.length +
    verdictCells.length +
    (peersInstalled() ? peersOf(full).length : 0),
  async run(bench) {
    const counts = countsOf(bench);
    const others = peersInstalled() ? startPeers(bench) : Promise.resolve([]);
    const ours = await measureOurs(bench, counts);
    const textbook: DetectorRow[] = [];
    for (const detector of textbookDetectors) textbook.push(await measureTextbook(detector, bench, counts));
    const falseAlarms: FalseAlarms[] = [];
    for (const variant of falseAlarmVariants)
      falseAlarms.push(await breathe(() => measureFalseAlarms(variant, ours, bench, counts)));
    const verdicts = [];
    for (const cell of verdictCells) verdicts.push(await breathe(() => verdictsOf(cell, bench, counts)));
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
      peersRun: peersInstalled(),
      skipped: peers.filter((peer) => !peersOf(bench.full).includes(peer)).map(({ name }) => name),
    };
    return {
      markdown: printSimulated(results),
      json: { target, ...results },
      figures: drawSimulated(results),
    };
  },
};

const streamSources = ["residual-stream", "random-stream", "tune-limit", "measure-delay"].map(
  (file) => `bench/detection/simulated/${file}.ts`,
);
const ourSources = ["core/scoring", ...streamSources, "bench/detection/simulated/plumbline-detector.ts"];
const verdictSources = [...ourSources, "bench/detection/simulated/measure-verdicts.ts"];
const textbookSources = [...streamSources, "bench/detection/simulated/textbook-detectors.ts"];

/** The detectors in Python have the other core meanwhile. */
function startPeers(bench: Bench): Promise<readonly DetectorRow[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly DetectorRow[]>();
  const worker = new Worker(new URL("peers-worker.ts", import.meta.url), {
    workerData: { full: bench.full, share: bench.share },
  });
  worker.on("message", (message: PeersMessage) => {
    if ("step" in message) bench.step(message.step);
    else resolve(message.rows);
  });
  worker.on("error", reject);
  return promise;
}

interface Ours {
  readonly row: DetectorRow;
  /** Delays at the product's own limit, nothing tuned. */
  readonly atDefault: readonly Delay[];
}

async function measureOurs(bench: Bench, counts: Counts): Promise<Ours> {
  const tunings = await tuned(plumbline, { ...judgedBy(bench, ourSources), tune: counts.tune });
  const delays: Delay[][] = [];
  for (const [at, { condition }] of cells.entries()) {
    const plan = planOfCell(bench, at, counts);
    const limits = [tunings[condition].limit, defaultSettings.evidence.cautionNats];
    bench.step(`${plumbline.name}: change ${at + 1}`);
    delays.push(
      await breathe(() =>
        bench.kept("delays", [plan, limits, counts.delay], ourSources, () =>
          measureDelays(plumbline, { limits, runs: counts.delay, seed: plan.seed, plan }),
        ),
      ),
    );
  }
  return {
    row: {
      detector: plumbline.name,
      parameter: "limit, nats",
      tunings,
      delays: delays.map(([atTuned]) => atTuned!),
      offline: false,
    },
    atDefault: delays.map(([, atDefault]) => atDefault!),
  };
}

async function measureTextbook(detector: Detector, bench: Bench, counts: Counts): Promise<DetectorRow> {
  bench.step(detector.name);
  const runs = counts.textbook;
  const tunings = await tuned(detector, { ...judgedBy(bench, textbookSources), tune: runs });
  const delays = cells.map(({ condition }, at) => {
    const plan = planOfCell(bench, at, counts);
    const { limit } = tunings[condition];
    return bench.kept("delays", [detector.name, plan, limit, runs], textbookSources, () =>
      measureDelays(detector, { limits: [limit], runs, seed: plan.seed, plan }),
    )[0]!;
  });
  return { detector: detector.name, parameter: "limit", tunings, delays, offline: false };
}

interface Judging {
  readonly bench: Bench;
  readonly madeBy: readonly string[];
}

function judgedBy(bench: Bench, madeBy: readonly string[]): Judging {
  return { bench, madeBy };
}

/** By condition the limit that the stated share of tuning runs reaches, and the share of fresh runs that reach it. */
async function tuned(
  detector: Detector,
  { bench, madeBy, tune }: Judging & { readonly tune: number },
): Promise<Readonly<Record<Condition, Tuning>>> {
  const tunings: Partial<Record<Condition, Tuning>> = {};
  for (const condition of Object.keys(conditions) as Condition[]) {
    const plan = { ...planOf(bench), ...conditions[condition] };
    const runs = condition === "normal noise" ? tune : Math.ceil(tune / 2);
    const judging = { bench, madeBy, runs };
    const sorted = (await breathe(() => quietRuns(detector, plan, judging))).toSorted((a, b) => a - b);
    const limit = sorted[Math.floor((1 - target.probability) * runs)]!;
    const fresh = await breathe(() => quietRuns(detector, withFreshSeeds(plan), judging));
    const probability = fresh.filter((value) => value >= limit).length / runs;
    tunings[condition] = { limit, runs, probability, freshRuns: runs };
  }
  return tunings as Readonly<Record<Condition, Tuning>>;
}

/** The largest statistic of each of some fault-free runs. */
function quietRuns(
  detector: Detector,
  plan: StreamPlan,
  { bench, madeBy, runs }: Judging & { readonly runs: number },
): number[] {
  return bench.kept("quiet", [detector.name, runs, plan], madeBy, () =>
    largestStatistics(detector, { runs, seed: plan.seed, plan }),
  );
}

function withFreshSeeds(plan: StreamPlan): StreamPlan {
  return { ...plan, seed: plan.seed + freshSeeds };
}

/** False alarms where something differs from the streams the limit was tuned on: nothing is tuned again. */
function measureFalseAlarms(
  { what, change }: (typeof falseAlarmVariants)[number],
  ours: Ours,
  bench: Bench,
  counts: Counts,
): FalseAlarms {
  bench.step(`false alarms: ${what}`);
  const plan = withFreshSeeds({ ...planOf(bench), ...change });
  const runs = counts.falseAlarms;
  const largest = quietRuns(plumbline, plan, { bench, madeBy: ourSources, runs });
  const breached = bench.kept("breached", [plan, runs], verdictSources, () => {
    // Without W at the limit there is no breach; with it there may be.
    const suspects = largest.flatMap((value, run) =>
      value >= defaultSettings.evidence.cautionNats ? [run] : [],
    );
    return suspects.filter((run) =>
      breaches({ ...plan, seed: plan.seed + run, framesBefore: target.frames, framesAfter: 0 }),
    ).length;
  });
  const textbook = { bench, madeBy: textbookSources, runs: counts.textbook };
  const plugInLargest = quietRuns(textbookDetectors[0]!, plan, textbook);
  const share = (values: readonly number[], limit: number) =>
    values.filter((value) => value >= limit).length / values.length;
  return {
    what,
    runs,
    atTuned: share(largest, ours.row.tunings["normal noise"]!.limit),
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
  return bench.kept("verdicts", [cell, plan, counts.verdicts], verdictSources, () =>
    measureVerdicts(cell, { runs: counts.verdicts, plan }),
  );
}

const runLengthOfTarget = -target.frames / Math.log(1 - target.probability);

/**
 * What a detector could reach that knows the mean, the spread, the direction, the size and that the change is a step: the
 * one-sided CUSUM with k = size/2 at the same run length (Moustakides 1986), in conditional steady state. Only for steps in normal noise.
 */
function boundAt(cell: Cell, runLength: number): number | null {
  if (cell.shape !== "step" || cell.condition !== "normal noise") return null;
  const chart = { kind: "cusum", k: cell.size / 2, h: 0, sides: 1, headStart: 0 } as const;
  const h = limitForRunLength(chart, runLength, "zero-state");
  return averageRunLength({ ...chart, h }, { kind: "shift", size: cell.size }, "steady-state").frames;
}

/** Lets the worker's messages in between two long computations. */
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
