import { expect, test } from "vitest";
import { addBlock, noChangeSums } from "../change/change-sums.ts";
import { holdsWithoutAnyBlock } from "./open-breach.ts";
import { weighChange } from "../change/weigh-change.ts";
import { testNoise } from "../vehicle-journal.ts";
import type { ChangeSums } from "../model/state.ts";
import type { ChangeModel } from "../change/change-model.ts";

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

const model: ChangeModel = {
  zones: [0.1],
  directions: [0],
  sensors: [[0, 1]],
  referenceFrozen: false,
  participation: 0.3,
  shiftVariances: [0.06, 0.6, 6],
  shiftWeights: [0.25, 0.35, 0.4],
  minimumReference: 5,
  priorVariances: [1],
  priorDegrees: 4,
  varianceFloor: 0.25,
};

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
