import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { averageRunLength } from "../../core/scoring/run-length/average-run-length.ts";
import { limitForRunLength } from "../../core/scoring/run-length/limit-for-run-length.ts";
import { runStamp, type RunStamp } from "../run-stamp.ts";
import type { Detector } from "./simulated/detector.ts";
import { measureDelay } from "./simulated/measure-delay.ts";
import { peers, peersInstalled, runPeer, type Peer } from "./simulated/peer-process.ts";
import { plumbline } from "./simulated/plumbline-detector.ts";
import {
  directions,
  noiseFamilies,
  type Direction,
  type Shape,
  type StreamPlan,
} from "./simulated/residual-stream.ts";
import { textbookDetectors } from "./simulated/textbook-detectors.ts";
import { target, tuneLimit } from "./simulated/tune-limit.ts";

/**
 * Simulated streams, design page scoring, section 5: every detector gets the same fault-free streams and is set to the same false
 * alarm probability on them, then the same faults. Prints Markdown, writes JSON. `--full` runs more and longer.
 */
const full = process.argv.includes("--full");
const results = join(import.meta.dirname, "../results");
const cache = join(import.meta.dirname, "../.cache/detection");
const seed = 20_261_121;

const counts = full
  ? { tuneRuns: 400, delayRuns: 200, peerDelayRuns: 60, calibrationRuns: 400 }
  : { tuneRuns: 120, delayRuns: 24, peerDelayRuns: 12, calibrationRuns: 60 };

const plan: StreamPlan = {
  seed,
  noise: "normal",
  baselineFrames: 50,
  framesBefore: 0,
  framesAfter: 0,
  change: null,
  missing: 0,
};

interface Cell {
  readonly direction: Direction;
  readonly shape: Shape;
  readonly size: number;
}

const cells: readonly Cell[] = [
  ...(Object.keys(directions) as Direction[]).flatMap((direction) =>
    [0.5, 1, 2, 4].map((size): Cell => ({ direction, shape: "step", size })),
  ),
  ...[0.01, 0.03, 0.1].map((size): Cell => ({ direction: "radar", shape: "ramp", size })),
  { direction: "radar", shape: "intermittent", size: 2 },
];

interface Row {
  readonly detector: string;
  readonly tuning: {
    readonly limit: number;
    readonly parameter: string;
    readonly probability: number;
    readonly runs: number;
  };
  readonly delays: readonly { readonly mean: number; readonly halfWidth: number; readonly missed: number }[];
  readonly offline: boolean;
}

const rows: Row[] = [];
for (const detector of [plumbline, ...textbookDetectors])
  rows.push(cached(detector.name, () => measureDetector(detector)));
if (peersInstalled()) for (const peer of peers) rows.push(cached(peer.name, () => measurePeer(peer)));
const calibration = cached("calibration", measureCalibration);
const bounds = cells.map(clairvoyantBound);
report(runStamp(), rows, calibration);

function measureDetector(detector: Detector): Row {
  progress(`${detector.name}: tuning`);
  const ours = detector === plumbline;
  const tuning = tuneLimit(detector, { runs: ours ? counts.tuneRuns : 4 * counts.tuneRuns, seed, plan });
  const delays = cells.map((cell, at) => {
    progress(`${detector.name}: ${name(cell)}`);
    const runs = ours ? counts.delayRuns : 4 * counts.delayRuns;
    return measureDelay(detector, {
      limit: tuning.limit,
      runs,
      seed: seed + 7_919 * (at + 1),
      plan: withChange(cell),
    });
  });
  const { limit, probabilityOnFreshRuns: probability, runs } = tuning;
  return {
    detector: detector.name,
    tuning: { limit, parameter: "limit", probability, runs },
    delays,
    offline: false,
  };
}

/** A peer's parameter is the least sensitive that keeps the target on the tuning streams, interpolating nothing. */
function measurePeer(peer: Peer): Row {
  progress(`${peer.name}: tuning`);
  const runs = Math.min(peer.mostRuns, counts.tuneRuns);
  const quiet = { ...plan, framesBefore: target.frames };
  const alarms = runPeer(peer, quiet, { first: seed, count: runs }, peer.limits);
  const shares = peer.limits.map((_, at) => alarms.filter((run) => run[at] !== null).length / runs);
  const chosen = shares.findIndex((share) => share <= target.probability + 1e-9);
  const at = chosen < 0 ? peer.limits.length - 1 : chosen;
  const limit = peer.limits[at]!;
  const delays = cells.map((cell, index) => {
    progress(`${peer.name}: ${name(cell)}`);
    const change = withChange(cell);
    const count = Math.min(peer.mostRuns, counts.peerDelayRuns);
    const found = runPeer(peer, change, { first: seed + 7_919 * (index + 1), count }, [limit]).map(
      ([alarm]) => alarm ?? null,
    );
    const late = found.filter((alarm): alarm is number => alarm !== null && alarm > change.framesBefore);
    const early = found.filter((alarm) => alarm !== null && alarm <= change.framesBefore).length;
    const waits = late.map((alarm) => alarm - change.framesBefore);
    const mean = waits.reduce((total, wait) => total + wait, 0) / waits.length;
    const variance =
      waits.reduce((total, wait) => total + (wait - mean) ** 2, 0) / Math.max(1, waits.length - 1);
    return {
      mean,
      halfWidth: 1.96 * Math.sqrt(variance / waits.length),
      missed: 1 - late.length / Math.max(1, count - early),
    };
  });
  return {
    detector: peer.name,
    tuning: { limit, parameter: peer.parameter, probability: shares[at]!, runs },
    delays,
    offline: peer.offline,
  };
}

/** False alarms of W at its default limit, by baseline length and by noise: nothing is tuned here. */
function measureCalibration(): { what: string; probability: number; halfWidth: number; runs: number }[] {
  const defaultLimit = 6.75;
  const variants: [string, Partial<StreamPlan>][] = [
    ...[20, 50, 200, 500].map((frames): [string, Partial<StreamPlan>] => [
      `baseline ${frames}`,
      { baselineFrames: frames },
    ]),
    ...noiseFamilies
      .slice(1)
      .map((noise): [string, Partial<StreamPlan>] => [`noise ${noise}, baseline 50`, { noise }]),
    ["30 % missing, baseline 50", { missing: 0.3 }],
  ];
  return variants.map(([what, change]) => {
    progress(`false alarms: ${what}`);
    const runs = counts.calibrationRuns;
    const quiet = { ...plan, ...change, framesBefore: 0, framesAfter: target.frames };
    const { missed } = measureDelay(plumbline, {
      limit: defaultLimit,
      runs,
      seed: seed + 31_337,
      plan: quiet,
    });
    const probability = 1 - missed;
    return { what, probability, halfWidth: 1.96 * Math.sqrt((probability * (1 - probability)) / runs), runs };
  });
}

function withChange(cell: Cell): StreamPlan {
  return { ...plan, framesBefore: 500, framesAfter: full ? 3_000 : 1_500, change: cell };
}

/**
 * What a detector could reach that knows the mean, the spread, the direction, the size and the moment's kind: the one-sided
 * CUSUM with k = size/2 at the same run length (Moustakides 1986), in steady state. Only for steps.
 */
function clairvoyantBound(cell: Cell): number | null {
  if (cell.shape !== "step") return null;
  const runLength = -target.frames / Math.log(1 - target.probability);
  const chart = { kind: "cusum", k: cell.size / 2, h: 0, sides: 1, headStart: 0 } as const;
  const h = limitForRunLength(chart, runLength, "zero-state");
  return averageRunLength({ ...chart, h }, { kind: "shift", size: cell.size }, "steady-state").frames;
}

function cached<T>(what: string, compute: () => T): T {
  const key = createHash("sha256")
    .update(JSON.stringify([what, counts, plan, cells, seed, scoringFingerprint()]))
    .digest("hex");
  const file = join(cache, `${key.slice(0, 24)}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as T;
  const value = compute();
  mkdirSync(cache, { recursive: true });
  writeFileSync(file, JSON.stringify(value));
  return value;
}

/** A kept result is only good for the scoring that made it. */
function scoringFingerprint(): string {
  return runStamp().scoringSha256;
}

function name({ direction, shape, size }: Cell): string {
  return shape === "step"
    ? `${direction} ${size} σ`
    : `${direction} ${shape} ${size} σ${shape === "ramp" ? "/frame" : ""}`;
}

function progress(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${what}`);
}

function report(
  stamp: RunStamp,
  table: readonly Row[],
  falseAlarms: ReturnType<typeof measureCalibration>,
): void {
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  const online = table.filter((row) => !row.offline);
  const others = online.filter((row) => row.detector !== plumbline.name);
  const ours = table[0]!;
  const better = cells.filter((_, at) =>
    others.every((row) => beats(ours.delays[at]!, row.delays[at]!)),
  ).length;
  const within = cells.filter((_, at) =>
    others.every((row) => effective(ours.delays[at]!) <= 1.1 * effective(row.delays[at]!)),
  ).length;
  const lines = [
    `# Simulated detection ${full ? "(full)" : "(quick)"}`,
    "",
    `${stamp.date}, commit ${stamp.commit}, ${stamp.machine}. Every detector is set to P(false alarm within ${target.frames} frames) = ${target.probability.toFixed(3)} on the same fault-free streams (baseline 50 frames); the change comes 500 frames later. Mean delay in frames ± 95 %; † where more than a tenth of the runs never alarmed.`,
    "",
    `Plumbline is fastest in ${better} of ${cells.length} cells and at most 10 % behind the fastest in ${within}.`,
    "",
    `| change | bound | ${online.map((row) => row.detector).join(" | ")} |`,
    `|---|---|${online.map(() => "---").join("|")}|`,
    ...cells.map(
      (cell, at) =>
        `| ${name(cell)} | ${bounds[at]?.toFixed(1) ?? "–"} | ${online.map((row) => show(row.delays[at]!)).join(" | ")} |`,
    ),
    "",
    "Tuning:",
    "",
    "| detector | parameter | value | P(false alarm) seen | runs |",
    "|---|---|---|---|---|",
    ...table.map(
      ({ detector, tuning }) =>
        `| ${detector} | ${tuning.parameter} | ${Number(tuning.limit.toPrecision(4))} | ${tuning.probability.toFixed(3)} | ${tuning.runs} |`,
    ),
    "",
    "Plumbline at its default limit 6.75, nothing tuned:",
    "",
    `| fault-free streams | P(false alarm within ${target.frames}) | runs |`,
    "|---|---|---|",
    ...falseAlarms.map(
      (row) => `| ${row.what} | ${row.probability.toFixed(3)} ± ${row.halfWidth.toFixed(3)} | ${row.runs} |`,
    ),
    "",
  ];
  if (!peersInstalled())
    lines.push("Detectors in Python were not run: install them with `bench/detection/peers/install.sh`.", "");
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, "simulated-detection.md"), lines.join("\n"));
  const json = {
    stamp,
    full,
    target,
    cells: cells.map((cell, at) => ({ ...cell, bound: bounds[at] })),
    rows: table,
    falseAlarms,
  };
  writeFileSync(join(results, "simulated-detection.json"), `${JSON.stringify(json, null, 1)}\n`);
  process.stdout.write(lines.join("\n"));
}

type Measured = Row["delays"][number];

/** Missing half of the faults makes the mean of the others no delay at all. */
function effective({ mean, missed }: Measured): number {
  return missed > 0.1 || !Number.isFinite(mean) ? Number.POSITIVE_INFINITY : mean;
}

function beats(ours: Measured, theirs: Measured): boolean {
  return effective(ours) <= effective(theirs);
}

function show({ mean, halfWidth, missed }: Measured): string {
  if (!Number.isFinite(mean)) return "never";
  return `${mean.toFixed(1)} ± ${halfWidth.toFixed(1)}${missed > 0.1 ? " †" : ""}`;
}
