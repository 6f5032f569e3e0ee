import { spawnSync } from "node:child_process";

import { averageRunLength } from "../../../core/chart-design/average-run-length.ts";
import { limitForRunLength } from "../../../core/chart-design/limit-for-run-length.ts";
import type { Bench, Part } from "../bench.ts";
import { figure, markdownTable } from "../../markdown-table.ts";
import { referenceRows, type ReferenceRow } from "./reference-rows.ts";
import { simulateRunLength, type SimulatedRunLength } from "./simulate-chart.ts";

/** Published run lengths by integral equation, by simulation and by R's spc: three ways that share nothing. */
export const referencePart: Part = {
  name: "reference-tables",
  title: "Reference run lengths",
  steps: () => referenceRows.length + 1,
  run(bench) {
    const fromR = valuesFromR();
    const rows = referenceRows.map((row, at) => ({
      ...row,
      computed: averageRunLength(row.chart, row.change, row.start).frames,
      simulated: simulated(bench, row, at),
      spc: fromR?.[at] ?? null,
    }));
    bench.step("bounds");
    const worst = Math.max(
      ...rows.flatMap(({ computed, spc }) => (spc === null ? [] : [Math.abs(computed / spc - 1)])),
    );
    const outside = rows.filter(
      ({ computed, simulated }) => Math.abs(computed - simulated.mean) > 1.5 * simulated.halfWidth,
    );
    const bounds = boundTable();
    const markdown = [
      fromR === null
        ? "R's spc is not on this machine: that column is empty."
        : `Largest relative difference between the integral equations here and spc: ${worst.toExponential(1)}.`,
      `Simulation disagrees with the integral equations by more than 3 standard errors in ${outside.length} of ${rows.length} rows.`,
      "",
      ...markdownTable(
        ["row", "chart", "published", "computed", "simulated ± 95 %", "spc", "source"],
        rows.map((row) => [
          row.row,
          row.what,
          String(row.published),
          figure(row.computed, 2),
          `${figure(row.simulated.mean, 2)} ± ${figure(row.simulated.halfWidth, 2)}`,
          figure(row.spc, 2),
          row.source,
        ]),
      ),
      "",
      "Lorden's bound: the exact CUSUM that knows the shift (k = δ/2), zero state / conditional steady state, frames (row R4):",
      "",
      ...markdownTable(
        ["in-control run length", ...boundShifts.map((shift) => `δ ${shift}`)],
        bounds.map(({ runLength, delays }) => [
          String(runLength),
          ...delays.map(({ zero, steady }) => `${figure(zero, 2)} / ${figure(steady, 2)}`),
        ]),
      ),
      "",
    ];
    return { markdown, json: { rows, bounds, largestDifferenceToSpc: worst }, figures: [] };
  },
};

function simulated(
  bench: Bench,
  { chart, change, start, what }: ReferenceRow,
  at: number,
): SimulatedRunLength {
  bench.step(what);
  const inControl = averageRunLength(chart, change, start).frames;
  // As many runs as some million frames hold; a run length of 1e4 gets fewer runs than one of 10.
  const frames = bench.full ? 8e6 * bench.share : 1e6;
  const runs = Math.max(100, Math.min(bench.full ? 200_000 : 20_000, Math.round(frames / inControl)));
  const plan = { change, start, runs, seed: bench.seed + at };
  return bench.kept("reference", [chart, plan], madeBy, () => simulateRunLength(chart, plan));
}

const madeBy = ["bench/detection/reference/simulate-chart.ts", "bench/detection/simulated/random-stream.ts"];

const boundShifts = [0.25, 0.5, 1, 1.5, 2, 3];

function boundTable() {
  return [370, 1_000, 10_000, 100_000].map((runLength) => ({
    runLength,
    delays: boundShifts.map((size) => {
      const chart = { kind: "cusum", k: size / 2, h: 0, sides: 1, headStart: 0 } as const;
      const h = limitForRunLength(chart, runLength, "zero-state");
      const delay = (start: "zero-state" | "steady-state") =>
        averageRunLength({ ...chart, h }, { kind: "shift", size }, start).frames;
      return { zero: delay("zero-state"), steady: delay("steady-state") };
    }),
  }));
}

/** One R process for all rows; null where there is no Rscript with spc. */
function valuesFromR(): (number | null)[] | null {
  const lines = referenceRows.map(({ r }) =>
    r === null ? "cat(NA, '\\n')" : `cat(sprintf("%.8f", ${r}), "\\n")`,
  );
  const script = ["suppressMessages(library(spc))", ...lines].join("\n");
  const ran = spawnSync("Rscript", ["-"], { input: script, encoding: "utf8", timeout: 120_000 });
  if (ran.status !== 0) return null;
  const values = ran.stdout
    .trim()
    .split(/\s*\n\s*/u)
    .map((line) => (line === "NA" ? null : Number(line)));
  return values.length === referenceRows.length ? values : null;
}
