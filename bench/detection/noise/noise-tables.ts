import { figure, markdownTable } from "../markdown-table.ts";
import { isOfDays, worstFirst } from "./noise-results.ts";
import type { NoiseRow } from "./noise-results.ts";

export function breachTable(rows: readonly NoiseRow[]): string[] {
  return markdownTable(
    ["noise", "vehicles", "accused", "95 %", "nominal", "allowed", "", "CRITICAL", "blocks", "silent"],
    worstFirst(rows.filter(({ cell }) => !isOfDays(cell))).map((row) => [
      ...nameCells(row),
      percent(row.nominal, 2),
      allowedOf(row),
      row.verdict,
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
      "wander",
      "vehicles",
      "accused after two days",
      "95 %",
      "allowed",
      "",
      "accused in two days",
      "CRITICAL in two days",
      "CRITICAL ever",
      "blocks",
    ],
    worstFirst(rows.filter(({ cell }) => isOfDays(cell))).map((row) => [
      ...nameCells(row),
      allowedOf(row),
      row.verdict,
      String(row.outcome.earlyBreached),
      String(row.outcome.earlyCritical),
      String(row.outcome.critical),
      figure(row.outcome.blocks, 0),
    ]),
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
