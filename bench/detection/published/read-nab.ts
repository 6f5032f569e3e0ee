import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { sharedData } from "../shared-data.ts";
import type { AnomalyWindow } from "./nab-metric.ts";

export interface NabFile {
  readonly name: string;
  readonly values: readonly number[];
  readonly windows: readonly AnomalyWindow[];
}

/** The real streams of the corpus that are here, with their labelled windows. */
export function readNab(): NabFile[] {
  const folder = join(sharedData, "nab");
  const labels = JSON.parse(readFileSync(join(folder, "labels/combined_windows.json"), "utf8")) as Record<
    string,
    readonly (readonly [from: string, to: string])[]
  >;
  return Object.keys(labels)
    .filter((name) => existsSync(join(folder, "data", name)))
    .toSorted()
    .map((name) => {
      const cells = readFileSync(join(folder, "data", name), "utf8")
        .trim()
        .split(/\r?\n/u)
        .slice(1)
        .map((line) => line.split(","));
      const times = cells.map(([time]) => time!);
      const rowOf = (time: string) => times.indexOf(time.slice(0, 19));
      return {
        name,
        values: cells.map(([, value]) => Number(value)),
        windows: labels[name]!.map(([from, to]) => ({ first: rowOf(from), last: rowOf(to) })),
      };
    });
}

/** Published standard-profile score of every detector on every file: detector → file → score. */
export function readPublishedNab(): Map<string, Map<string, number>> {
  const folder = join(sharedData, "nab/results");
  const detectors = readdirSync(folder)
    .filter((name) => !name.endsWith(".json"))
    .toSorted();
  return new Map(
    detectors.map((detector) => {
      const lines = readFileSync(join(folder, detector, `${detector}_standard_scores.csv`), "utf8")
        .trim()
        .split(/\r?\n/u)
        .slice(1)
        .map((line) => line.split(","));
      return [detector, new Map(lines.map((cell) => [cell[2]!, Number(cell[4])]))];
    }),
  );
}
