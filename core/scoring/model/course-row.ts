import type { LimitedSensor } from "./sensors.ts";

/** Places in a row of a breach's course: time (µs), blocks, then the mean shift of each value. */
export const courseRowTime = 0;
export const courseRowBlocks = 1;
/** First value of a row. */
export const courseRowValues = 2;

export function courseRowLength(sensor: LimitedSensor): number {
  return courseRowValues + (sensor === "camera" ? 3 : 1);
}
