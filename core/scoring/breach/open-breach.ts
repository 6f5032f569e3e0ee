import { filled } from "../numeric/doubles.ts";
import { settleBefore, withBuckets } from "../change/change-sums.ts";
import type { Weighed } from "../change/gather-change.ts";
import { weighChange } from "../change/weigh-change.ts";
import type { ChangeSums } from "../model/state.ts";
import type { WeighedChange } from "../change/change-model.ts";
import { channelSums } from "../change/change-sums.ts";

/**
 * Whether W has reached a limit that opens something, and does not rest on one or two blocks of a sensor. Without any single
 * one it would still have reached the limit; without any two, which a glitch of two frames may give, it would still speak
 * clearly of a change. So a real change, which every block repeats, hardly waits longer.
 */
export function isCarriedByMany(gathered: Weighed, found: WeighedChange, limitNats: number): boolean {
  return (
    holdsWithoutAnyBlock(gathered, found, limitNats) &&
    holdsWithout(gathered, found, { blocks: 2, atLeast: clearNats })
  );
}

/** Twenty times likelier with a change than without: what a single further block of noise seldom says. */
export const clearNats = 3;

/**
 * Whether W has reached a limit, and would have done so without whichever of each sensor's newest blocks matters most. Older
 * blocks have been merged with several, and are diluted by them.
 */
export function holdsWithoutAnyBlock(gathered: Weighed, found: WeighedChange, limitNats: number): boolean {
  return found.nats >= limitNats && holdsWithout(gathered, found, { blocks: 1, atLeast: limitNats });
}

/** Sensor by sensor, one block after another: the least W of one is where the next begins. */
function holdsWithout(
  { sums: everything, model }: Weighed,
  { nats: all }: WeighedChange,
  { blocks, atLeast }: { readonly blocks: number; readonly atLeast: number },
): boolean {
  let least = { nats: all, sums: everything };
  const turns = model.sensors.flatMap((sensor) => Array.from({ length: blocks }, () => sensor));
  for (const sensor of turns) {
    for (const sums of withoutOneBlock(least.sums, sensor)) {
      const { nats } = weighChange(sums, model);
      if (!(nats >= atLeast)) return false;
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
