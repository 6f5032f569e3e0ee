import { expect, test } from "vitest";
import { addBlock, noChangeSums } from "../change/change-sums.ts";
import { holdsWithoutAnyBlock } from "./open-breach.ts";
import { weighChange } from "../change/weigh-change.ts";
import { testNoise } from "../vehicle-journal.ts";
import type { ChangeSums } from "../model/state.ts";
import { changeModelOf } from "../change/change-model-for-tests.ts";

test("an old outlying block does not cover for a new one: neither opens a breach", () => {
  const sums = sumsOf([...quiet(60), -6.5, ...quiet(3), 6]);
  const found = weighChange(sums, model);

  expect(found.nats).toBeGreaterThan(limit);
  expect(holdsWithoutAnyBlock({ sums, model, found }, found, limit)).toBe(false);
});

test("a shift that stays opens one, outlying block or not", () => {
  const sums = sumsOf([...quiet(60), 6.5, ...quiet(3), 3, 3.2, 2.8, 3.1, 2.9]);
  const found = weighChange(sums, model);

  expect(holdsWithoutAnyBlock({ sums, model, found }, found, limit)).toBe(true);
});

const limit = 4.5;

const model = changeModelOf([1], { zones: [0.1] });

function quiet(blocks: number): number[] {
  return Array.from({ length: blocks }, (_, at) => testNoise(3, 0, at));
}

function sumsOf(values: readonly number[]): ChangeSums {
  const shape = { bucketsPerLevel: 8, levels: 9, referenceFrozen: false };
  return values.reduce(
    (sums, value, at) => addBlock(sums, { seq: at + 1, weights: [1], values: [value] }, shape),
    noChangeSums(1),
  );
}
