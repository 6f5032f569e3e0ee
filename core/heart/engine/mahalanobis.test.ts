import { expect, test } from "vitest";

import { freeMemory as moments } from "../open-heart.ts";
import { plainHeart } from "../plain/plain-heart.ts";
import { fisherQuantile, fisherTail, lnGamma } from "./distributions.ts";
import * as engine from "./mahalanobis.ts";

const { buffer } = plainHeart.memory;
const [values, out, owners] = [moments + 1024, moments + 1152, moments + 1280] as const;

/** A frame in memory, NaN for a channel that is not there; gives the mask of those that are. */
function lay(frame: readonly number[]): number {
  new Float64Array(buffer, values, 8).set(frame);
  return frame.reduce((mask, value, c) => mask | (Number.isNaN(value) ? 0 : 1 << c), 0);
}
const learn = (frame: readonly number[]) => engine.learnMoments(moments, frame.length, values, lay(frame));
const bytes = () => Buffer.from(buffer, moments, engine.MOMENTS_BYTES);
function learnAnew(reference: readonly (readonly number[])[]): void {
  bytes().fill(0);
  for (const frame of reference) learn(frame);
}
/** How many channels were tested; T², p-value and limit; shares. */
function tested(frame: readonly number[]) {
  const degrees = engine.testMoments(moments, frame.length, values, lay(frame), out);
  const [figures, shares] = [new Float64Array(buffer, out, 3), new Float64Array(buffer, out + 24, 8)];
  return { degrees, figures, shares };
}
function correlation(ofChannels: readonly number[]): number {
  new Int32Array(buffer, owners, 8).set(ofChannels);
  return engine.largestCorrelation(moments, ofChannels.length, owners);
}
function expectRatios(found: ArrayLike<number>, expected: readonly number[]): void {
  for (const [at, value] of expected.entries()) expect(Math.abs(found[at]! / value - 1)).toBeLessThan(1e-12);
}

test("ln Γ, tails and quantiles of F are SciPy's, far out and with many degrees of freedom too", () => {
  // scipy.special.gammaln, scipy.stats.f.sf and f.isf, SciPy 1.17.1.
  const logarithms = [23.025850929882733, -0.12078223763524526, 12.779315214350195, 5922.491685157807];
  expectRatios([1e-10, 1.5, 9.99, 1002.5].map(lnGamma), logarithms);
  for (const [f, d, e, tail] of [
    [0.05, 3, 8, 0.9841498619204836],
    [1.2, 7, 2000, 0.2992274999741026],
    [60, 8, 13, 5.141284205883459e-9],
    [200, 5, 1995, 4.4613136252365146e-173],
    [300, 8, 1000, 1.3545051040356635e-259],
  ] as const) {
    expectRatios([fisherTail(f, d, e)], [tail]);
  }
  expectRatios([fisherQuantile(0.0027, 8, 1)], [82049.62928634913]);
  expect([fisherTail(0, 3, 20), fisherTail(Infinity, 3, 20)]).toEqual([1, 0]);
});

/** Eight channels, each missing in a seventh of the frames, with an outlier. */
const frames = Array.from({ length: 100 }, (_, t) =>
  Array.from({ length: 8 }, (_, c) => {
    const shared = c % 3 === 0 ? 0 : ((19 * t * t) % 31) / 10 - 1.5;
    const own = ((37 * t * t + 101 * t * (c + 1) + 53 * c * c) % 1009) / 168 - 3;
    return (t + 2 * c) % 7 === 0 ? NaN : t === 41 && c === 1 ? 50 : own + shared;
  }),
);
test("T², p-value, limit, shares and correlation of eight channels are those of the formulas in NumPy", () => {
  const ordinary = [1, -2, 0.5, 3, -1, 0, 2, -3];
  learnAnew(frames.slice(0, 5));
  expect(tested(ordinary).degrees).toBe(2);
  // Sums by pair, of values held to 4 σ; leading blocks of the shrunk matrix by numpy.linalg.solve; f.sf and f.isf of SciPy 1.17.1.
  learnAnew(frames);
  const whole = tested(ordinary);
  expectRatios(whole.figures, [8.531231227329434, 0.45649411520778116, 28.54980588430469]);
  expectRatios(whole.shares, [0.03557197575859725, 0.08248289732348967, 0.009624976765113022]);
  const part = tested([1, -2, NaN, 6, -1, NaN, 2, -3]);
  expectRatios(part.figures, [18.354891631332677, 0.013259000133903655, 23.44286883351353]);
  expect([part.degrees, part.shares[2], part.shares[5]]).toEqual([6, 0, 0]);
  expectRatios([correlation([0, 1, 0, 0, 2, 1, 2, 3])], [0.2774076705566191]);
  // 2,040 common frames count as 2,000 degrees of freedom.
  for (let t = 100; t < 2400; t += 1) learn(frames[t % 100]!);
  expectRatios([tested(ordinary).figures[2]!], [(2.9598210302379164 * 8 * 2000) / 1993]);
});

test("channels that are forgotten are as if they had never been there", () => {
  learnAnew(frames.map((frame) => frame.with(2, NaN).with(3, NaN)));
  const without = bytes().toString("hex");
  learnAnew(frames);
  engine.forgetChannels(moments, 2, 2);
  expect(bytes().toString("hex")).toBe(without);
});

test("where pairs seen in different frames fit no covariance, channels count as independent", () => {
  // Pairs are alike, alike and opposite. The variance of a channel's 40 values ±1 is 40/39.
  const rows = [1, 1, NaN, NaN, 1, 1, 1, NaN, -1, -1, -1, NaN, NaN, -1, -1, -1, NaN, 1];
  learnAnew(Array.from({ length: 60 }, (_, t) => rows.slice(3 * (t % 6)).slice(0, 3)));
  expectRatios(tested([2, 1, -1]).figures, [((40 / 41) * 6 * 44) / (40 * (40 / 39) + 4)]);
});

test("a correlation takes fifty frames that have both channels", () => {
  learnAnew(Array.from({ length: 80 }, (_, t) => [t % 2, t < 49 ? t % 2 : NaN]));
  expect(correlation([0, 1])).toBe(0);
  learn([1, 1]);
  expect(correlation([0, 1])).toBeGreaterThan(0.9);
});

test("a channel that was never seen beside two that go together adds what it adds alone", () => {
  const shared = (t: number) => (7 * t) % 5;
  learnAnew(
    Array.from({ length: 120 }, (_, t) =>
      t % 2 === 0 ? [shared(t) + (t % 3), shared(t), NaN] : [NaN, NaN, shared(t) - 2],
    ),
  );
  const [two, one, all] = [
    [5, 0, NaN],
    [NaN, NaN, -2],
    [5, 0, -2],
  ].map((frame) => tested(frame).figures[0]!);
  expectRatios([all!], [two! + one!]);
});

test("limits are kept apart by channels and by degrees of freedom", () => {
  const limits = (order: readonly number[]) =>
    order.map((count) => {
      learnAnew(
        Array.from({ length: count }, (_, t) => [t % 2, t % 3, t % 5, t % 7, t % 2, t % 3, t % 5, t % 7]),
      );
      return [8, 1, 2].map((width) => tested(Array<number>(8).fill(1).fill(NaN, width)).figures[2]!);
    });
  const [forth, back] = [limits([20, 28, 84]), limits([84, 28, 20]).toReversed()];
  expect(forth).toEqual(back);
  expect(new Set(forth.flat()).size).toBe(9);
});
