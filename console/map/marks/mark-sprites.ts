import { tierLabel } from "../../labels/tier-labels.ts";
import { tierOutlines } from "../../labels/tier-shapes.ts";
import { type Sprite, spriteOf } from "./mark-sprite.ts";
import { markTones } from "./marks.ts";

interface MarkLooks {
  /** By `markTones`, `0xBBGGRR`. */
  readonly colors: readonly number[];
  readonly halo: number;
  readonly pixelRatio: number;
}

/** Nominal is small and quiet; the worse, the larger. */
const sizePx: Readonly<Record<(typeof markTones)[number], number>> = {
  nominal: 10,
  unknown: 12,
  caution: 13,
  critical: 15,
};

let made: { readonly name: string; readonly sprites: readonly Sprite[] } = { name: "", sprites: [] };

/** The sprites of one theme and screen, by tone; they stay as long as both do. */
export function markSprites(looks: MarkLooks): readonly Sprite[] {
  const name = JSON.stringify(looks);
  if (made.name !== name)
    made = { name, sprites: markTones.map((tone, at) => spriteOfTone(tone, at, looks)) };
  return made.sprites;
}

function spriteOfTone(
  tone: (typeof markTones)[number],
  at: number,
  { colors, halo, pixelRatio }: MarkLooks,
): Sprite {
  return spriteOf({
    outline: tierOutlines[tierLabel(tone.toUpperCase()).shape],
    sizePx: sizePx[tone] * pixelRatio,
    color: colors[at]!,
    halo: { widthPx: pixelRatio, color: halo },
  });
}
