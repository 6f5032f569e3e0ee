import type { Bucket, EvidenceSums } from "./evidence-sums.ts";
import { exp } from "./numeric/exp.ts";
import { ln } from "./numeric/ln.ts";
import type { Evidence, EvidenceModel } from "./weigh-evidence.ts";

/**
 * W as docs/scoring-method.md writes it down ("The sequential statistic W"), window by window and channel by channel.
 * It is what the tests hold `weighEvidence` to, bit for bit.
 */
export function weighEvidenceDirectly(sums: EvidenceSums, model: EvidenceModel): Evidence {
  const { buckets, past } = sums;
  const everything = model.referenceFrozen ? past : buckets.reduce(plus, past);
  let sum = 0;
  const taken = model.sensors.map(() => 0);
  let likeliest = { weight: 0, row: -1, channel: 0, shift: 0 };
  for (let row = buckets.length - 1; row >= 0; row -= 1) {
    const window = buckets.slice(row).reduceRight(plus, past.map(nothing));
    const compared = past.filter(isFirstOfThree).map((_, channel) => {
      const [n, s, q] = window.slice(3 * channel) as [number, number, number];
      const [N, S, Q] = everything.slice(3 * channel) as [number, number, number];
      const reference = model.referenceFrozen
        ? { m: N, sum: S, squares: Q }
        : { m: N - n, sum: S - s, squares: Q - q };
      return compareChannel({ n, sum: s }, reference, channel, model);
    });
    const { size } = buckets[row]!;
    const { likelihood, shares } = mixSensors(compared, model);
    sum += size * likelihood;
    shares.forEach((share, sensor) => (taken[sensor]! += size * share));
    if (size * likelihood > likeliest.weight) {
      const channel = loudest(compared, model);
      likeliest = { weight: size * likelihood, row, channel, shift: compared[channel]!.shift };
    }
  }
  return {
    nats: ln(sum),
    posterior: taken.map((share) => (sum > 0 ? Math.min(1, share / sum) : 0)),
    changeRow: likeliest.row,
    changeSeq: buckets[likeliest.row]?.seq ?? 0,
    channel: likeliest.channel,
    side: likeliest.shift < 0 ? "lower" : "upper",
  };
}

interface Compared {
  /** Mean of the window minus mean of the reference, times both weights. */
  readonly shift: number;
  /** Bayes factor for each prior shift variance. */
  readonly factors: readonly number[];
}

function compareChannel(
  window: { readonly n: number; readonly sum: number },
  reference: { readonly m: number; readonly sum: number; readonly squares: number },
  channel: number,
  model: EvidenceModel,
): Compared {
  const { n } = window;
  const { m } = reference;
  if (m < model.minimumReference || n < 1) {
    return { shift: 0, factors: model.shiftVariances.map(() => 1) };
  }
  const information = (n * m) / (n + m);
  const mean = reference.sum / m;
  const shift = window.sum * m - reference.sum * n;
  const direction = model.directions[channel]!;
  const size = (direction === 0 ? Math.abs(shift) : direction * shift) / (n * m);
  const beyond = Math.max(0, size - model.zones[channel]!);
  const degrees = m - 1 + model.priorDegrees;
  const believed = model.priorVariances[channel]!;
  const squares = Math.max(0, reference.squares - m * mean * mean);
  const variance = Math.max(
    model.varianceFloor * believed,
    (model.priorDegrees * believed + squares) / degrees,
  );
  const z = (information * beyond * beyond) / (variance * degrees);
  return {
    shift,
    factors: model.shiftVariances.map((g) => {
      const spread = 1 + information * g;
      const exponent = 0.5 * (degrees + 1) * ln((1 + z) / (1 + z / spread));
      return (1 / Math.sqrt(spread)) * exp(Math.min(mostNats, exponent));
    }),
  };
}

/** Mixed over the prior shift variances and over which sensors take part. */
function mixSensors(compared: readonly Compared[], model: EvidenceModel) {
  const p = model.participation;
  const q = 1 - p;
  const nobody = model.sensors.reduce((product) => product * q, 1);
  let likelihood = 0;
  const shares = model.sensors.map(() => 0);
  model.shiftWeights.forEach((shiftWeight, g) => {
    const weight = shiftWeight / (1 - nobody);
    const ratios = model.sensors.map(([first, end]) =>
      sensorFactor(compared.slice(first, end).map(({ factors }) => factors[g]!)),
    );
    const everybody = ratios.reduce((product, ratio) => product * (q + p * ratio), 1);
    likelihood += weight * (everybody - nobody);
    ratios.forEach((ratio, sensor) => {
      const others = ratios.filter((_, other) => other !== sensor);
      shares[sensor]! +=
        weight * (p * ratio) * others.reduce((product, other) => product * (q + p * other), 1);
    });
  });
  return { likelihood, shares };
}

function sensorFactor(factors: readonly number[]): number {
  if (factors.length === 1) return factors[0]!;
  const sum = factors.reduce((total, factor) => total + factor, 0);
  const product = factors.reduce((total, factor) => total * factor, 1);
  return (0.5 / factors.length) * sum + 0.5 * product;
}

function loudest(compared: readonly Compared[], model: EvidenceModel): number {
  let found = { factor: -1, channel: 0 };
  model.shiftVariances.forEach((_, g) =>
    compared.forEach(({ factors }, channel) => {
      if (factors[g]! > found.factor) found = { factor: factors[g]!, channel };
    }),
  );
  return found.channel;
}

function plus(sums: readonly number[], { sums: more }: Bucket): readonly number[] {
  return sums.map((sum, at) => sum + more[at]!);
}

const nothing = () => 0;
const isFirstOfThree = (_: number, at: number) => at % 3 === 0;

/** Evidence beyond this much from one channel decides nothing more; five channels of e^120 are still finite. */
const mostNats = 120;
