/**
 * Raw confidence, and how often verdicts that stated it were right: 20 knots, fitted on 360 simulated vehicles of
 * 700 frames by `npm run bench -- confidence` on 2026-11-23, which writes this file.
 */
export const confidenceKnots: { readonly raw: readonly number[]; readonly observed: readonly number[] } = {
  raw: [
    0.000073, 0.028912, 0.074545, 0.149446, 0.241633, 0.347725, 0.452233, 0.554107, 0.652146, 0.750276,
    0.825943, 0.875796, 0.921449, 0.957765, 0.975285, 0.9857, 0.992757, 0.99683, 0.998566, 0.999939,
  ],
  observed: [
    0.41703, 0.41703, 0.41703, 0.41703, 0.41703, 0.556452, 0.59375, 0.630841, 0.764205, 0.779915, 0.879114,
    0.897239, 0.919759, 0.945226, 0.97521, 0.976403, 0.983824, 0.989041, 0.990762, 0.999178,
  ],
};
