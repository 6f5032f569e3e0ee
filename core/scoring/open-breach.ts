import { settleBefore } from "./evidence-sums.ts";
import type { EvidenceSums } from "./evidence-sums.ts";
import type { Weighed } from "./gather-evidence.ts";
import { weighEvidence } from "./weigh-evidence.ts";
import type { Evidence } from "./weigh-evidence.ts";

/**
 * Whether W has reached a limit, and would have done so without whichever of each sensor's newest blocks matters most: no
 * single frame, however wild, opens a breach. Older blocks have been merged with several, and are diluted by them.
 */
export function holdsWithoutAnyBlock(gathered: Weighed, found: Evidence, limitNats: number): boolean {
  if (!(found.nats >= limitNats)) return false;
  const { model } = gathered;
  let least = { nats: found.nats, sums: gathered.sums };
  for (const sensor of model.sensors) {
    for (const sums of withoutOneBlock(least.sums, sensor)) {
      const { nats } = weighEvidence(sums, model);
      if (!(nats >= limitNats)) return false;
      if (nats < least.nats) least = { nats, sums };
    }
  }
  return true;
}

/**
 * The sums once a breach is open: what came before the change is the reference and stays it. A reference that was
 * frozen by command is left as it was.
 */
export function freezeAtChange({ sums, model }: Weighed, found: Evidence): EvidenceSums {
  return model.referenceFrozen ? sums : settleBefore(sums, found.changeRow);
}

/** Blocks: one that has been merged with another still has half of their mean. */
const mostLeftOut = 2;

/** The sums without one block of a sensor and what it has been merged with, for each of the newest. */
function withoutOneBlock(
  sums: EvidenceSums,
  [first, end]: readonly [first: number, end: number],
): readonly EvidenceSums[] {
  return sums.buckets.flatMap((bucket, row) => {
    const weight = bucket.sums[3 * first]!;
    if (weight === 0 || weight > mostLeftOut) return [];
    const emptied = { ...bucket, sums: bucket.sums.slice().fill(0, 3 * first, 3 * end) };
    return [{ ...sums, buckets: sums.buckets.with(row, emptied) }];
  });
}
