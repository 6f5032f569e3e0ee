import { expect, test } from "vitest";
import type { ChangeSums } from "../model/state.ts";
import { testNoise } from "../vehicle-journal.ts";
import type { ChangeModel } from "./change-model.ts";
import { changePointInterval } from "./change-point-interval.ts";
import { addBlock, noChangeSums } from "./change-sums.ts";

test("the interval holds the change, and a surer one holds the less sure", () => {
  const sums = sumsOf([...quiet, ...moved]);
  const half = changePointInterval({ sums, model }, 0.5, 72);
  const nearly = changePointInterval({ sums, model }, 0.9, 72);
  expect(nearly.fromSeq).toBeLessThanOrEqual(61);
  expect(nearly.toSeq).toBeGreaterThanOrEqual(61);
  expect(nearly.fromSeq).toBeLessThanOrEqual(half.fromSeq);
  expect(nearly.toSeq).toBeGreaterThanOrEqual(half.toSeq);
});

const quiet = Array.from({ length: 60 }, (_, at) => testNoise(3, 0, at));
const moved = quiet.slice(0, 12).map((value) => value + 3);

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

function sumsOf(values: readonly number[]): ChangeSums {
  const shape = { bucketsPerLevel: 8, levels: 9, referenceFrozen: false };
  return values.reduce(
    (sums, value, at) => addBlock(sums, { seq: at + 1, weights: [1], values: [value] }, shape),
    noChangeSums(1),
  );
}
