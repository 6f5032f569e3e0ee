import { zeros } from "../numeric/doubles.ts";
import { exp } from "../numeric/exp.ts";
import { ln } from "../numeric/ln.ts";
import { totalsOf } from "./change-sums.ts";
import { curvesOf } from "./compare-window.ts";
import { areSilentWithinZones, leavesZones } from "./silent-windows.ts";
import type { VarianceCurve } from "../model/standing.ts";
import { degreesOfDifference, varianceBeyondZone } from "../scatter/variance-curve.ts";
import { weighChangeDirectly } from "./weigh-change-directly.ts";
import type { ChangeSums } from "../model/state.ts";
import type { ChangeModel, WeighedChange } from "./change-model.ts";

/**
 * The mixture statistic W (docs/scoring-method.md, "The sequential statistic"): the logarithm of the sum, over every
 * possible start of a change, of by how much the likelihood ratio "some sensors have moved since then" against "nothing
 * has moved" exceeds 1. Each channel's ratio is a two-sample Student Bayes factor. Only sensors heard both before and
 * after a start have a say in it.
 *
 * For up to three sensors and three prior shift variances, as in every vehicle, the formula is unrolled into
 * `weighUnrolled`; anything else takes it as it is written down. Tests hold both to the same bits.
 */
export function weighChange(sums: ChangeSums, model: ChangeModel): WeighedChange {
  const isUsual = model.sensors.length <= 3 && model.shiftVariances.length === 3;
  return isUsual ? weighUnrolled(sums, model) : weighChangeDirectly(sums, model);
}

/** Bayes factors beyond this much from one channel decides nothing more; five channels of e^120 are still finite. */
const maxNats = 120;

/**
 * Every frame that completes a block pays for this walk over the buckets, newest first: so one pass, all numbers of a
 * window in variables, no division for a shift within its zone, and nothing more for a window in which all are.
 */
/* oxlint-disable complexity, max-depth, max-statements -- one pass without calls is what makes it fast */
function weighUnrolled(sums: ChangeSums, model: ChangeModel): WeighedChange {
  const { channels, buckets } = sums;
  const { zones, directions, sensors, minimumReference, priorDegrees, priorVariances } = model;
  const p = model.participation;
  const q = 1 - p;
  const sensorCount = sensors.length;
  const g0 = model.shiftVariances[0]!;
  const g1 = model.shiftVariances[1]!;
  const g2 = model.shiftVariances[2]!;
  // Given that at least one of the sensors that are there takes part: as long as their number stays the same.
  let heardBefore = 0;
  let none = 1;
  let w0 = 0;
  let w1 = 0;
  let w2 = 0;
  // Like all sums: 3·channels = [n, Σwy, Σwy²].
  const window = zeros(3 * channels);
  const everything = model.referenceFrozen ? sums.past : totalsOf(sums, model.known).everything;
  const out = model.referenceFrozen ? 0 : 1;
  const secondFirst = sensorCount > 1 ? sensors[1]![0] : channels;
  const thirdFirst = sensorCount > 2 ? sensors[2]![0] : channels;

  let sum = 0;
  let taken0 = 0;
  let taken1 = 0;
  let taken2 = 0;
  let maxTerm = 0;
  let changeRow = -1;
  let loudest = 0;
  let shiftOfLoudest = 0;
  // Most often every window is within its zones, and the curves are not asked for.
  const silentWithin = areSilentWithinZones(sums.scatter, model);
  let curves: readonly VarianceCurve[] | null = null;
  const zonesOfBlocks = zeros(channels);

  for (let row = buckets.length - 1; row >= 0; row -= 1) {
    buckets.addTo(window, row);
    if (silentWithin && !leavesZones(window, everything, model)) continue;
    if (curves === null) {
      curves = curvesOf(sums, model);
      for (let channel = 0; channel < channels; channel += 1) {
        zonesOfBlocks[channel] = zones[channel]! / Math.sqrt(priorVariances[channel]!);
      }
    }
    // p·(likelihood ratio) of up to three sensors, for each of the three shift variances. A sensor that is not there
    // neither takes part nor stays away.
    let heard = 0;
    let qa = 1;
    let qb = 1;
    let qc = 1;
    let a0 = 0;
    let a1 = 0;
    let a2 = 0;
    let b0 = 0;
    let b1 = 0;
    let b2 = 0;
    let c0 = 0;
    let c1 = 0;
    let c2 = 0;
    // The channel with the largest Bayes factor for each of the shift variances, and the side it left on.
    let loud0 = -1;
    let loud1 = -1;
    let loud2 = -1;
    let at0 = 0;
    let at1 = 0;
    let at2 = 0;
    let shift0 = 0;
    let shift1 = 0;
    let shift2 = 0;
    let first = 0;
    let end = secondFirst;
    for (let sensor = 0; sensor < sensorCount; sensor += 1) {
      let sum0 = 0;
      let sum1 = 0;
      let sum2 = 0;
      let product0 = 1;
      let product1 = 1;
      let product2 = 1;
      let isHeard = false;
      for (let channel = first; channel < end; channel += 1) {
        const at = 3 * channel;
        const n = window[at]!;
        const s = window[at + 1]!;
        const squaresSince = window[at + 2]!;
        const m = everything[at]! - out * n;
        let factor0 = 1;
        let factor1 = 1;
        let factor2 = 1;
        if (m >= minimumReference && n >= 1) {
          isHeard = true;
          const curve = curves[channel]!;
          const information = 1 / varianceBeyondZone(curve, zonesOfBlocks[channel]!, n, m);
          const spread0 = 1 + information * g0;
          const spread1 = 1 + information * g1;
          const spread2 = 1 + information * g2;
          factor0 = 1 / Math.sqrt(spread0);
          factor1 = 1 / Math.sqrt(spread1);
          factor2 = 1 / Math.sqrt(spread2);
          const before = everything[at + 1]! - out * s;
          const shift = s * m - before * n;
          const direction = directions[channel]!;
          const size = direction === 0 ? Math.abs(shift) : direction * shift;
          const zone = zones[channel]!;
          if (size > zone * (n * m)) {
            const beyond = Math.max(0, size / (n * m) - zone);
            const mean = before / m;
            const squares = everything[at + 2]! - out * squaresSince - m * mean * mean;
            const ownDegrees = m - 1 + priorDegrees;
            const prior = priorVariances[channel]!;
            const pooled = (priorDegrees * prior + Math.max(0, squares)) / ownDegrees;
            const degrees = 1 / (1 / ownDegrees + 1 / degreesOfDifference(curve, n, m));
            const variance = Math.max(model.varianceFloor * prior, pooled);
            const z = (information * beyond * beyond) / (variance * degrees);
            const half = 0.5 * (degrees + 1);
            factor0 *= exp(Math.min(maxNats, half * ln((1 + z) / (1 + z / spread0))));
            factor1 *= exp(Math.min(maxNats, half * ln((1 + z) / (1 + z / spread1))));
            factor2 *= exp(Math.min(maxNats, half * ln((1 + z) / (1 + z / spread2))));
          }
          if (factor0 > loud0) {
            loud0 = factor0;
            at0 = channel;
            shift0 = shift;
          }
          if (factor1 > loud1) {
            loud1 = factor1;
            at1 = channel;
            shift1 = shift;
          }
          if (factor2 > loud2) {
            loud2 = factor2;
            at2 = channel;
            shift2 = shift;
          }
        }
        sum0 += factor0;
        sum1 += factor1;
        sum2 += factor2;
        product0 *= factor0;
        product1 *= factor1;
        product2 *= factor2;
      }
      const sensorFirst = first;
      first = end;
      // Which is the next one.
      end = sensor === 0 ? thirdFirst : channels;
      if (!isHeard) continue;
      heard += 1;
      // One channel: its factor. Several: half for "one of them alone", half for "all of them together".
      const several = first - sensorFirst > 1;
      const alone = 0.5 / (first - sensorFirst);
      const takes0 = p * (several ? alone * sum0 + 0.5 * product0 : product0);
      const takes1 = p * (several ? alone * sum1 + 0.5 * product1 : product1);
      const takes2 = p * (several ? alone * sum2 + 0.5 * product2 : product2);
      if (sensor === 0) {
        qa = q;
        a0 = takes0;
        a1 = takes1;
        a2 = takes2;
      } else if (sensor === 1) {
        qb = q;
        b0 = takes0;
        b1 = takes1;
        b2 = takes2;
      } else {
        qc = q;
        c0 = takes0;
        c1 = takes1;
        c2 = takes2;
      }
    }
    if (heard === 0) continue;
    if (heard !== heardBefore) {
      heardBefore = heard;
      none = heard === 1 ? q : heard === 2 ? q * q : q * q * q;
      w0 = model.shiftWeights[0]! / (1 - none);
      w1 = model.shiftWeights[1]! / (1 - none);
      w2 = model.shiftWeights[2]! / (1 - none);
    }
    const inA0 = qa + a0;
    const inA1 = qa + a1;
    const inA2 = qa + a2;
    const inB0 = qb + b0;
    const inB1 = qb + b1;
    const inB2 = qb + b2;
    const inC0 = qc + c0;
    const inC1 = qc + c1;
    const inC2 = qc + c2;
    const likelihood =
      w0 * (inA0 * inB0 * inC0 - none) + w1 * (inA1 * inB1 * inC1 - none) + w2 * (inA2 * inB2 * inC2 - none);
    if (!(likelihood > 1)) continue;
    const term = buckets.sizeAt(row) * heard * (likelihood - 1);
    const share = term / likelihood;
    taken0 += share * (w0 * a0 * (inB0 * inC0) + w1 * a1 * (inB1 * inC1) + w2 * a2 * (inB2 * inC2));
    taken1 += share * (w0 * b0 * (inA0 * inC0) + w1 * b1 * (inA1 * inC1) + w2 * b2 * (inA2 * inC2));
    taken2 += share * (w0 * c0 * (inA0 * inB0) + w1 * c1 * (inA1 * inB1) + w2 * c2 * (inA2 * inB2));
    sum += term;
    if (term > maxTerm) {
      maxTerm = term;
      changeRow = row;
      loudest = at0;
      shiftOfLoudest = shift0;
      if (loud1 > loud0) {
        loudest = at1;
        shiftOfLoudest = shift1;
      }
      if (loud2 > Math.max(loud0, loud1)) {
        loudest = at2;
        shiftOfLoudest = shift2;
      }
    }
  }
  const posterior = zeros(sensorCount);
  if (sum > 0) {
    posterior[0] = Math.min(1, taken0 / sum);
    if (sensorCount > 1) posterior[1] = Math.min(1, taken1 / sum);
    if (sensorCount > 2) posterior[2] = Math.min(1, taken2 / sum);
  }
  return {
    nats: ln(sum),
    posterior,
    changeRow,
    changeSeq: changeRow < 0 ? 0 : buckets.seqAt(changeRow),
    channel: loudest,
    side: shiftOfLoudest < 0 ? "lower" : "upper",
  };
}
/* oxlint-enable complexity, max-depth, max-statements */
