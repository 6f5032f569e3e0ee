/**
 * The example of docs/scoring-method.md, worked out from the page's formulas and not from the engine's code: one radar, white
 * noise alone among the models, a step. `npm run docs:method` writes it into the page.
 */
import { normalProbability } from "../../core/chart-design/distributions.ts";
import { foldOwned } from "../../core/scoring/fold.ts";
import { initialState } from "../../core/scoring/model/initial-state.ts";
import { median } from "../median.ts";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { markdownTable } from "../markdown-table.ts";

/** Range bias in metres, a frame a minute; from the 53rd on a quarter of a metre too far. */
export const readings = [
  0.12, -0.05, 0.02, 0.14, -0.11, 0.03, -0.02, 0.19, -0.08, 0.05, 0.01, -0.16, 0.09, 0.04, -0.03, 0.22, -0.1,
  0.06, -0.01, 0.11, -0.13, 0.08, 0.0, -0.06, 0.15, 0.02, -0.19, 0.1, 0.05, -0.04, 0.07, -0.09, 0.17, -0.02,
  0.03, 0.13, -0.14, 0.01, 0.06, -0.07, 0.2, -0.03, 0.09, -0.12, 0.04, 0.0, 0.16, -0.05, 0.08, -0.01, 0.05,
  -0.08, 0.31, 0.22, 0.4, 0.27, 0.18, 0.35, 0.29, 0.24, 0.43, 0.2, 0.33, 0.26, 0.15, 0.38, 0.28, 0.23, 0.34,
  0.3,
];
const learning = 50;
export const harmlessM = 0.05;
const spreads = [0.06, 0.6, 6];
const spreadWeights = [0.25, 0.35, 0.4];

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const squaresOf = (values: readonly number[]) => sum(values.map((value) => value * value));

/** Section 2: units of the channel's noise. */
export function standardise(metres: readonly number[]) {
  const first = metres.slice(0, learning);
  const centre = median(first);
  const scale = 1.4826 * median(first.map((value) => Math.abs(value - centre)));
  return { centre, scale, values: metres.map((value) => (value - centre) / scale) };
}

/** Section 4.2: what is beyond 2.5 standard deviations counts less; in the first eight blocks beyond 5. */
function clip(values: readonly number[]): readonly number[] {
  const held: number[] = [];
  for (const value of values) {
    const sd = Math.sqrt((1 + squaresOf(held)) / (1 + held.length));
    held.push(sd * clipped(value / sd, held.length < 8 ? 2 : 1));
  }
  return held;
}
function clipped(u: number, unit: number): number {
  const size = Math.abs(u);
  return size <= 2.5 * unit ? u : Math.sign(u) * unit * (2.5 + 2 * (Math.sqrt(size / unit - 1.5) - 1));
}

/** Section 4.5: degrees of freedom of the variance, from the runs of eight blocks that ended before a start. */
function freedomBefore(values: readonly number[], before: number): number {
  const inUnits = values.map(
    (value, at) => (value * value * (at + 1)) / (1 + squaresOf(values.slice(0, at + 1))),
  );
  const runs = Array.from({ length: Math.floor(before / 8) }, (_, run) =>
    inUnits.slice(8 * run, 8 * run + 8),
  ).slice(2);
  const deviations = runs.map((run) => sum(run) / 8 - 1);
  const single = squaresOf(runs.flat().map((square) => square - 1)) / 64;
  const held = 10 * 0.05 + squaresOf(deviations) - Math.max(single, 0.25 * runs.length);
  return 4 + 2 / Math.max(held / (10 + runs.length), 1e-4);
}

/** The size of a product as it is kept: the upper sixteen bits of its binary32. */
function rounded(size: number): number {
  const parts = new DataView(new ArrayBuffer(4));
  parts.setFloat32(0, Math.abs(size));
  parts.setUint16(2, 0);
  return parts.getFloat32(0);
}

/** What one rule makes of a start: what it takes off the score, z², B, D and the term. */
interface Ruled {
  readonly left: number;
  readonly z: number;
  readonly factor: number;
  readonly zone: number;
  readonly term: number;
}
interface Term {
  readonly shape: "step" | "ramp";
  readonly before: number;
  readonly size: number;
  readonly scale: number;
  readonly freedom: number;
  readonly stands: number;
  /** The largest contribution left out; the largest replaced by the second largest. */
  readonly rules: readonly Ruled[];
  readonly explained: number;
}

/** Sections 4.3 to 4.6 for one start under white noise. */
function termOf(
  values: readonly number[],
  at: { shape: "step" | "ramp"; before: number; stands: number; zone: number },
): Term {
  const { shape, before, stands, zone } = at;
  const n = values.length;
  const after = n - before;
  const regressor = values.map((_, k) => (k < before ? 0 : shape === "step" ? 1 : (k - before) / 60));
  const whole = sum(regressor);
  const mean = sum(values) / n;
  const information = squaresOf(regressor) - whole ** 2 / n;
  const products = regressor.map((x, k) => x * values[k]!);
  const score = sum(products) - whole * mean;
  const explained = score ** 2 / information;
  const sizes = products
    .slice(before)
    .map(rounded)
    .toSorted((one, other) => other - one);
  const variance = (squaresOf(values) - n * mean ** 2) / (n - 1);
  const rest = Math.max(variance - explained / (n - 1), 0.05 * variance);
  const freedom = freedomBefore(values, before);
  const since = squaresOf(values.slice(before)) - explained;
  const weight = Math.min(freedom, 60);
  const scale = Math.max(rest, (weight * rest + since) / (weight + after - 1));
  const free = Math.min(freedom + after, n - 1);
  const unit = shape === "step" ? 1 : (after - 1) / 60;
  const known = information / unit ** 2;
  const rules = [sizes[0]!, sizes[0]! - (sizes[1] ?? 0)].map((left, rule): Ruled => {
    const size = ((Math.abs(score) - left) / information) * unit;
    const z = (size ** 2 * known) / scale;
    const beyond = ((size - zone) ** 2 * known) / scale;
    const factor = bayesFactor(z, known, free);
    const ofZone = Math.exp(0.5 * free * Math.log((free + z) / (free + beyond)));
    const counts = size > zone && beyond >= 2 && factor > ofZone && (rule === 0 || after >= 3);
    const share = shape === "step" ? 0.75 : 0.25;
    return { left, z, factor, zone: ofZone, term: counts ? (share * stands * factor) / ofZone : 0 };
  });
  const size = (score / information) * unit;
  return { shape, before, size, scale, freedom: free, stands, rules, explained };
}
function bayesFactor(z: number, information: number, freedom: number): number {
  const share = z / (freedom + z);
  return sum(
    spreads.map((spread, g) => {
      const kg = information * spread;
      return (spreadWeights[g]! / Math.sqrt(1 + kg)) * (1 - (share * kg) / (1 + kg)) ** (-freedom / 2);
    }),
  );
}

/** Section 4.4: which starts are kept, of steps and of ramps. */
class Starts {
  readonly kept: number[] = [];
  best = -1;
  readonly #shape: { readonly most: number; readonly newest: number; readonly every: number };
  constructor(shape: { readonly most: number; readonly newest: number; readonly every: number }) {
    this.#shape = shape;
  }
  add(block: number): void {
    const { most, newest, every } = this.#shape;
    if (block % every !== 0) return;
    if (this.kept.length === most) {
      let least = 1;
      const apart = (q: number) =>
        this.kept[q] === this.best
          ? Infinity
          : (this.kept[q + 1]! - this.kept[q - 1]!) / (block - this.kept[q]! + 1);
      for (let q = 1; q < most - newest; q += 1) if (apart(q) < apart(least)) least = q;
      this.kept.splice(least, 1);
    }
    this.kept.push(block);
  }
}

export interface Judged {
  readonly blocks: number;
  readonly terms: readonly Term[];
  /** ln R. */
  readonly statistic: number;
}

/** Every judgement from the 51st block on. */
export function judgeByHand(metres: readonly number[]): readonly Judged[] {
  const { scale, values } = standardise(metres);
  const held = clip(values);
  const shapes = {
    step: new Starts({ most: 12, newest: 4, every: 1 }),
    ramp: new Starts({ most: 4, newest: 1, every: 8 }),
  };
  const judged: Judged[] = [];
  for (let blocks = 1; blocks <= held.length; blocks += 1) {
    for (const starts of Object.values(shapes)) starts.add(blocks - 1);
    if (blocks <= learning) continue;
    const terms = (["step", "ramp"] as const).flatMap((shape) => {
      const { kept } = shapes[shape];
      const asked = kept.filter((before) => before >= 5 && blocks - before >= (shape === "step" ? 2 : 16));
      const own = asked.map((before) => {
        const next = kept[kept.indexOf(before) + 1];
        const stands = next === undefined ? 1 : next - before;
        return termOf(held.slice(0, blocks), { shape, before, stands, zone: harmlessM / scale });
      });
      const best = own.toSorted((one, other) => other.explained - one.explained)[0];
      if (best !== undefined) shapes[shape].best = best.before;
      return own;
    });
    const [plain, robust] = [0, 1].map((rule) => sum(terms.map((term) => term.rules[rule]!.term))) as [
      number,
      number,
    ];
    judged.push({ blocks, terms, statistic: Math.log(Math.max(plain, robust * Math.exp(-3))) });
  }
  return judged;
}

const text = (value: number, decimals: number) => value.toFixed(decimals).replace("-", "−");

/** The stretch of the page, line by line. */
export function workedExample(): readonly string[] {
  const { centre, scale } = standardise(readings);
  const judged = judgeByHand(readings);
  const proved = judged.find(({ statistic }) => statistic >= 9.5)!;
  const best = proved.terms.toSorted((one, other) => other.explained - one.explained)[0]!;
  const sums = [0, 1].map((rule) => Math.log(sum(proved.terms.map(({ rules }) => rules[rule]!.term))));
  const folded = foldAll(readings);
  const opening = folded.find(({ breach }) => breach)!;
  const last = folded.at(-1)!;
  const cells = ({ shape, before, size, scale: s2, freedom, stands, rules }: Term): readonly string[] => {
    const [first, second] = rules as readonly [Ruled, Ruled];
    return [
      `${shape}, ${before}`,
      text(size, 3),
      text(s2, 3),
      text(freedom, 1),
      text(first.left, 3),
      text(second.left, 3),
      text(second.z, 2),
      second.factor.toPrecision(4),
      text(second.zone, 1),
      `${stands}`,
      first.term.toPrecision(4),
      second.term.toPrecision(4),
    ];
  };
  const head = [
    "start after",
    "S/I (σ)",
    "s²",
    "ν",
    "taken off, rule 1",
    "rule 2",
    "z², rule 2",
    "B",
    "D",
    "stands for",
    "term, rule 1",
    "rule 2",
  ];
  const byBlock = judged
    .slice(1, proved.blocks - learning)
    .map(({ blocks, statistic }) => `${blocks}: ${statistic > -99 ? text(statistic, 2) : "–"}`);
  return [
    `Centre ${text(centre, 3)} m, scale ${text(scale, 4)} m; the zone of ${harmlessM} m is ${text(harmlessM / scale, 3)} σ. ln R by block: ${byBlock.join(", ")}.`,
    "",
    `At block ${proved.blocks} every start whose term is above 0.1:`,
    "",
    ...markdownTable(head, proved.terms.filter(({ rules }) => rules[0]!.term > 0.1).map(cells)),
    "",
    `ln of the sum is ${text(sums[0]!, 3)} by rule 1, and ${text(sums[1]!, 3)} − 3 by rule 2: ln R = ${text(proved.statistic, 3)}. The change is proved, ${text(best.size * scale, 3)} m since block ${best.before + 1}.`,
    "",
    byHand(best, proved.blocks),
    "",
    `The product has all its models beside each other, and adds ln(2,000/200) = 2.303 for a young sensor: it proves the change at block ${opening.block} (ln R ${text(opening.statistic, 2)}). At block ${last.block} it states a drift of ${text(last.drift, 3)} ± ${text(last.sd, 3)} m: P(beyond 0.2 m) = Φ((${text(last.drift, 3)} − 0.2)/${text(last.sd, 3)}) = ${text(normalProbability((last.drift - 0.2) / last.sd), 2)}, so ${last.tier}.`,
  ];
}

/** The row of the start that explains most, step by step, by rule 2. */
function byHand({ before, size, scale, stands, rules }: Term, blocks: number): string {
  const after = blocks - before;
  const { left, z, factor, zone, term } = rules[1]!;
  const information = (before * after) / blocks;
  const held = size - left / information;
  return `By hand, ${before} blocks before and ${after} since: I = ${before}·${after}/${blocks} = ${text(information, 3)}, S = ${text(size, 3)}·I = ${text(size * information, 2)}. Rule 2 takes ${text(left, 3)} off: ψ̂ = ${text(held, 3)} and z² = ${text(held, 3)}²·${text(information, 3)}/${text(scale, 3)} = ${text(z, 2)}. B is the sum over the three prior variances. The term is 0.75 (a step) · ${stands} (the starts it stands for) · ${factor.toPrecision(4)}/${text(zone, 1)} = ${term.toPrecision(4)}.`;
}

/** The same readings through the product. */
function foldAll(metres: readonly number[]) {
  let state = initialState();
  return metres.map((radarRangeBiasM, at) => {
    const reading = { timestampUs: 1_780_000_000_000_000 + 60_000_000 * at, radarRangeBiasM };
    const { state: after, score } = foldOwned(state, { kind: "frame", reading }, defaultSettings);
    state = after;
    const [channel] = score!.channels;
    const { cusumStatistic, cusumTriggered: breach, tier } = score!;
    return {
      block: at + 1,
      statistic: cusumStatistic ?? -99,
      breach,
      tier,
      drift: channel?.drift ?? 0,
      sd: channel?.driftSd ?? 0,
    };
  });
}

/** The page with its example as it is today; everything else is left as it stands. */
export function withExample(page: string): string {
  const [begins, ends] = ["<!-- written by npm run docs:method -->", "<!-- end of the example -->"];
  const [before = "", rest = ""] = page.split(begins);
  const [, after = ""] = rest.split(ends);
  return `${before}${begins}\n\n${workedExample().join("\n")}\n\n${ends}${after}`;
}
