import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { type NoiseCell, rates } from "./noise-cell.ts";
import type { CellOutcome } from "./run-cell.ts";

/**
 * Between which shares the true one lies with 95 %, after so many of so many (Wilson 1927, "Probable inference, the law of
 * succession, and statistical inference", Journal of the American Statistical Association 22).
 */
export function wilsonInterval(found: number, of: number): readonly [low: number, high: number] {
  const z = 1.959963984540054;
  const share = found / of;
  const centre = (share + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half = (z / (1 + (z * z) / of)) * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return [found === 0 ? 0 : centre - half, found === of ? 1 : centre + half];
}

/** A cell and its figures, as they are printed and kept. */
export interface NoiseRow {
  readonly name: string;
  readonly cell: NoiseCell;
  readonly outcome: CellOutcome;
  /** Vehicles the promise is about: accused, or for a control found. */
  readonly accused: number;
  readonly share: number;
  readonly interval: readonly [low: number, high: number];
  /** Share of vehicles that would be accused in so many independent blocks: 1 − exp(−blocks/nominalRunLength). */
  readonly nominal: number;
  readonly verdict: "met" | "open" | "missed" | "–";
}

/** Mean number of blocks until a false breach that the limit is set for (docs/scoring-method.md). */
export const nominalRunLength = runLengthAt(defaultSettings.evidence);

export function rowOf(name: string, cell: NoiseCell, outcome: CellOutcome): NoiseRow {
  const accused = accusedOf(cell, outcome);
  const share = accused / outcome.vehicles;
  const interval = wilsonInterval(accused, outcome.vehicles);
  return {
    name,
    cell,
    outcome,
    accused,
    share,
    interval,
    nominal: -Math.expm1(-outcome.blocks / nominalRunLength),
    verdict: verdictOn(cell, { share, interval, outcome }),
  };
}

/** Of a stream of days, those that were accused once two days were seen; of a short one, all. */
function accusedOf(cell: NoiseCell, { firstBreaches, lateBreached }: CellOutcome): number {
  return isOfDays(cell) ? lateBreached : firstBreaches.filter((frame) => frame !== null).length;
}

/** Whether it is heard for long enough that its first two days are another matter. */
export function isOfDays({ frames, rate, hearing }: NoiseCell): boolean {
  return hearing.hoursADay !== undefined || frames / rates[rate] > 3 * 86_400;
}

/** Open: more than is allowed, by no more than chance may do in so many vehicles. Of none allowed, one is too many. */
function verdictOn(
  cell: NoiseCell,
  { share, interval: [low, high], outcome }: Pick<NoiseRow, "share" | "interval" | "outcome">,
): NoiseRow["verdict"] {
  const { allowed, mustBeFound } = cell;
  if (allowed === null) return "–";
  if (mustBeFound) return share >= allowed ? "met" : high >= allowed ? "open" : "missed";
  if (isOfDays(cell) && outcome.earlyCritical > 0) return "missed";
  return share <= allowed ? "met" : low <= allowed ? "open" : "missed";
}

/** Those that miss their promise first, then by how far they are over what is allowed or nominal. */
export function worstFirst(rows: readonly NoiseRow[]): readonly NoiseRow[] {
  return rows.toSorted((a, b) => badness(b) - badness(a));
}

function badness({ verdict, share, cell, nominal }: NoiseRow): number {
  const lost = verdict === "missed" ? 2e3 : verdict === "open" ? 1e3 : 0;
  if (cell.mustBeFound) return lost - share;
  return lost + share - (cell.allowed ?? nominal);
}

/** By the law that was measured (bench/detection/limits). */
function runLengthAt({ cautionNats, inControlLaw }: typeof defaultSettings.evidence): number {
  const { at, lnRunLengthAt, slope } = inControlLaw;
  return Math.exp(lnRunLengthAt + slope * (cautionNats - at));
}
