import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import type { PartOutcome } from "../bench.ts";
import { figure, markdownTable } from "../../markdown-table.ts";
import { drawPlot } from "../../svg-plot.ts";
import type { Delay } from "./measure-delay.ts";
import type { Verdicts } from "./measure-verdicts.ts";
import type { Direction } from "./residual-stream.ts";
import {
  conditions,
  countLeads,
  effectiveDelay,
  type Cell,
  type Condition,
  type DetectorRow,
  type SimulatedResults,
} from "./simulated-results.ts";
import { target } from "./tune-limit.ts";

export function printSimulated(results: SimulatedResults): string[] {
  const online = results.others.filter((row) => !row.offline);
  return [
    `Every detector is set to P(false alarm within ${target.frames} frames) = ${target.probability.toFixed(3)}, an in-control run length of 1e4, on the same fault-free streams (five channels, baseline of 50 frames, a mean and a spread of each vehicle's own), anew under every kind of noise; the change comes 500 frames later. Mean delay in frames ± 95 %; † where more than a tenth of the runs never alarmed. The bound knows mean, spread, direction and size.`,
    "",
    ...(Object.keys(conditions) as Condition[]).map((condition) => tellLeads(results, online, condition)),
    tellLeads(results, online, null),
    "",
    ...(results.peersRun
      ? results.skipped.length > 0
        ? [`Not run here, because they take so long: ${results.skipped.join(", ")}.`]
        : []
      : ["Detectors in Python were not run: install them with `bench/detection/peers/install.sh`."]),
    "",
    ...delayTable(results, online),
    "",
    "W against each of them over the same cells; a cell the other misses in more than a tenth of the runs counts as W's, and the other way round:",
    "",
    ...markdownTable(
      [
        "detector",
        "W is faster in",
        "W is within 10 % in",
        "median of its delay ÷ W's",
        "its best: smallest",
        "where",
        "cells it misses",
      ],
      online.map((row) => againstOne(row, results)),
    ),
    "",
    "Tuning:",
    "",
    ...markdownTable(
      [
        "detector",
        "noise",
        "what is set",
        "value",
        "runs it was set on",
        "P(false alarm) on fresh runs",
        "fresh runs",
      ],
      [results.ours, ...results.others].flatMap((row) =>
        Object.entries(row.tunings).map(([condition, tuning]) => [
          row.detector,
          condition,
          row.parameter,
          String(Number(tuning.limit.toPrecision(4))),
          String(tuning.runs),
          `${tuning.probability.toFixed(3)} ± ${spread(tuning.probability, tuning.freshRuns)}`,
          String(tuning.freshRuns),
        ]),
      ),
    ),
    "",
    ...tellOffline(results),
    "## W at its default limit against the bound at a run length of 1e5",
    "",
    `Nothing tuned: baseline 50 frames, change after 500 more, limit ${defaultSettings.evidence.cautionNats}.`,
    "",
    ...markdownTable(
      ["change", "bound", "delay", "ratio"],
      results.cells.flatMap((cell, at) =>
        cell.bound1e5 === null
          ? []
          : [
              [
                nameOf(cell),
                figure(cell.bound1e5, 1),
                show(results.atDefault[at]!),
                figure((results.atDefault[at]!.mean ?? Number.NaN) / cell.bound1e5, 2),
              ],
            ],
      ),
    ),
    "",
    `## False alarms within ${target.frames} frames`,
    "",
    `Nothing is tuned again: the limit is the one tuned on baselines of 50 frames and normal noise (nominal ${target.probability.toFixed(3)}), and the product’s own, under which a breach opens only if W would be there without any single frame (nominal 0.018). The plug-in CUSUM (k 0.5 on each channel) has the limit that would give the nominal share if mean and deviation were known.`,
    "",
    ...markdownTable(
      [
        "fault-free streams",
        "W, tuned limit",
        "× nominal",
        "product, default limit",
        "plug-in CUSUM",
        "× nominal",
        "runs",
      ],
      results.falseAlarms.map((row) => [
        row.what,
        `${row.atTuned.toFixed(3)} ± ${spread(row.atTuned, row.runs)}`,
        figure(row.atTuned / target.probability, 2),
        `${row.breached.toFixed(3)} ± ${spread(row.breached, row.runs)}`,
        row.plugIn.toFixed(3),
        figure(row.plugIn / target.probability, 2),
        String(row.runs),
      ]),
    ),
    "",
    "## What it says once it has alarmed",
    "",
    "Default limit; the source by its posterior at the alarm and ten frames later; the mean error of the change point; how many 80 % drift intervals held the truth 20 frames after the alarm.",
    "",
    ...markdownTable(
      [
        "change",
        "frames to the breach",
        "÷ bound at 1e5",
        "source at alarm",
        "source +10",
        "change time error, frames",
        "80 % interval holds",
        "alarms",
      ],
      results.verdicts.map((verdict) => [
        `${verdict.direction} ${verdict.size} σ`,
        figure(verdict.delay, 1),
        figure(verdict.delay / boundOf(results, verdict), 2),
        figure(verdict.rightAtAlarm, 2),
        figure(verdict.rightSettled, 2),
        figure(verdict.changeTimeError, 1),
        figure(verdict.covered / verdict.estimates, 2),
        `${verdict.alarmed}/${verdict.runs}`,
      ]),
    ),
    "",
    "",
  ];
}

/** How often W leads under one condition, or under all. */
function tellLeads(
  results: SimulatedResults,
  online: readonly DetectorRow[],
  condition: Condition | null,
): string {
  const { leading, within, behind, cells } = countLeads(
    ofCondition(results, results.ours, condition),
    online.map((row) => ofCondition(results, row, condition)),
  );
  const line = `${condition ?? "all together"}: W is fastest in ${leading} of ${cells} cells, within 10 % of the fastest in ${within}, slower by more than the 95 % intervals in ${behind}`;
  return condition === null ? `- **${line}**` : `- ${line}`;
}

function ofCondition(
  { cells }: SimulatedResults,
  { delays }: DetectorRow,
  condition: Condition | null,
): readonly (Delay | null)[] {
  return delays.filter((_, at) => condition === null || cells[at]!.condition === condition);
}

function delayTable(results: SimulatedResults, online: readonly DetectorRow[]): string[] {
  return markdownTable(
    [
      "change",
      "bound",
      "**W**",
      "ratio to bound",
      "fastest other ÷ W",
      "fastest other",
      ...online.map((row) => row.detector),
    ],
    worstCellsFirst(results, online).map((at) => {
      const cell = results.cells[at]!;
      const ours = results.ours.delays[at]!;
      const { delay: fastest, detector } = fastestAt(online, at);
      return [
        nameOf(cell),
        figure(cell.bound, 1),
        show(ours),
        figure(cell.bound === null ? null : effectiveDelay(ours) / cell.bound, 2),
        figure(fastest / effectiveDelay(ours), 2),
        detector,
        ...online.map((row) => show(row.delays[at]!)),
      ];
    }),
  );
}

/** Positions of the cells, those where another is furthest ahead of W first. */
function worstCellsFirst({ cells, ours }: SimulatedResults, online: readonly DetectorRow[]): number[] {
  const leadAt = (at: number) => {
    const [mine, other] = [effectiveDelay(ours.delays[at]!), fastestAt(online, at).delay];
    if (mine === other) return 1;
    return other / mine;
  };
  return cells.map((_, at) => at).toSorted((a, b) => leadAt(a) - leadAt(b));
}

/** Who is fastest in a cell but W, and how fast. */
function fastestAt(
  online: readonly DetectorRow[],
  at: number,
): { readonly delay: number; readonly detector: string } {
  let fastest = { delay: Number.POSITIVE_INFINITY, detector: "–" };
  for (const { detector, delays } of online) {
    const delay = effectiveDelay(delays[at]!);
    if (delay < fastest.delay) fastest = { delay, detector };
  }
  return fastest;
}

function againstOne(
  { detector, delays }: DetectorRow,
  { cells: measuredCells, ours }: SimulatedResults,
): string[] {
  const { leading, within, cells } = countLeads(ours.delays, [delays]);
  const measured = delays.flatMap((delay, at) => (delay === null ? [] : [{ delay, at }]));
  const ratios = measured
    .map(({ delay, at }) => ({ ratio: effectiveDelay(delay) / effectiveDelay(ours.delays[at]!), at }))
    .filter(({ ratio }) => !Number.isNaN(ratio))
    .toSorted((a, b) => a.ratio - b.ratio);
  const best = ratios[0];
  const missed = measured.filter(({ delay }) => effectiveDelay(delay) === Number.POSITIVE_INFINITY).length;
  return [
    detector,
    `${leading} of ${cells}`,
    `${within} of ${cells}`,
    figure(ratios[ratios.length >> 1]?.ratio, 2),
    figure(best?.ratio, 2),
    best === undefined ? "–" : nameOf(measuredCells[best.at]!),
    String(missed),
  ];
}

/** What sees the whole stream at once has no delay; it shows whether the change could be seen at all. */
function tellOffline(results: SimulatedResults): string[] {
  const offline = results.others.filter((row) => row.offline);
  if (offline.length === 0) return [];
  return [
    "Offline references see the whole stream at once: distance of the first change point they place after the change from it, at the same false alarm share; no delay.",
    "",
    ...markdownTable(
      ["change", ...offline.map((row) => row.detector)],
      results.cells.flatMap((cell, at) =>
        offline.every((row) => row.delays[at] === null)
          ? []
          : [[nameOf(cell), ...offline.map((row) => show(row.delays[at]!))]],
      ),
    ),
    "",
  ];
}

export function drawSimulated(results: SimulatedResults): PartOutcome["figures"] {
  const online = [results.ours, ...results.others.filter((row) => !row.offline)];
  const perDirection = (["radar", "camera oblique", "all sensors"] as const).map((direction) => ({
    file: `delay-${direction.replaceAll(" ", "-")}.svg`,
    svg: drawPlot({
      title: `Delay of a step: ${direction}, equal false alarm rate`,
      xLabel: "size of the step, σ",
      yLabel: "mean delay, frames",
      xScale: "logarithmic",
      yScale: "logarithmic",
      lines: [
        ...online.map((row) => ({
          label: row.detector,
          strong: row === results.ours,
          points: results.cells.flatMap((cell, at): [number, number | null][] =>
            isNormalStep(cell, direction) ? [[cell.size, finite(effectiveDelay(row.delays[at]!))]] : [],
          ),
        })),
        {
          label: "bound (knows everything)",
          dashed: true,
          points: results.cells.flatMap((cell): [number, number | null][] =>
            isNormalStep(cell, direction) ? [[cell.size, cell.bound]] : [],
          ),
        },
      ],
    }),
  }));
  const byBaseline = results.falseAlarms.flatMap((row) =>
    row.what.startsWith("baseline ") ? [{ frames: Number(row.what.split(" ")[1]), row }] : [],
  );
  const falseAlarms = {
    file: "false-alarms-by-baseline.svg",
    svg: drawPlot({
      title: `P(false alarm within ${target.frames} frames) by length of the baseline`,
      xLabel: "frames in the baseline",
      yLabel: "probability",
      xScale: "logarithmic",
      yScale: "linear",
      levels: [{ y: target.probability, label: "nominal" }],
      lines: [
        {
          label: "W",
          strong: true,
          points: byBaseline.map(({ frames, row }): [number, number] => [frames, row.atTuned]),
        },
        {
          label: "plug-in CUSUM, textbook limit",
          points: byBaseline.map(({ frames, row }): [number, number] => [frames, row.plugIn]),
        },
      ],
    }),
  };
  return [...perDirection, falseAlarms];
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function boundOf({ cells }: SimulatedResults, { direction, size }: Verdicts): number {
  return cells.find((cell) => isNormalStep(cell, direction) && cell.size === size)?.bound1e5 ?? Number.NaN;
}

function isNormalStep(cell: Cell, direction: Direction): boolean {
  return cell.condition === "normal noise" && cell.shape === "step" && cell.direction === direction;
}

function nameOf({ condition, direction, shape, size }: Cell): string {
  const where = condition === "normal noise" ? "" : `${condition}: `;
  return shape === "step"
    ? `${where}${direction} ${size} σ`
    : `${where}${direction} ${shape} ${size} σ${shape === "ramp" ? "/frame" : ""}`;
}

function spread(probability: number, runs: number): string {
  return (1.96 * Math.sqrt((probability * (1 - probability)) / runs)).toFixed(3);
}

function show(delay: Delay | null): string {
  if (delay === null) return "";
  const { mean, halfWidth, missed } = delay;
  if (mean === null) return "never";
  return `${mean.toFixed(1)} ± ${(halfWidth ?? 0).toFixed(1)}${missed > 0.1 ? " †" : ""}`;
}
