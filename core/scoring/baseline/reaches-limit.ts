import { exp } from "../numeric/exp.ts";
import type { LimitedSensor } from "../model/sensors.ts";

/** How rows may be split, and the limit that what lies after the split has to leave behind. */
export interface LimitedSplits {
  readonly fewestBefore: number;
  readonly fewestAfter: number;
  /** Degrees or metres. */
  readonly limit: number;
}

/**
 * Whether any split of the rows (one block's values each, in the track's unit) leaves the blocks after it further from those
 * before it than a limit, whichever single one of them is left out. It asks by running sums, so a mean is known up to
 * rounding: in doubt it says yes. Most vehicles that learn stand still, and for them nothing more has to be computed.
 */
export function reachesLimit(
  sensor: LimitedSensor,
  rows: readonly (readonly number[])[],
  { fewestBefore, fewestAfter, limit }: LimitedSplits,
): boolean {
  const width = rows[0]!.length;
  const before = new Float64Array(width);
  const after = new Float64Array(width);
  let largest = 0;
  for (const row of rows) {
    for (let axis = 0; axis < width; axis += 1) {
      after[axis]! += row[axis]!;
      largest = Math.max(largest, Math.abs(row[axis]!));
    }
  }
  const doubt = roundingShare * largest;
  for (let at = 1; at <= rows.length - fewestAfter; at += 1) {
    const newest = rows[at - 1]!;
    for (let axis = 0; axis < width; axis += 1) {
      before[axis]! += newest[axis]!;
      after[axis]! -= newest[axis]!;
    }
    if (at >= fewestBefore && leavesLimit({ sensor, rows, doubt, at, before, after }, limit)) return true;
  }
  return false;
}

/** Sums of running sums of a few dozen rows are off by some 10⁻¹³ of the largest value. */
const roundingShare = 1e-9;

/** One split, with the sums of the rows before and after it, and by how much their means may be off. */
interface Split {
  readonly sensor: LimitedSensor;
  readonly rows: readonly (readonly number[])[];
  readonly doubt: number;
  readonly at: number;
  readonly before: Float64Array;
  readonly after: Float64Array;
}

/** Of all blocks after the split, without each in turn. */
function leavesLimit(split: Split, limit: number): boolean {
  for (let left = split.at; left < split.rows.length; left += 1) {
    if (mostDistance(split, left) <= limit) return false;
  }
  return true;
}

/** How far the mean of the rows after the split, without one of them, may at most stand from the mean of those before it. */
function mostDistance({ sensor, rows, doubt, at, before, after }: Split, left: number): number {
  const others = rows.length - at - 1;
  const meanOfOthers = (axis: number) => (after[axis]! - rows[left]![axis]!) / others;
  // Its limit is in metres, its rows are logarithms.
  if (sensor === "lidar") return exp(meanOfOthers(0) + doubt) - exp(before[0]! / at - doubt);
  let square = 0;
  for (let axis = 0; axis < before.length; axis += 1) {
    const shift = meanOfOthers(axis) - before[axis]! / at;
    square += shift * shift;
  }
  return Math.sqrt(square) + before.length * doubt;
}
