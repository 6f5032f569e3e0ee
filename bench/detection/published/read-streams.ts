import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sharedData } from "../shared-data.ts";
import type { Annotations } from "./segmentation-metrics.ts";

export interface TcpdSeries {
  readonly name: string;
  readonly rows: readonly (readonly number[])[];
  readonly annotations: Annotations;
}

/** The series that are here. A missing value repeats the one before. */
export function readTcpd(): TcpdSeries[] {
  const folder = join(sharedData, "tcpd");
  const marks = JSON.parse(readFileSync(join(folder, "annotations.json"), "utf8")) as Record<
    string,
    Record<string, readonly number[]>
  >;
  return readdirSync(join(folder, "datasets"))
    .toSorted()
    .map((file) => {
      const series = JSON.parse(readFileSync(join(folder, "datasets", file), "utf8")) as {
        name: string;
        n_obs: number;
        series: readonly { raw: readonly (number | null)[] }[];
      };
      const columns = series.series.map(({ raw }) => fillForward(raw));
      return {
        name: series.name,
        rows: Array.from({ length: series.n_obs }, (_, row) => columns.map((column) => column[row]!)),
        annotations: Object.values(marks[series.name]!),
      };
    });
}

function fillForward(values: readonly (number | null)[]): number[] {
  let last = values.find((value) => value !== null) ?? 0;
  return values.map((value) => (last = value ?? last));
}

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
