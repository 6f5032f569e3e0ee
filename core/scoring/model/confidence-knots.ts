/**
 * Raw confidence, and how often verdicts that stated it were right: 20 knots, fitted on 360 simulated vehicles of
 * 700 frames by `npx node bench/detection/confidence/fit-confidence.ts` on 2026-11-22, which writes this file.
 */
export const confidenceKnots: { readonly raw: readonly number[]; readonly observed: readonly number[] } = {
  raw: [
    0.000069, 0.026396, 0.07479, 0.147896, 0.249834, 0.349397, 0.449632, 0.554234, 0.651192, 0.753827,
    0.827276, 0.876822, 0.92196, 0.957884, 0.975279, 0.985559, 0.992686, 0.996765, 0.998565, 0.999939,
  ],
  observed: [
    0.430863, 0.430863, 0.430863, 0.430863, 0.430863, 0.552632, 0.608974, 0.614286, 0.783739, 0.783739,
    0.783739, 0.853423, 0.891787, 0.945088, 0.972115, 0.972115, 0.984536, 0.984946, 0.989724, 0.999193,
  ],
};
