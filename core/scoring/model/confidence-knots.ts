/**
 * Raw confidence, and how often verdicts that stated it were right: 20 knots, fitted on 360 simulated vehicles of
 * 700 frames by `npx node bench/detection/confidence/fit-confidence.ts` on 2026-11-22, which writes this file.
 */
export const confidenceKnots: { readonly raw: readonly number[]; readonly observed: readonly number[] } = {
  raw: [
    0.000063, 0.028086, 0.074457, 0.145684, 0.241368, 0.34661, 0.448012, 0.550567, 0.651177, 0.752804,
    0.827832, 0.876726, 0.922124, 0.957887, 0.975196, 0.98579, 0.992791, 0.996779, 0.998561, 0.99994,
  ],
  observed: [
    0.396033, 0.396033, 0.396033, 0.396033, 0.396033, 0.579498, 0.579498, 0.579498, 0.755495, 0.760462,
    0.760462, 0.822948, 0.87341, 0.938166, 0.965839, 0.967632, 0.981977, 0.981977, 0.987388, 0.998909,
  ],
};
