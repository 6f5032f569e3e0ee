import { scales } from "../scatter/noise-family.ts";
import type { MeanScatter } from "../model/mean-scatter.ts";
import { dayUs } from "./covered-hours.ts";
import { WaveSines, waveContrast } from "./wave-contrast.ts";

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
  const sines = new WaveSines();
  for (let scale = 0, blocks = 1; scale < scales; scale += 1, blocks *= 2) {
    const at = scales * channel + scale;
    const added = counts[at]! * waveContrast(blocks, { ...wave, periodUs: dayUs }, sines);
    const isWave = added > 0.5 * squares[at]!;
    left[at] = isWave ? 0 : Math.fround(squares[at]! - added);
    counted[at] = isWave ? 0 : counts[at]!;
  }
  return { squares: left, counts: counted };
}

/**
 * Makes of a channel's scatter what it would be without a wave that may be there, but is not known: a scale at which that could
 * be most of what was measured is taken to be like the scale below it. For a question that allows for such a wave otherwise.
 */
export function takeOutUnknownWave(
  { squares, counts }: MeanScatter,
  channel: number,
  { amplitude, spacingUs }: { readonly amplitude: number; readonly spacingUs: number },
  sines = new WaveSines(),
): void {
  const wave = { amplitude, spacingUs, periodUs: dayUs };
  for (let scale = 1, blocks = 2; scale < scales; scale += 1, blocks *= 2) {
    const at = scales * channel + scale;
    const measured = squares[at]!;
    const samples = counts[at]!;
    const added = samples * waveContrast(blocks, wave, sines);
    if (!(added > 0.5 * measured) || !(counts[at - 1]! > 0)) continue;
    const count = Math.min(samples, assumedCount);
    squares[at] = Math.min(measured / samples, squares[at - 1]! / counts[at - 1]!) * count;
    counts[at] = count;
  }
}

/** As sure of it as of that many samples. */
const assumedCount = 20;
