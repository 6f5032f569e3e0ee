import { expect, test } from "vitest";
import type { ChangeSums } from "../model/state.ts";
import { testNoise } from "../vehicle-journal.ts";
import type { ChangeModel } from "./change-model.ts";
import { addBlock, noChangeSums } from "./change-sums.ts";
import { weighChangeDirectly } from "./weigh-change-directly.ts";

test("without a block nothing is likelier than no change", () => {
  expect(weighChangeDirectly(noChangeSums(1), model)).toEqual({
    nats: -Infinity,
    posterior: [0],
    changeRow: -1,
    changeSeq: 0,
    channel: 0,
    side: "upper",
  });
});

test("a shift is found about where it began, on the side it went to", () => {
  const up = weighChangeDirectly(sumsOf([...quiet, ...moved]), model);
  expect(up.nats).toBeGreaterThan(6.5);
  expect(up.side).toBe("upper");
  expect(Math.abs(up.changeSeq - 61)).toBeLessThanOrEqual(2);
  const down = weighChangeDirectly(sumsOf([...quiet, ...moved].map((value) => -value)), model);
  expect(down).toEqual({ ...up, side: "lower" });
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
