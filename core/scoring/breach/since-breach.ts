import { compareWindow } from "../change/compare-window.ts";
import { zeros } from "../numeric/doubles.ts";
import type { Weighed } from "../change/gather-change.ts";
import { isCarriedByMany } from "./open-breach.ts";
import { exp } from "../numeric/exp.ts";
import { onlySensor } from "../change/only-sensor.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import { noCurveMemo } from "../model/no-memos.ts";
import type { Breach, ChangeSums } from "../model/state.ts";
import { weighChange } from "../change/weigh-change.ts";
import type { ChangeModel } from "../change/change-model.ts";

/*
 * A breach is opened by a change, and only another change ends it: one that leads back, or one that leads further.
 * Chance opened none, so chance closes none: a lasting shift just past its zone is one breach, however its mean wavers.
 */

/** The sums of a test against a reference that stays what it was when the breach opened, and what W they give. */
type FrozenTest = Pick<Weighed, "sums" | "model"> & { readonly nats: number | null };

/** A breach, or an alarm, by the first block of its change. */
type Began = Pick<Breach, "changeBlockSeq">;

/**
 * Whether a drift that is within its zone has gone for good: W no longer speaks of any, or the blocks since the breach
 * have changed among themselves, by the same statistic and limit as the breach itself, at a start from which on they do not
 * speak against the reference. The breach's own change may lie among them: it is known to a quarter of its age only.
 */
export function hasEnded(breach: Began, test: FrozenTest, settings: ScoringSettings): boolean {
  if (test.nats === null || test.nats <= silentNats) return true;
  const since = sumsSince(test.sums, breach);
  const model = eitherWay(test.model, settings);
  const { cautionNats } = settings.evidence;
  if (!(weighChange(since, model).nats >= cautionNats)) return false;
  const needed = exp(cautionNats);
  for (let row = 0; row < since.buckets.length; row += 1) {
    const isLikely = compareWindow(since, model, row).term >= needed;
    if (isLikely && !speaksAgainstReference({ ...test, sums: since }, test.sums.past, row)) return true;
  }
  return false;
}

/**
 * The model of a way back: down where only a rise is a fault, and with the least zone, because a zone says what is no drift
 * from the reference, and the way back to it may be shorter.
 */
function eitherWay(model: ChangeModel, { evidence }: ScoringSettings): ChangeModel {
  const zones = Array.from(model.zones, (zone, channel) =>
    Math.min(zone, evidence.indifferenceSigma * Math.sqrt(model.priorVariances[channel]!)),
  );
  return { ...model, referenceFrozen: false, directions: zeros(zones.length), zones };
}

/** W of not even one block in favour of a change. */
const silentNats = 0;

/**
 * A further change of a drift that had come to rest, harmless: news, and a breach of its own. Null when there is none, or
 * when it leads back into the zone.
 */
export function furtherChange(breach: Breach, test: FrozenTest, settings: ScoringSettings): Weighed | null {
  const { cautionNats } = settings.evidence;
  if (breach.restedBlocks < settings.tiers.cautionHoldBlocks) return null;
  if (!(test.nats !== null && test.nats >= cautionNats)) return null;
  const sums = sumsSince(test.sums, breach);
  // What is at hand of all that was heard stays at hand.
  const model: ChangeModel = { ...test.model, referenceFrozen: false, known: noCurveMemo() };
  const found = weighChange(sums, model);
  const gathered = { sums, model, found };
  if (!isCarriedByMany(gathered, found, cautionNats)) return null;
  return speaksAgainstReference({ ...test, sums }, test.sums.past, found.changeRow) ? gathered : null;
}

/**
 * Which sensors take part in a breach whose own are settled: those, and whatever other has moved since, by a statistic that
 * would have opened a breach of it alone. A small drift of one sensor must not hide a large one of another. One that had
 * come to rest is left to `furtherChange`.
 */
export function withLaterSensors(
  breach: Breach,
  { sums, model }: Pick<Weighed, "sums" | "model">,
  { evidence, tiers }: ScoringSettings,
): readonly number[] {
  if (breach.restedBlocks >= tiers.cautionHoldBlocks) return breach.posterior;
  return breach.posterior.map((share, sensor) => {
    if (share >= 0.5) return share;
    const own = onlySensor({ sums, model }, sensor);
    const found = weighChange(own.sums, own.model);
    const isSure = isCarriedByMany({ ...own, found }, found, evidence.cautionNats);
    return isSure ? found.posterior[0]! : share;
  });
}

/** Whether the blocks from a row on are likelier to have moved from the frozen reference than not. */
function speaksAgainstReference({ sums, model }: FrozenTest, past: readonly number[], row: number): boolean {
  return compareWindow({ ...sums, past }, { ...model, referenceFrozen: true }, row).term > 0;
}

/** The blocks since a breach began, and nothing else: they are their own reference. */
function sumsSince({ past, buckets, ...rest }: ChangeSums, { changeBlockSeq }: Began): ChangeSums {
  return { ...rest, past: zeros(past.length), buckets: buckets.filter((seq) => seq >= changeBlockSeq) };
}
