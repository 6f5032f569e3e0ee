/**
 * A detector with one limit: after the baseline it gives one statistic a frame and alarms when that reaches the limit. The limit
 * is not part of it, so that every detector can be set to the same false alarm rate on the same fault-free streams.
 */
export interface Detector {
  readonly name: string;
  /** Learns from `frames` rows and returns a function from the next row to the statistic. Missing values are NaN. */
  start(baseline: Float64Array, frames: number): (row: Float64Array) => number;
}
