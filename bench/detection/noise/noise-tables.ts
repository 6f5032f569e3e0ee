import { figure, markdownTable } from "../../markdown-table.ts";
import { isOfDays, worstFirst } from "./noise-results.ts";
import type { NoiseRow } from "./noise-results.ts";
import type { StepRow } from "./step-delays.ts";

export function breachTable(rows: readonly NoiseRow[]): string[] {
  return markdownTable(
    [
      "noise",
      "vehicles",
      "accused",
      "95 %",
      "nominal",
      "allowed",
      "",
      "early verdicts",
      "CRITICAL",
      "blocks",
      "silent",
    ],
    worstFirst(rows.filter(({ cell }) => !isOfDays(cell))).map((row) => [
      ...nameCells(row),
      percent(row.nominal, 2),
      allowedOf(row),
      row.verdict,
      String(row.outcome.told),
      String(row.outcome.critical),
      figure(row.outcome.blocks, 0),
      `${row.outcome.silent}${row.outcome.withoutPrior ? ", no prior" : ""}`,
    ]),
  );
}

/** Streams of many days: accused means after two days. */
export function daysTable(rows: readonly NoiseRow[]): string[] {
  return markdownTable(
    [
      "noise",
      "vehicles",
      "accused after two days",
      "95 %",
      "nominal",
      "allowed",
      "",
      "accused in two days",
      "CRITICAL in two days",
      "CRITICAL ever",
      "blocks",
    ],
    worstFirst(rows.filter(({ cell }) => isOfDays(cell))).map((row) => [
      ...nameCells(row),
      percent(row.nominal, 2),
      allowedOf(row),
      row.verdict,
      String(row.outcome.earlyBreached),
      String(row.outcome.earlyCritical),
      String(row.outcome.critical),
      figure(row.outcome.blocks, 0),
    ]),
  );
}

/** Mean delay and the half-width of its 95 % interval, of those that were told. */
function meanDelay({ outcome: { delays } }: StepRow): { readonly mean: number; readonly half: number } {
  const mean = delays.reduce((sum, delay) => sum + delay, 0) / delays.length;
  const squares = delays.reduce((sum, delay) => sum + (delay - mean) ** 2, 0);
  return { mean, half: 1.96 * Math.sqrt(squares / (delays.length - 1) / delays.length) };
}

export function delayTable(rows: readonly StepRow[]): string[] {
  const ratioOf = (row: StepRow) => meanDelay(row).mean / row.bound;
  return markdownTable(
    ["step of", "σ", "prior", "mean delay", "bound", "ratio", "goal", "", "missed", "early"],
    rows
      .toSorted((a, b) => ratioOf(b) / b.cell.goal - ratioOf(a) / a.cell.goal)
      .map((row) => {
        const { mean, half } = meanDelay(row);
        return [
          row.cell.what,
          String(row.cell.size),
          row.cell.fleet ? "fleet" : "default",
          `${figure(mean, 1)} ± ${figure(half, 1)}`,
          figure(row.bound, 1),
          figure(ratioOf(row), 2),
          figure(row.cell.goal, 1),
          ratioOf(row) <= row.cell.goal ? "met" : "missed",
          String(row.outcome.missed),
          String(row.outcome.early),
        ];
      }),
  );
}

function nameCells({ name, outcome, accused, share, interval: [low, high] }: NoiseRow): string[] {
  return [
    name.replaceAll(" | ", "; "),
    String(outcome.vehicles),
    `${accused} = ${percent(share, 1)}`,
    `${percent(low, 1)} to ${percent(high, 1)}`,
  ];
}

function allowedOf({ cell: { allowed, mustBeFound } }: NoiseRow): string {
  if (allowed === null) return "–";
  return `at ${mustBeFound ? "least" : "most"} ${percent(allowed, 0)}`;
}

function percent(share: number, decimals: number): string {
  return `${figure(100 * share, decimals)} %`;
}
