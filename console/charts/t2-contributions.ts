import type { VehicleSeries } from "../../clients/typescript/generated/contract.ts";

/** What one channel adds to T² of a frame, with the side on which it lies. */
export interface T2Contribution {
  readonly channel: VehicleSeries["channels"][number]["channel"];
  /** The part of T² (Mason–Tracy–Young, in the order of the channels), negative where the reading is below its baseline. */
  readonly signed: number;
}

/** Of the point at `index`: of each channel its newest frame there; none while learning. */
export function t2Contributions(series: VehicleSeries, index: number): readonly T2Contribution[] {
  return series.channels.flatMap(({ channel, t2_part: parts, residual }) => {
    const part = parts?.[index] ?? null;
    const value = residual[index] ?? null;
    if (part === null || value === null) return [];
    return [{ channel, signed: value < 0 ? -part : part }];
  });
}
