/**
 * Raw confidence, and how often verdicts that stated it were right: 20 knots, fitted on 360 simulated vehicles of
 * 700 frames by `npx node bench/detection/confidence/fit-confidence.ts` on 2026-11-22, which writes this file.
 */
export const confidenceKnots: { readonly raw: readonly number[]; readonly observed: readonly number[] } = {
  raw: [
    0.000289, 0.027404, 0.074605, 0.144509, 0.25127, 0.351372, 0.451395, 0.552476, 0.650886, 0.753873,
    0.826453, 0.876527, 0.922016, 0.957553, 0.975332, 0.985555, 0.992846, 0.996685, 0.998566, 0.999943,
  ],
  observed: [
    0.627092, 0.627092, 0.627092, 0.627092, 0.627092, 0.627092, 0.627092, 0.683908, 0.773885, 0.810959,
    0.810959, 0.86413, 0.893341, 0.949832, 0.963951, 0.96663, 0.981908, 0.986518, 0.986518, 0.999175,
  ],
};
