import { standingLabel, type TierLabel } from "../../labels/tier-labels.ts";
import { worldX, worldY } from "../geometry/mercator.ts";

/** Vehicles on the map, in columns: a hundred thousand objects would be slow to make at each refresh. */
export interface Marks {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Index in `markTones`. */
  readonly tone: Uint8Array;
  /** Every mark once, in drawing order: the worst last, so that nothing hides it. */
  readonly order: Uint32Array;
}

/** What a vehicle looks like on the map, in drawing order. */
export const markTones = [
  "nominal",
  "unknown",
  "caution",
  "critical",
] as const satisfies readonly TierLabel["tone"][];

/** The vehicles with a known place, as the API gives them: in columns of one length. */
export interface VehiclePlaces {
  /** What the numbers of the column `tier` mean. */
  readonly tiers: readonly string[];
  readonly columns: {
    readonly latitude: readonly number[];
    readonly longitude: readonly number[];
    readonly tier: readonly number[];
    readonly silent: readonly number[];
  };
}

export function marksOf({ tiers, columns }: VehiclePlaces): Marks {
  const tones = [0, 1].map((silent) => tiers.map((tier) => toneOf(tier, silent === 1)));
  const tone = Uint8Array.from(columns.tier, (tier, at) => tones[columns.silent[at]!]![tier]!);
  return {
    x: Float64Array.from(columns.longitude, worldX),
    y: Float64Array.from(columns.latitude, worldY),
    tone,
    order: drawingOrder(tone),
  };
}

/** Counting sort: equals stay in the order they came in. */
export function drawingOrder(tone: Uint8Array): Uint32Array {
  const next = markTones.map(() => 0);
  for (const one of tone) for (let later = one + 1; later < next.length; later += 1) next[later]! += 1;
  const order = new Uint32Array(tone.length);
  for (const [mark, one] of tone.entries()) {
    order[next[one]!] = mark;
    next[one]! += 1;
  }
  return order;
}

function toneOf(tier: string, silent: boolean): number {
  return markTones.indexOf(standingLabel({ tier, silent }).tone);
}
