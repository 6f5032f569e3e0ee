import { describe, expect, test } from "vitest";
import type { CurvePrior } from "../settings/settings.ts";
import { Buckets } from "../model/buckets.ts";
import type { Bucket } from "../model/buckets.ts";
import type { ChangeSums } from "../model/state.ts";
import type { MeanScatter } from "../model/mean-scatter.ts";
import { testNoise } from "../vehicle-journal.ts";
import { changeModelOf } from "../change/change-model-for-tests.ts";
import { addBlock, noChangeSums } from "../change/change-sums.ts";
import {
  addBaselineScatter,
  blockVariance,
  clearScatter,
  holdOfLonger,
  holdOfSingles,
  longestMemory,
  mostOfBend,
  noScatter,
  sampleLevel,
  shareScatter,
} from "./mean-scatter.ts";
import type { ScatterModel } from "./mean-scatter.ts";
import { ratiosOfCorrelated, scales } from "./noise-family.ts";

const everyScale = Array.from({ length: scales }, (_, scale) => scale);
/** Blocks of variance 1 that are known to be independent. */
const white = changeModelOf([1], { priorDegrees: 1e9 });
const past = [40, 0, 40];
/** What of a sample is added, of single blocks and of longer buckets. */
const part = 2 / 3 / holdOfSingles.heldShare;
const partOfLonger = 2 / 3 / holdOfLonger.heldShare;

describe("a level that is one bucket too full", () => {
  test("of single blocks is two neighbours of one, and two pairs of neighbours of two", () => {
    const { squares, counts } = sample([1, -0.5, -1, -0.5, 1].map((value) => bucketOf(1, value)));
    // ½·1.5² and ½·0.5², and twice (0.25 + 0.75)²; each counts for two thirds.
    expect(squares[0]).toBeCloseTo(part * (1.125 + 0.125), 5);
    expect(squares[1]).toBeCloseTo(part * (1 + 1), 5);
    expect(counts.slice(0, 2)).toEqual([Math.fround(4 / 3), Math.fround(4 / 3)]);
    for (const held of [squares, counts]) expect(held.slice(2)).toEqual(everyScale.slice(2).map(() => 0));
  });

  test("of longer buckets is two pairs of neighbours, twice as long as the buckets", () => {
    const { squares, counts } = sample([1, 1.5, 0.5, 1, 2].map((mean) => bucketOf(4, mean)));
    // η = 8·8/16: 4·(1.25 − 0.75)² + 4·(1 − 1.5)².
    expect(squares[3]).toBeCloseTo(partOfLonger * (1 + 1), 5);
    expect(counts).toEqual(everyScale.map((scale) => (scale === 3 ? Math.fround(4 / 3) : 0)));
  });

  test("with fewer than five buckets gives none: they do not say how they bend", () => {
    const before = noScatter(1);
    const level = [1, 3, 2, 7].map((value) => bucketOf(1, value));
    expect(sampleLevel(before, Buckets.of(level, 1), 0, { past, model: white })).toBe(before);
  });

  test("is sampled from its own first bucket on, its five oldest", () => {
    const older = [bucketOf(2, 9), bucketOf(2, -9)];
    const level = [1, 3, 2, 7, 4].map((value) => bucketOf(1, value));
    const newer = [bucketOf(1, 50), bucketOf(1, -50)];
    const taken = sampleLevel(noScatter(1), Buckets.of([...older, ...level, ...newer], 1), 2, {
      past,
      model: white,
    });
    expect(taken).toEqual(sample(level));
  });

  test("adds to what was sampled before, in binary32, where it stands", () => {
    const level = [1, 3, 2, 7, 4].map((value) => bucketOf(1, value));
    const once = sample(level);
    const before = sample(level);
    const twice = sampleLevel(before, Buckets.of(level, 1), 0, { past, model: white });
    expect(twice).not.toBe(before);
    expect(twice.squares).toBe(before.squares);
    expect(twice.squares[1]).toBeCloseTo(2 * once.squares[1]!, 4);
    for (const held of [...twice.squares, ...twice.counts]) expect(Math.fround(held)).toBe(held);
  });

  test("moves no channel by another's values", () => {
    const level = [1, 3, 2, 7, 4].map((value) => bucketOf(1, value));
    const both = level.map((bucket) => ({ ...bucket, sums: [...bucket.sums, 1, 5, 25] }));
    const model = changeModelOf([1, 1], { priorDegrees: 1e9 });
    const { squares, counts } = sampleLevel(noScatter(2), Buckets.of(both, 2), 0, {
      past: [...past, ...past],
      model,
    });
    expect(squares.slice(0, scales)).toEqual(sample(level).squares);
    expect(squares.slice(scales)).toEqual(everyScale.map(() => 0));
    expect(counts.slice(scales)).toEqual(counts.slice(0, scales));
  });
});

describe("a steady drift", () => {
  /** Buckets on a line, a parabola beside it. */
  const level = (slope: number, bend: number, size = 1) =>
    [-2, -1, 0, 1, 2].map((at) => bucketOf(size, slope * at + bend * (at * at - 2)));
  const steep = [40, -40];

  test("lets neighbours of two count for no more than so many times what independent blocks would give", () => {
    for (const slope of steep) {
      expect(sample(level(slope, 0)).squares[1]).toBeCloseTo(part * 2 * mostOfBend, 4);
      const quieter = { ...white, priorVariances: [0.5] };
      expect(sample(level(slope, 0), quieter).squares[1]).toBeCloseTo(part * mostOfBend, 4);
    }
  });

  test("or than so many times what the scale before says, told or heard", () => {
    const doubling = { ...white, priorCurves: [certainly(everyScale.map((scale) => 2 ** scale))] };
    for (const slope of steep)
      expect(sample(level(slope, 0, 2), doubling).squares[2]).toBeCloseTo(
        partOfLonger * 2 * mostOfBend * 2,
        4,
      );

    // Four samples of independent blocks, and four of twice their variance: one and a half times it.
    const { squares, counts } = noScatter(1);
    const heardBefore = { squares: squares.with(1, 8), counts: counts.with(1, 4) };
    const model = { ...white, priorCurves: [untold] };
    const after = sampleLevel(heardBefore, Buckets.of(level(40, 0, 2), 1), 0, { past, model });
    expect(after.squares[2]).toBeCloseTo(partOfLonger * 2 * mostOfBend * 1.5, 4);
    expect(after.squares[1]).toBe(8);
  });

  test("that bends lets them count for as much as so many times that, whatever its slope", () => {
    // What was heard at this scale lets differ what may; what the scale before lets expect is little.
    const restless = () => ({
      squares: noScatter(1).squares.with(1, 5e4),
      counts: noScatter(1).counts.with(1, 1),
    });
    const model = { ...white, priorCurves: [untold] };
    for (const slope of steep) {
      const added = (bend: number) =>
        sampleLevel(restless(), Buckets.of(level(slope, bend), 1), 0, { past, model }).squares[1]! - 5e4;
      // The parabola's own part is 14·bend², and the pairs' are far beyond.
      expect(added(1.5) / (part * 2 * mostOfBend * 14 * 1.5 ** 2)).toBeCloseTo(1, 3);
      expect(added(2) / (part * 2 * mostOfBend * 14 * 2 ** 2)).toBeCloseTo(1, 3);
    }
  });

  test("is told from noise by nothing else: neighbours that differ less count in full", () => {
    const { squares } = sample(level(0.5, 0));
    // ¼(−1 − 0.5 − 0 − 0.5)² = 1, and the same again.
    expect(squares[1]).toBeCloseTo(part * (1 + 1), 5);
  });

  test("is no matter of single neighbours, which it hardly moves", () => {
    const { squares } = sample(level(3, 0));
    expect(squares[0]).toBeCloseTo(part * 2 * (3 ** 2 / 2), 4);
  });
});

describe("five buckets", () => {
  test("of which one holds more than twice another belong to no scale", () => {
    const weighing = (weights: readonly number[]) =>
      sample(weights.map((weight, at) => bucketOf(4, 0.1 * at, weight))).counts.some((count) => count > 0);
    expect(weighing([4, 4, 2, 4, 4])).toBe(true);
    expect(weighing([4, 4, 1.99, 4, 4])).toBe(false);
  });

  test("of unequal weight give the squares of what differs, over what it would be for independent blocks", () => {
    const [weights, means] = [
      [4, 3, 2.5, 3.5, 4],
      [0.4, -0.1, 0.3, 0.5, -0.2],
    ];
    const contrast = (parts: readonly number[]) =>
      parts.reduce((sum, part, at) => sum + part * means[at]!, 0) ** 2 /
      parts.reduce((sum, part, at) => sum + part ** 2 / weights[at]!, 0);
    const { squares, counts } = sample(weights.map((weight, at) => bucketOf(4, means[at]!, weight)));
    // Means of 3.4 blocks: two are nearest to eight.
    expect(counts).toEqual(everyScale.map((scale) => (scale === 3 ? Math.fround(4 / 3) : 0)));
    const expected = contrast([1, 1, -1, -1, 0]) + contrast([0, 1, 1, -1, -1]);
    expect(squares[3]).toBeCloseTo(partOfLonger * expected, 5);
  });

  test("of which one was not heard for a whole block give none", () => {
    expect(sample([1, 1, 0.9, 1, 1].map((weight) => bucketOf(1, 2, weight)))).toEqual(noScatter(1));
    expect(sample([0, 0, 0, 0, 0].map(() => bucketOf(1, 0, 0)))).toEqual(noScatter(1));
  });

  test.each([
    [1.4, 1],
    [1.45, 2],
    [300, 9],
    [2500, 9],
  ])(
    "of %d blocks each are sampled at the scale nearest in ratio to two, at most the last",
    (weight, scale) => {
      const { counts } = sample([1, 2, 3, 4, 5].map((at) => bucketOf(512, at, weight)));
      expect(everyScale.filter((at) => counts[at]! > 0)).toEqual([scale]);
    },
  );
});

describe("a sample far out", () => {
  const outlying = [0, 0, 100, 0, 0].map((value) => bucketOf(1, value));

  test("counts for so many variances of its scale, fewer of single blocks", () => {
    expect(holdOfLonger.mostSquares).toBe(3 ** 2);
    const { squares, counts } = sample(outlying);
    // One neighbour of one, and both pairs; the other neighbour is 0.
    expect(squares[0]).toBeCloseTo(part * holdOfSingles.mostSquares, 4);
    expect(squares[1]).toBeCloseTo(part * 2 * holdOfSingles.mostSquares, 4);
    expect(counts[0]).toBeCloseTo(4 / 3, 5);
  });

  test("may be as far out as what is known of the scale lets it", () => {
    const ratios = everyScale.map((scale) => 2 ** scale);
    const model = { ...white, priorCurves: [certainly(ratios)] };
    expect(sample(outlying, model).squares[1]).toBeCloseTo(part * 2 * holdOfSingles.mostSquares * 2, 4);
    const noisier = { ...white, priorVariances: [4] };
    expect(sample(outlying, noisier).squares[0]).toBeCloseTo(part * holdOfSingles.mostSquares * 4, 3);
  });

  test("may be further out once the scale's own samples say so, and not less far for samples that say less", () => {
    const model = { ...white, priorCurves: [untold] };
    const level = [0, 0, 100, 0, 0].map((value) => bucketOf(2, value));
    const added = (square: number) => {
      const { squares, counts } = noScatter(1);
      const heardBefore = { squares: squares.with(2, 99 * square), counts: counts.with(2, 99) };
      return sampleLevel(heardBefore, Buckets.of(level, 1), 0, { past, model }).squares[2]! - 99 * square;
    };
    // With four of independent blocks: (4 + 99·5)/103, and the same with the first of the two samples counted in.
    const [first, weight] = [(4 + 99 * 5) / 103, 103 + 2 / 3];
    const second = (103 * first + partOfLonger * holdOfLonger.mostSquares * first) / weight;
    expect(added(5)).toBeCloseTo(partOfLonger * holdOfLonger.mostSquares * (first + second), 3);
    expect(added(0.01)).toBeCloseTo(partOfLonger * 2 * holdOfLonger.mostSquares, 3);
  });
});

describe("the memory of a scale", () => {
  const level = [1, 1.5, 0.5, 1, 2].map((value) => bucketOf(2, value));
  /** Each ½·2·2·(½·difference)²: two samples of a half each. */
  const held = 0.5 / holdOfLonger.heldShare;
  const sampled = (times: number, squares: number, counts: number) => {
    let scatter: MeanScatter = {
      squares: noScatter(1).squares.with(2, squares),
      counts: noScatter(1).counts.with(2, counts),
    };
    for (let time = 0; time < times; time += 1)
      scatter = sampleLevel(scatter, Buckets.of(level, 1), 0, { past, model: white });
    return { square: scatter.squares[2]!, count: scatter.counts[2]! };
  };

  test("is all its samples until there are so many", () => {
    const { square, count } = sampled(1, 0, longestMemory - 4 / 3);
    expect(count).toBeCloseTo(longestMemory, 4);
    expect(square).toBeCloseTo((4 / 3) * held, 5);
    expect(sampled(1, 0, longestMemory - 1).count).toBeCloseTo(longestMemory, 4);
  });

  test("then the older a sample the less it counts, by the same share with each that comes", () => {
    for (const times of [1, 10, 300]) {
      const { square, count } = sampled(times, 5 * longestMemory, longestMemory);
      expect(count).toBeCloseTo(longestMemory, 3);
      // What is left of the first mean after 2·times samples, each two thirds of longestMemory + two thirds.
      const left = (1 + 2 / 3 / longestMemory) ** (-2 * times);
      expect(square / count / (5 * left + held * (1 - left))).toBeCloseTo(1, 4);
    }
  });
});

describe("the histogram's own merges", () => {
  const histogram = { bucketsPerLevel: 4, levels: 9, referenceFrozen: false };

  test("sample a reference that moves, and none that is frozen, nor without a model", () => {
    const after = (known: Partial<Parameters<typeof addBlock>[2]>) =>
      heard(noise(0), 100, { ...histogram, scatterModel: white, ...known }).scatter;
    expect(
      after({})
        .counts.slice(0, 5)
        .every((count) => count > 0),
    ).toBe(true);
    expect(after({ referenceFrozen: true })).toEqual(noScatter(1));
    expect(after({ scatterModel: null })).toEqual(noScatter(1));
  });

  test.each([0, 0.3, 0.6])("give noise correlated by %d^lag its ratios, and not a tenth more", (phi) => {
    const ratios = ratiosOfCorrelated(phi);
    const scatterModel = { ...white, priorCurves: [certainly(ratios)] };
    const vehicles = Array.from(
      { length: 60 },
      (_, seed) => heard(noise(phi, seed), 600, { ...histogram, scatterModel }).scatter,
    );
    for (const scale of everyScale.slice(0, 6)) {
      const total = (held: "squares" | "counts") =>
        vehicles.reduce((sum, vehicle) => sum + vehicle[held][scale]!, 0);
      const ratio = total("squares") / total("counts") / ratios[scale]!;
      // Four standard errors.
      const error = 4 * Math.sqrt(2 / total("counts"));
      expect(ratio).toBeGreaterThan(1 - error);
      expect(ratio).toBeLessThan(1.05 + error);
    }
  });

  test("count about the degrees of freedom of all overlapping neighbours, as far as they are remembered", () => {
    const blocks = 2000;
    const { counts } = heard(noise(0), blocks, { ...histogram, scatterModel: white }).scatter;
    const degreesOf = everyScale.map((scale) => handbookDegrees(blocks + 1, 2 ** scale));
    expect(degreesOf.filter((degrees) => degrees > 1.2 * longestMemory).length).toBeGreaterThan(3);
    for (const scale of everyScale.slice(0, 6)) {
      const degrees = degreesOf[scale]!;
      if (degrees > 1.2 * longestMemory) {
        expect(counts[scale]).toBeCloseTo(longestMemory, 3);
        continue;
      }
      expect(counts[scale]! / degrees).toBeGreaterThan(0.85);
      expect(counts[scale]! / degrees).toBeLessThan(1.2);
    }
  });
});

describe("the scatter of a baseline's blocks", () => {
  const scatterOf = (values: readonly number[]) =>
    addBaselineScatter(
      noScatter(1),
      0,
      values.map((value) => [value]),
    );
  /** Allan deviation of means of 2^scale blocks: a sample's mean is 2^scale times its square. */
  const deviation = ({ squares, counts }: MeanScatter, scale: number) =>
    Math.sqrt(squares[scale]! / counts[scale]! / 2 ** scale);

  /* The test suite of W. J. Riley, "Handbook of Frequency Stability Analysis", NIST Special Publication 1065, section 12. */
  describe("of the handbook's data", () => {
    const nine = [892, 809, 823, 798, 671, 644, 883, 903, 677];
    const thousand = lehmerNumbers(1000);

    test("has the overlapping Allan deviation stated for nine values (NBS Monograph 140)", () => {
      const scatter = scatterOf(nine);
      expect(deviation(scatter, 0) / 91.22945).toBeCloseTo(1, 6);
      expect(deviation(scatter, 1) / 85.95287).toBeCloseTo(1, 6);
      expect(scatter.counts.slice(2)).toEqual(everyScale.slice(2).map(() => 0));
    });

    test("has the one stated for a thousand, and of their means of ten and of a hundred", () => {
      expect(thousand.slice(1, 4).map((value) => Math.round(value * 2147483647))).toEqual([
        395529916, 1209410747, 633705974,
      ]);
      expect(deviation(scatterOf(thousand), 0) / 2.922319e-1).toBeCloseTo(1, 6);
      expect(deviation(scatterOf(meansOf(thousand, 10)), 0) / 9.965736e-2).toBeCloseTo(1, 6);
      expect(deviation(scatterOf(meansOf(thousand, 100)), 0) / 3.897804e-2).toBeCloseTo(1, 6);
    });

    test("has the degrees of freedom of the handbook: of phases, one more than there are means", () => {
      // Table 32: a thousand values, averaged by ten.
      expect(handbookDegrees(1001, 10)).toBeCloseTo(146.177, 3);
      const { counts } = scatterOf(thousand);
      for (const scale of everyScale.slice(0, 9)) {
        expect(counts[scale]! / handbookDegrees(1001, 2 ** scale)).toBeCloseTo(1, 5);
      }
    });
  });

  test("is the mean over all neighbours, for every length that three of them fit in", () => {
    const values = Array.from({ length: 50 }, (_, at) => testNoise(8, 0, at));
    const { squares, counts } = scatterOf(values);
    for (const scale of everyScale) {
      const n = 2 ** scale;
      if (3 * n > 50) {
        expect([squares[scale], counts[scale]]).toEqual([0, 0]);
        continue;
      }
      const samples: number[] = [];
      for (let from = 0; from + 2 * n <= 50; from += 1) {
        const [older, newer] = [
          mean(values.slice(from, from + n)),
          mean(values.slice(from + n, from + 2 * n)),
        ];
        samples.push((n / 2) * (older - newer) ** 2);
      }
      expect(squares[scale]! / counts[scale]! / mean(samples)).toBeCloseTo(1, 5);
    }
  });

  test.each([20, 50])("of %d blocks is worth nearly the degrees of freedom of that mean", (blocks) => {
    const { counts } = scatterOf(Array.from({ length: blocks }, (_, at) => testNoise(8, 0, at)));
    for (const scale of everyScale.filter((at) => 3 * 2 ** at <= blocks)) {
      const off = counts[scale]! / exactDegrees(blocks, 2 ** scale);
      expect(off).toBeGreaterThan(0.75);
      expect(off).toBeLessThan(1.1);
    }
  });

  test("joins its sensor's channels to what the others hold, axis by axis", () => {
    const held: MeanScatter = {
      squares: noScatter(5).squares.map((_, at) => at),
      counts: noScatter(5).counts.map(() => 1),
    };
    const blocks = Array.from({ length: 6 }, (_, at) => [testNoise(1, 0, at), testNoise(1, 1, at), 0]);
    const added = addBaselineScatter(held, 1, blocks);
    expect(added.squares.slice(0, scales)).toEqual(held.squares.slice(0, scales));
    expect(added.squares.slice(4 * scales)).toEqual(held.squares.slice(4 * scales));
    const second = scatterOf(blocks.map((values) => values[1]!));
    expect(added.squares[2 * scales]).toBeCloseTo(2 * scales + second.squares[0]!, 5);
    expect(added.counts[2 * scales]).toBeCloseTo(1 + second.counts[0]!, 5);
    // An axis that never varies was heard all the same.
    expect(added.squares[3 * scales]).toBe(3 * scales);
    expect(added.counts[3 * scales]).toBe(added.counts[2 * scales]);
  });

  test("of one or two blocks, or none, is none", () => {
    for (const values of [[], [1], [1, 2]]) expect(scatterOf(values)).toEqual(noScatter(1));
  });
});

describe("the scatter that channels share", () => {
  const { squares, counts } = noScatter(3);
  const held: MeanScatter = {
    squares: squares
      .with(2, 6)
      .with(scales + 2, 10)
      .with(2 * scales + 5, 9),
    counts: counts
      .with(2, 3)
      .with(scales + 2, 4)
      .with(2 * scales + 5, 2),
  };

  test("is a channel's own in units of its variance, and half of what the others show at that scale", () => {
    const shared = shareScatter(held, [2, 5, 3], [0, 0, 0]);
    const at = (channel: number, scale: number) => {
      const place = scales * channel + scale;
      return [shared.squares[place], shared.counts[place]];
    };
    // 6/2 = 3 of the first, 10/5 = 2 of the second, 9/3 = 3 of the third at another scale.
    expect(at(0, 2)).toEqual([3 + 0.5 * 2, 3 + 0.5 * 4]);
    expect(at(1, 2)).toEqual([2 + 0.5 * 3, 4 + 0.5 * 3]);
    expect(at(2, 2)).toEqual([0.5 * (3 + 2), 0.5 * (3 + 4)]);
    expect(at(2, 5)).toEqual([3, 2]);
    expect(at(0, 5)).toEqual([1.5, 1]);
    expect(at(0, 0)).toEqual([0, 0]);
  });

  test("of one channel alone is its own", () => {
    const alone = sample([1, 3, 2, 7, 4].map((value) => bucketOf(1, value)));
    const shared = shareScatter(alone, [2], [0]);
    expect(shared.counts).toEqual(alone.counts);
    expect(shared.squares).toEqual(alone.squares.map((square) => square / 2));
  });

  test("leaves what it was made of as it was", () => {
    const kept = structuredClone(held);
    shareScatter(held, [2, 5, 3], [0, 0, 0]);
    expect(held).toEqual(kept);
  });
});

test("cleared scatter holds nothing of those channels, and all of the others", () => {
  const held: MeanScatter = {
    squares: noScatter(5).squares.map((_, at) => at + 1),
    counts: noScatter(5).counts.map((_, at) => at + 2),
  };
  const kept = structuredClone(held);
  const cleared = clearScatter(held, 1, 2);
  expect(held).toEqual(kept);
  for (const name of ["squares", "counts"] as const) {
    expect(cleared[name]).toEqual(
      held[name].map((value, at) => (at >= scales && at < 3 * scales ? 0 : value)),
    );
  }
});

describe("the variance of a block", () => {
  const of = (reference: readonly number[], priorDegrees = 4) =>
    blockVariance(reference, 0, { priorVariances: [0.5], priorDegrees });

  test("is the prior's before two blocks were heard", () => {
    expect([of([0, 0, 0]), of([1, 3, 9])]).toEqual([0.5, 0.5]);
  });

  test("is the reference's about its mean, with the prior counted in", () => {
    // Values 1, 2, 6: mean 3, squares about it 14.
    expect(of([3, 9, 41])).toBeCloseTo((4 * 0.5 + 14) / (2 + 4), 12);
    expect(of([3, 9, 41], 0)).toBeCloseTo(14 / 2, 12);
  });

  test("is never nothing", () => {
    expect(of([100, 0, 0], 0)).toBe(0.0005);
    expect(of([100, 300, 900 - 1e-9], 0)).toBe(0.0005);
  });

  test("of a channel is its own", () => {
    const two = { priorVariances: [0.5, 2], priorDegrees: 4 };
    expect(blockVariance([3, 9, 41, 3, 9, 41], 1, two)).toBeCloseTo((4 * 2 + 14) / 6, 12);
  });
});

/** Ratios that no sample changes. */
function certainly(ratios: readonly number[]): CurvePrior {
  return { ratios, degrees: ratios.map(() => 1e12) };
}

const untold: CurvePrior = { ratios: everyScale.map(() => 1), degrees: everyScale.map(() => 0) };

function bucketOf(size: number, mean: number, weight = size): Bucket {
  return { size, seq: 1, sums: [weight, weight * mean, weight * mean * mean] };
}

function sample(level: readonly Bucket[], model: ScatterModel = white): MeanScatter {
  return sampleLevel(noScatter(1), Buckets.of(level, 1), 0, { past, model });
}

/** Noise of variance 1 whose values are correlated by φ^lag. */
function noise(phi: number, seed = 21): (at: number) => number {
  let latest = testNoise(seed, 1, 0);
  return (at) => (latest = phi * latest + Math.sqrt(1 - phi * phi) * testNoise(seed, 0, at));
}

function heard(
  valueAt: (at: number) => number,
  blocks: number,
  shape: Parameters<typeof addBlock>[2],
): ChangeSums {
  let sums = noChangeSums(1);
  for (let seq = 1; seq <= blocks; seq += 1)
    sums = addBlock(sums, { seq, weights: [1], values: [valueAt(seq)] }, shape);
  return sums;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function meansOf(values: readonly number[], length: number): readonly number[] {
  return Array.from({ length: values.length / length }, (_, at) =>
    mean(values.slice(at * length, (at + 1) * length)),
  );
}

/** n' = 16807·n mod (2³¹ − 1), begun at 1234567890, as shares of the modulus: the handbook's own generator. */
function lehmerNumbers(count: number): readonly number[] {
  let latest = 1234567890;
  return Array.from({ length: count }, (_, at) => {
    if (at > 0) latest = (16807 * latest) % 2147483647;
    return latest / 2147483647;
  });
}

/** The handbook's table 5, white frequency noise: N phases, averaged by n. */
function handbookDegrees(phases: number, n: number): number {
  return ((3 * (phases - 1)) / (2 * n) - (2 * (phases - 2)) / phases) * ((4 * n * n) / (4 * n * n + 5));
}

/**
 * Of the mean of all overlapping samples of independent normal blocks: 2·E²/Var, where samples are squares of normal values
 * with covariance c, so that their own covariance is 2c².
 */
function exactDegrees(blocks: number, n: number): number {
  const pairs = blocks - 2 * n + 1;
  const covariance = (lag: number) => {
    let sum = 0;
    for (let at = 0; at < 2 * n - lag; at += 1) sum += (at < n ? 1 : -1) * (at + lag < n ? 1 : -1);
    return sum / (2 * n);
  };
  let variance = 0;
  for (let lag = -(pairs - 1); lag < pairs; lag += 1)
    variance += (pairs - Math.abs(lag)) * 2 * covariance(Math.abs(lag)) ** 2;
  return (2 * pairs * pairs) / variance;
}
