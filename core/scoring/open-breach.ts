import { settleBefore } from "./evidence-sums.ts";
import type { EvidenceSums } from "./evidence-sums.ts";
import type { Gathered } from "./gather-evidence.ts";
import { comparisonTotal, weighEvidence } from "./weigh-evidence.ts";
import type { Evidence } from "./weigh-evidence.ts";

/**
 * Whether W has reached a limit, and would have done so without the most extreme of each sensor's newest blocks, be it the
 * most extreme of all or of those since the likeliest change: no single frame, however wild, opens a breach, not even when
 * an older one that was wilder still is about. Older blocks have been merged, and are diluted by the ones after them.
 */
export function holdsWithoutAnyBlock(gathered: Gathered, found: Evidence, limitNats: number): boolean {
  if (!(found.nats >= limitNats)) return false;
  const extremes = extremeRows(gathered, 0);
  const holds = (rows: readonly number[]) =>
    weighEvidence(withoutBlocks(gathered, rows), gathered.model).nats >= limitNats;
  if (!holds(extremes)) return false;
  const sinceChange = extremeRows(gathered, found.changeRow);
  return sinceChange.every((row, sensor) => row === extremes[sensor]) || holds(sinceChange);
}

/**
 * The sums once a breach is open: what came before the change is the reference and stays it. A reference that was
 * frozen by command is left as it was.
 */
export function freezeAtChange({ sums, model }: Gathered, found: Evidence): EvidenceSums {
  return model.referenceFrozen ? sums : settleBefore(sums, found.changeRow);
}

/** By sensor the bucket whose one block lies furthest from its mean, from a bucket on; −1 when it has none of its own. */
function extremeRows({ sums, model }: Gathered, firstRow: number): number[] {
  const total = comparisonTotal(sums, model.referenceFrozen);
  return model.sensors.map((sensor) => {
    let furthest = { distance: 0, row: -1 };
    sums.buckets.forEach((bucket, row) => {
      if (row < firstRow) return;
      const distance = distanceFromMean(bucket.sums, total, sensor);
      if (distance > furthest.distance) furthest = { distance, row };
    });
    return furthest.row;
  });
}

/** The sums without one block of each sensor. */
function withoutBlocks({ sums, model }: Gathered, rows: readonly number[]): EvidenceSums {
  const buckets = [...sums.buckets];
  rows.forEach((row, at) => {
    const bucket = buckets[row];
    if (bucket === undefined) return;
    const [first, end] = model.sensors[at]!;
    buckets[row] = { ...bucket, sums: bucket.sums.slice().fill(0, 3 * first, 3 * end) };
  });
  return { ...sums, buckets };
}

/** Squared distance of a bucket's mean from the overall mean; 0 when the sensor has no block, or several, in it. */
function distanceFromMean(
  bucket: readonly number[],
  total: Float64Array,
  [first, end]: readonly [number, number],
): number {
  let distance = 0;
  for (let channel = first; channel < end; channel += 1) {
    const weight = bucket[3 * channel]!;
    if (weight === 0 || weight > 1) return 0;
    const away = bucket[3 * channel + 1]! / weight - total[3 * channel + 1]! / total[3 * channel]!;
    distance += away * away;
  }
  return distance;
}
