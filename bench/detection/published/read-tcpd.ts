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
