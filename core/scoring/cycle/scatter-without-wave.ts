import { scales } from "../change/variance-curve.ts";
import type { MeanScatter } from "../model/state.ts";
import { dayUs } from "./covered-hours.ts";
import { waveContrast } from "./wave-contrast.ts";

/**
 * The scatter of a channel's means without what a wave of the day has added to it. A scale at which that was most of what
 * was measured is forgotten: what would be left is the difference of two large numbers.
 */
export function scatterWithoutWave(
  { squares, counts }: MeanScatter,
  channel: number,
  wave: { readonly amplitude: number; readonly spacingUs: number },
): MeanScatter {
  const left = squares.slice();
  const counted = counts.slice();
  for (let scale = 0, blocks = 1; scale < scales; scale += 1, blocks *= 2) {
    const at = scales * channel + scale;
    const added = counts[at]! * waveContrast(blocks, { ...wave, periodUs: dayUs });
    const isWave = added > 0.5 * squares[at]!;
    left[at] = isWave ? 0 : Math.fround(squares[at]! - added);
    counted[at] = isWave ? 0 : counts[at]!;
  }
  return { squares: left, counts: counted };
}

/**
 * The scatter without the scales at which a wave that may be there, but is not known, would be most of what was measured.
 * For a question that allows for such a wave otherwise.
 */
export function scatterBelowWave(
  { squares, counts }: MeanScatter,
  channel: number,
  wave: { readonly amplitude: number; readonly spacingUs: number },
): MeanScatter {
  const left = squares.slice();
  const counted = counts.slice();
  for (let scale = 0, blocks = 1; scale < scales; scale += 1, blocks *= 2) {
    const at = scales * channel + scale;
    const added = counts[at]! * waveContrast(blocks, { ...wave, periodUs: dayUs });
    if (!(added > 0.5 * squares[at]!)) continue;
    left[at] = 0;
    counted[at] = 0;
  }
  return { squares: left, counts: counted };
}
