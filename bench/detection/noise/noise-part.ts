import type { Bench, Part } from "../bench.ts";
import { nameOf } from "./noise-cell.ts";
import type { NoiseCell } from "./noise-cell.ts";
import { allCells, demandedCells } from "./noise-cells.ts";
import { nominalRunLength, rowOf } from "./noise-results.ts";
import type { NoiseRow } from "./noise-results.ts";
import { breachTable, daysTable, delayTable } from "./noise-tables.ts";
import { runCell } from "./run-cell.ts";
import { framesAfterStep, framesBeforeStep, runSteps, stepBound, stepCells } from "./step-delays.ts";
import type { StepCell, StepRow } from "./step-delays.ts";

/** Which cells, and how many vehicles in each; a full bench runs all, a quick one those the issue demands. */
export interface NoisePlan {
  /** In each cell with a promise of the issue; a quarter as many in the others. */
  readonly vehicles: number;
  readonly cells: readonly NoiseCell[];
  readonly steps: readonly StepCell[];
}

export const noisePart: Part = {
  name: "noise",
  title: "Noise as it is",
  steps: (full) => planFor(full).cells.length + stepCells.length,
  run: (bench) => measureNoise(bench, planFor(bench.full, bench.share)),
};

export function planFor(full: boolean, share = 1): NoisePlan {
  return full
    ? { vehicles: Math.max(20, Math.round(200 * share)), cells: allCells(), steps: stepCells }
    : { vehicles: 40, cells: demandedCells(), steps: stepCells };
}

export function measureNoise(bench: Bench, { vehicles, cells, steps }: NoisePlan) {
  const demanded = new Set(demandedCells().map(nameOf));
  const rows = cells.map((cell) =>
    measureCell(bench, cell, demanded.has(nameOf(cell)) ? vehicles : Math.ceil(vehicles / 4)),
  );
  const bounds = new Map([1, 2].map((size) => [size, stepBound(size)]));
  const stepRows = steps.map((cell): StepRow => {
    bench.step(`${cell.what}, ${cell.size} σ`);
    const outcome = bench.kept("noise step", { cell, vehicles }, stepSources, () => runSteps(cell, vehicles));
    return { cell, outcome, bound: bounds.get(cell.size)! };
  });
  const markdown = [...tell(rows, vehicles), ...tellSteps(stepRows)];
  return { markdown, json: { vehicles, rows, steps: stepRows }, figures: [] };
}

/** What makes a cell's figures: printing them does not. */
const sources = [
  "core/scoring",
  ...[
    "small-fast-counter",
    "noise-source",
    "noisy-vehicle",
    "hearing",
    "wander",
    "noise-scorer",
    "run-cell",
  ].map((file) => `bench/detection/noise/${file}.ts`),
];

const stepSources = [...sources, "bench/detection/noise/step-delays.ts"];

function measureCell(bench: Bench, cell: NoiseCell, vehicles: number): NoiseRow {
  const name = nameOf(cell);
  bench.step(name);
  const outcome = bench.kept("noise cell", { cell, vehicles }, sources, () => runCell(cell, vehicles));
  return rowOf(name, cell, outcome);
}

function tell(rows: readonly NoiseRow[], vehicles: number): string[] {
  const missed = rows.filter(({ verdict }) => verdict === "missed").length;
  const judged = rows.filter(({ verdict }) => verdict !== "–").length;
  return [
    `Vehicles without a fault, through frames and fold, ${vehicles} in each row the issue demands, a quarter as many in the others; each with a noise, a mount and a bias of its own. Accused: the product opened a breach within 2,000 frames. Zero zones: only σ counts (\`indifferenceShare\` 0); default zones: the product's settings, with a noise of 0.06° an axis, 0.06 m and 0.25 in the logarithm of the lidar's error; calm: a third of that, noisy: 0.3°, 0.3 m, 0.6. Early verdicts: breaches opened before the sensor had a baseline. Fleet: the vehicle's journal begins with the prior of 30 other vehicles of the same noise. Nominal: 1 − exp(−blocks/${nominalRunLength.toPrecision(2)}), with the blocks that W looked at. Intervals are Wilson's. Worst cells first.`,
    "",
    `${judged - missed} of ${judged} rows with a promise keep it.`,
    "",
    ...breachTable(rows),
    "",
    "For 14 days at a frame a minute, with a daily wander of 0.06°, 0.05 m and 0.03 m to either side, four minutes later each day, and without. Nominal counts the first two days as well:",
    "",
    ...daysTable(rows),
    "",
  ];
}

function tellSteps(rows: readonly StepRow[]): string[] {
  if (rows.length === 0) return [];
  return [
    `Steps in white noise, zero zones, after ${framesBeforeStep} frames, followed for ${framesAfterStep}: mean delay in frames, each a block, beside the exact bound at a run length of 1e5 for who knows mean, spread, direction and size. Worst ratio first.`,
    "",
    ...delayTable(rows),
    "",
  ];
}
