/**
 * Raw confidence, and how often verdicts that stated it were right: 20 knots, fitted on 360 simulated vehicles of
 * 700 frames by `npx node bench/detection/confidence/fit-confidence.ts` on 2026-11-21, which writes this file.
 */
export const confidenceKnots: { readonly raw: readonly number[]; readonly observed: readonly number[] } = {
  raw: [
    0.000292, 0.026598, 0.074784, 0.143224, 0.24895, 0.353622, 0.451251, 0.552895, 0.650302, 0.752699,
    0.826909, 0.876543, 0.922031, 0.95777, 0.975409, 0.985793, 0.993185, 0.996924, 0.998464, 0.999773,
  ],
  observed: [
    0.55783, 0.616438, 0.616438, 0.616438, 0.616438, 0.627119, 0.627119, 0.694444, 0.796667, 0.812245,
    0.812245, 0.871695, 0.899347, 0.946057, 0.965592, 0.970798, 0.984325, 0.998244, 0.999388, 0.999979,
  ],
};
