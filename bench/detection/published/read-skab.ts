import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { sharedData } from "../shared-data.ts";

/** One experiment on the pump rig: eight channels, about once a second. */
export interface SkabRun {
  readonly name: string;
  readonly timesS: readonly number[];
  readonly rows: readonly (readonly number[])[];
  readonly anomalous: readonly boolean[];
  /** Rows labelled as change points. */
  readonly changeRows: readonly number[];
}

/** Rows the leaderboard trains on and leaves out of the score. */
export const skabTrainingRows = 400;

/** The 34 experiments with a fault each, in the order of their names. */
export function readSkab(): SkabRun[] {
  return ["other", "valve1", "valve2"].flatMap((folder) =>
    readdirSync(join(sharedData, "skab/data", folder))
      .toSorted()
      .map((file) => readRun(`${folder}/${file}`)),
  );
}

/** The run without a fault has no labels. */
export function readFaultFreeSkab(): SkabRun {
  return readRun("anomaly-free/anomaly-free.csv");
}

function readRun(name: string): SkabRun {
  const lines = readFileSync(join(sharedData, "skab/data", name), "utf8")
    .trim()
    .split(/\r?\n/u)
    .slice(1);
  const cells = lines.map((line) => line.split(";"));
  return {
    name,
    timesS: cells.map(([time]) => Date.parse(`${time!.replace(" ", "T")}Z`) / 1000),
    rows: cells.map((cell) => cell.slice(1, 9).map(Number)),
    anomalous: cells.map((cell) => Number(cell[9] ?? 0) === 1),
    changeRows: cells.flatMap((cell, row) => (Number(cell[10] ?? 0) === 1 ? [row] : [])),
  };
}
