import { filled } from "../numeric/doubles.ts";
import { settleBefore, withBuckets } from "../change/change-sums.ts";
import type { Weighed } from "../change/gather-change.ts";
import { weighChange } from "../change/weigh-change.ts";
import type { ChangeSums } from "../model/state.ts";
import type { WeighedChange } from "../change/change-model.ts";
import { channelSums } from "../change/change-sums.ts";

/**
 * Whether W has reached a limit, and would have done so without whichever of each sensor's newest blocks matters most: no
 * single frame, however far out, opens a breach. Older blocks have been merged with several, and are diluted by them.
 */
export function holdsWithoutAnyBlock(gathered: Weighed, found: WeighedChange, limitNats: number): boolean {
  if (!(found.nats >= limitNats)) return false;
  const { model } = gathered;
  let least = { nats: found.nats, sums: gathered.sums };
  for (const sensor of model.sensors) {
    for (const sums of withoutOneBlock(least.sums, sensor)) {
      const { nats } = weighChange(sums, model);
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
export function freezeAtChange(
  { sums, model }: Pick<Weighed, "sums" | "model">,
  found: WeighedChange,
): ChangeSums {
  if (model.referenceFrozen) return sums;
  const row = Array.from(sums.buckets).findIndex(({ seq }) => seq === found.changeSeq);
  return settleBefore(sums, Math.max(0, row));
}

/** Blocks of a bucket from which one is still left out; what one says among more is diluted. */
const maxLeftOut = 2;

/** The sums without one block of a sensor, for each of the newest in turn: of two that have been merged the more extreme. */
function withoutOneBlock(
  sums: ChangeSums,
  [first, end]: readonly [first: number, end: number],
): readonly ChangeSums[] {
  // Blocks without a past are their own reference: what they all say.
  const reference = sums.past[3 * first]! > 0 ? sums.past : withBuckets(sums.past, sums.buckets);
  return Array.from({ length: sums.buckets.length }, (_, row) => row).flatMap((row) => {
    const weight = sums.buckets.sumAt(row, 3 * first);
    if (weight === 0 || weight > maxLeftOut) return [];
    const bucket = sums.buckets.at(row);
    const left = bucket.sums.slice();
    for (let channel = first; channel < end; channel += 1) leaveOutOne(left, channel, reference);
    return [{ ...sums, buckets: sums.buckets.with(row, { ...bucket, sums: left }) }];
  });
}

/**
 * Two values with mean m and standard deviation s are m + s and m − s: the one on the side on which the bucket lies from the
 * reference goes.
 */
function leaveOutOne(sums: number[], channel: number, reference: readonly number[]): void {
  const at = 3 * channel;
  const { n: weight, sum, squares } = channelSums(sums, channel);
  if (weight <= 1) {
    filled(sums, 0, at, at + 3);
    return;
  }
  const mean = sum / weight;
  const deviation = Math.sqrt(Math.max(0, squares / weight - mean * mean));
  const isBelow = reference[at]! > 0 && mean < reference[at + 1]! / reference[at]!;
  const kept = isBelow ? mean + deviation : mean - deviation;
  sums[at] = 0.5 * weight;
  sums[at + 1] = 0.5 * weight * kept;
  sums[at + 2] = 0.5 * weight * kept * kept;
}
