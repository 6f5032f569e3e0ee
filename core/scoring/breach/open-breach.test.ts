import { describe, expect, test } from "vitest";
import { addBlock, noChangeSums } from "../change/change-sums.ts";
import { clearNats, holdsWithoutAnyBlock, isCarriedByMany } from "./open-breach.ts";
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

describe("what one or two blocks say", () => {
  const carried = (values: readonly number[]) => {
    const sums = sumsOf(values);
    const found = weighChange(sums, model);
    const gathered = { sums, model, found };
    return [holdsWithoutAnyBlock(gathered, found, limit), isCarriedByMany(gathered, found, limit)];
  };

  test("opens nothing, though W is at its limit without either of them", () => {
    expect(carried([...quiet(60), 6, 6])).toEqual([true, false]);
    expect(carried([...quiet(60), 6, ...quiet(1), 6])[1]).toBe(false);
  });

  test("nor once quiet blocks have followed, and the two have become one bucket", () => {
    for (let after = 1; after <= 12; after += 1) {
      expect(carried([...quiet(60), 6, 6, ...quiet(after)])[1], `${after} blocks later`).toBe(false);
    }
  });

  test("opens with the third that says the same, and hardly waits where each says less", () => {
    expect(carried([...quiet(60), 6, 6, 6])[1]).toBe(true);
    const firstOf = (which: number) =>
      Array.from({ length: 30 }, (_, at) => at + 1).find(
        (blocks) => carried([...quiet(60), ...quiet(blocks).map((value) => value + 2.5)])[which],
      )!;
    expect(firstOf(1) - firstOf(0)).toBeLessThanOrEqual(1);
  });

  test("is asked of each sensor by itself: two bad blocks in each of two open nothing either", () => {
    const two = changeModelOf([1, 1], { zones: [0.1, 0.1] });
    const shape = { bucketsPerLevel: 4, levels: 9, referenceFrozen: false, scatterModel: null };
    let sums = noChangeSums(2);
    for (let seq = 1; seq <= 62; seq += 1) {
      const values = [0, 1].map((channel) => (seq > 60 ? 6 : testNoise(3, channel, seq)));
      sums = addBlock(sums, { seq, weights: [1, 1], values }, shape);
    }
    const found = weighChange(sums, two);
    expect(found.nats).toBeGreaterThan(limit + clearNats);
    expect(isCarriedByMany({ sums, model: two, found }, found, limit)).toBe(false);
  });
});

const limit = 4.5;

const model = changeModelOf([1], { zones: [0.1] });

function quiet(blocks: number): number[] {
  return Array.from({ length: blocks }, (_, at) => testNoise(3, 0, at));
}

function sumsOf(values: readonly number[]): ChangeSums {
  const shape = { bucketsPerLevel: 8, levels: 9, referenceFrozen: false, scatterModel: null };
  return values.reduce(
    (sums, value, at) => addBlock(sums, { seq: at + 1, weights: [1], values: [value] }, shape),
    noChangeSums(1),
  );
}
