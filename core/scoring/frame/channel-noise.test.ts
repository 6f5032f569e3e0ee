import { describe, expect, test } from "vitest";
import { besideMedian, followChannel, looksBack, startChannel } from "./channel-noise.ts";
import { defaultSettings } from "../settings/settings.ts";
import { noNoises, noiseOf, writeNoise } from "../model/rows/channel-noises.ts";
import type { ChannelNoise } from "../model/rows/channel-noises.ts";

const { noise: rule } = defaultSettings;
const noChannelNoise = noiseOf(noNoises(), 0);

describe("a block beside the five before it", () => {
  test("is how far it lies from their middle, so that a shift of all is none", () => {
    const before = [1, 5, 2, 4, 3];
    expect(besideMedian(before, 10)).toBe(7);
    expect(
      besideMedian(
        before.map((value) => value + 8),
        18,
      ),
    ).toBe(7);
  });

  test("with fewer than five before it counts from the baseline", () => {
    for (let have = 0; have < looksBack; have += 1) {
      expect(
        besideMedian(
          Array.from({ length: have }, () => 9),
          2,
        ),
      ).toBe(2);
    }
  });
});

describe("the reference a baseline's blocks give", () => {
  test("is the mean of their squares while none is an outlier, and as many blocks as they weigh", () => {
    // The first five count from the baseline, the others from the middle of the five before them, which is 0.
    const values = [1, -1, 0, 0.5, -0.5, 2, -1.5];
    const weights = [1, 0.5, 1, 1, 1, 1, 0.25];
    const squares = values.reduce((sum, value) => sum + value * value, 0);
    const { blocks, variance } = startChannel(values, weights);
    expect(blocks).toBe(5.75);
    expect(variance).toBeCloseTo(squares / values.length, 6);
  });

  test("of one outlier among n is what that outlier may count for: nine times the mean itself", () => {
    // v = (n − 1 + 9v)/n with n − 1 squares of 1: v = (n − 1)/(n − 9).
    const values = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 1 : -1));
    const blocks = [50, ...values];
    const squares = blocks.map(
      (value, at) => besideMedian(blocks.slice(Math.max(0, at - 5), at), value) ** 2,
    );
    const rest = squares.slice(1).reduce((sum, square) => sum + square, 0);
    expect(
      startChannel(
        blocks,
        blocks.map(() => 1),
      ).variance,
    ).toBeCloseTo(rest / (blocks.length - 9), 4);
  });

  test("of a sensor that never varied is a ninth, and not nothing", () => {
    const { variance } = startChannel([0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1]);
    expect(variance).toBe(Math.fround(1 / 9));
  });
});

describe("one more block", () => {
  test("before there is a baseline changes nothing", () => {
    expect(followed(noChannelNoise, block(100))).toEqual(noChannelNoise);
  });

  test("that looks ordinary joins the reference with its weight", () => {
    const after = followed(reference(20, 1), { ...block(0.4), weight: 0.5 });
    expect(after.blocks).toBe(20.5);
    expect(after.variance).toBeCloseTo((20 * 1 + 0.5 * 0.4) / 20.5, 6);
    expect(after).toMatchObject({ sinceBlocks: 0, sinceSquares: 0, grown: false });
  });

  test("that looks ordinary teaches a frozen reference nothing", () => {
    const before = reference(20, 1);
    expect(followed(before, { ...block(0.4), learns: false })).toEqual(before);
  });

  test("counts for nine variances at most, however far it lies out", () => {
    const before = reference(1000, 2);
    expect(followed(before, block(1e9))).toEqual(followed(before, block(18)));
    expect(followed(before, block(17))).not.toEqual(followed(before, block(18)));
  });

  test("that scatters is dated by the first of its kind", () => {
    const first = followed(reference(1000, 1), block(9, 7));
    const second = followed(first, block(9, 8));
    expect(second).toMatchObject({ sinceBlocks: 2, sinceSquares: 18, sinceSeq: 7, sinceUs: 7e6 });
  });
});

/*
 * A known reference gives a block of so many variances ½·(1 − ¼)·squares − ½·ln 4 nats, and three blocks count as one.
 */
describe("noise that stays grown", () => {
  const natsOfABlock = (0.375 * 9 - Math.log(2)) / rule.dispersion;
  const needed = Math.ceil(rule.limitNats / natsOfABlock);
  const ordinary = Math.log(2) / 0.375;

  test("is found at the block at which a known reference has given the nats it takes", () => {
    expect(follow(reference(1e6, 1), needed - 1, 9).grown).toBe(false);
    expect(follow(reference(1e6, 1), needed, 9).grown).toBe(true);
  });

  test("is not found by a reference that knows too little of itself", () => {
    expect(follow(reference(5, 1), needed, 9).grown).toBe(false);
  });

  test("is held below one and a half limits, so that a limit's worth of calm ends it", () => {
    const grown = follow(reference(1e6, 1), 1000, 9);
    const limit = (rule.limitNats * rule.dispersion) / 0.375;
    expect(grown.sinceSquares - ordinary * grown.sinceBlocks).toBeCloseTo(1.5 * limit, 2);
    const calm = Math.ceil(limit / ordinary);
    expect(follow(grown, calm - 1, 0).grown).toBe(true);
    expect(follow(grown, calm + 1, 0).grown).toBe(false);
  });

  test("is no reference, not even in the block with which it has come back", () => {
    let noise = follow(reference(1e6, 1), needed, 9);
    while (noise.grown) noise = followed(noise, block(0.5));
    expect(noise).toEqual(reference(1e6, 1));
    expect(followed(noise, block(0.5)).blocks).toBe(1e6 + 1);
  });
});

function reference(blocks: number, variance: number): ChannelNoise {
  return { ...noChannelNoise, blocks, variance };
}

function block(square: number, seq = 1) {
  return { square, weight: 1, learns: true, seq, timestampUs: seq * 1e6 };
}

function follow(noise: ChannelNoise, blocks: number, square: number): ChannelNoise {
  let after = noise;
  for (let at = 0; at < blocks; at += 1) after = followed(after, block(square, at + 1));
  return after;
}

/** One channel among others, which stay what they are. */
function followed(before: ChannelNoise, next: Parameters<typeof followChannel>[2]): ChannelNoise {
  const noises = noNoises();
  writeNoise(noises, 2, reference(3, 1));
  writeNoise(noises, 3, before);
  followChannel(noises, 3, next, rule);
  expect(noiseOf(noises, 2)).toEqual(reference(3, 1));
  return noiseOf(noises, 3);
}
