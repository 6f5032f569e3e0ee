import { settleBefore } from "./evidence-sums.ts";
import type { EvidenceSums } from "./evidence-sums.ts";
import type { Gathered } from "./gather-evidence.ts";
import { comparisonTotal, weighEvidence } from "./weigh-evidence.ts";
import type { Evidence } from "./weigh-evidence.ts";

/**
 * Whether W has reached a limit, and would have done so without the most extreme of each sensor's newest blocks: no
 * single frame, however wild, opens a breach. Older blocks have been merged, and are diluted by the ones after them.
 */
export function holdsWithoutAnyBlock(gathered: Gathered, found: Evidence, limitNats: number): boolean {
  if (!(found.nats >= limitNats)) return false;
  const { model } = gathered;
  let { sums } = gathered;
  for (const sensor of model.sensors) sums = withoutMostExtreme(sums, sensor, model.referenceFrozen);
  return weighEvidence(sums, model).nats >= limitNats;
}

/**
 * The sums once a breach is open: what came before the change is the reference and stays it. A reference that was
 * frozen by command is left as it was.
 */
export function freezeAtChange({ sums, model }: Gathered, found: Evidence): EvidenceSums {
  return model.referenceFrozen ? sums : settleBefore(sums, found.changeRow);
}

/** The sums without one sensor's block that lies furthest from its mean, among those in a bucket of their own. */
function withoutMostExtreme(
  sums: EvidenceSums,
  sensor: readonly [first: number, end: number],
  referenceFrozen: boolean,
): EvidenceSums {
  const total = comparisonTotal(sums, referenceFrozen);
  let furthest = { distance: 0, row: -1 };
  sums.buckets.forEach((bucket, row) => {
    const distance = distanceFromMean(bucket.sums, total, sensor);
    if (distance > furthest.distance) furthest = { distance, row };
  });
  if (furthest.row < 0) return sums;
  const bucket = sums.buckets[furthest.row]!;
  const emptied = { ...bucket, sums: bucket.sums.slice().fill(0, 3 * sensor[0], 3 * sensor[1]) };
  return { ...sums, buckets: sums.buckets.with(furthest.row, emptied) };
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
