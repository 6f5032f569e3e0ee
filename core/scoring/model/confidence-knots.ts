/**
 * Raw confidence, and how often verdicts that stated it were right: 20 knots, fitted on 360 simulated vehicles of
 * 700 frames by `npx node bench/detection/confidence/fit-confidence.ts` on 2026-11-22, which writes this file.
 */
export const confidenceKnots: { readonly raw: readonly number[]; readonly observed: readonly number[] } = {
  raw: [
    0.000073, 0.029111, 0.074682, 0.148711, 0.240827, 0.347539, 0.450751, 0.554474, 0.652395, 0.75007,
    0.826313, 0.876285, 0.921501, 0.957656, 0.975277, 0.985766, 0.992776, 0.996798, 0.998569, 0.999939,
  ],
  observed: [
    0.419362, 0.419362, 0.419362, 0.419362, 0.419362, 0.556452, 0.58, 0.629808, 0.756024, 0.778509, 0.877721,
    0.894764, 0.920055, 0.943709, 0.970763, 0.977564, 0.982759, 0.989781, 0.990862, 0.999177,
  ],
};
