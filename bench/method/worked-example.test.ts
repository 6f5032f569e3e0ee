import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { compiledHeart, TestBank } from "../../core/heart/heart-for-tests.ts";
import { harmlessM, judgeByHand, readings, standardise, withExample } from "./worked-example.ts";

test("the page's example is what its formulas give (npm run docs:method)", () => {
  const page = readFileSync(new URL("../../docs/scoring-method.md", import.meta.url), "utf8");
  expect(withExample(page)).toBe(page);
});

test("the page's formulas give what the engine does where white noise is its only model, block by block", () => {
  const { values, scale } = standardise(readings);
  const byHand = new Map(judgeByHand(readings).map(({ blocks, statistic }) => [blocks, statistic]));
  // Of values thirty years apart no model can tell anything from white noise.
  const bank = new TestBank(compiledHeart(), 1, 1e9);
  for (const [at, value] of values.entries()) {
    const [statistic] = bank.fold(60 * at, [value], at >= 50, harmlessM / scale);
    if (at < 50) continue;
    const expected = byHand.get(at + 1)!;
    expect(statistic).toBeCloseTo(expected === -Infinity ? -99 : expected, 4);
  }
  expect(bank.heart.liveModels(bank.at)).toBe(1);
});
