/**
 * Raw confidence, and how often verdicts that stated it were right: 20 knots, fitted on 360 simulated vehicles of
 * 700 frames by `npx node bench/detection/confidence/fit-confidence.ts` on 2026-11-22, which writes this file.
 */
export const confidenceKnots: { readonly raw: readonly number[]; readonly observed: readonly number[] } = {
  raw: [
    0.000211, 0.02712, 0.075527, 0.142324, 0.251715, 0.35203, 0.450571, 0.551726, 0.650813, 0.753231,
    0.826453, 0.876527, 0.922016, 0.957853, 0.975306, 0.985563, 0.992845, 0.996685, 0.998564, 0.999943,
  ],
  observed: [
    0.555391, 0.572193, 0.572193, 0.572193, 0.572193, 0.588235, 0.588235, 0.646667, 0.751799, 0.808451,
    0.808451, 0.86413, 0.893341, 0.954766, 0.967755, 0.969403, 0.982934, 0.986833, 0.986833, 0.999171,
  ],
};
