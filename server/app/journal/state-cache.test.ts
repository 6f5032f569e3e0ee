import { expect, test } from "vitest";

import { StateCache, type CachedState } from "./state-cache.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";

const at = (seq: number, snapshotSeq = 0): CachedState => ({ state: initialState(), seq, snapshotSeq });
const states = (...vehicleKeys: number[]) => new Map(vehicleKeys.map((vehicleKey) => [vehicleKey, at(1)]));

test("the vehicles longest unheard leave first, and `leaving` names them beforehand", () => {
  const cache = new StateCache(3);
  cache.keep(states(1, 2, 3));
  cache.keep(states(1));
  const newcomers = states(4, 5);
  expect(cache.leaving(newcomers).map(([vehicleKey]) => vehicleKey)).toEqual([2, 3]);
  cache.keep(newcomers);
  expect([1, 2, 3, 4, 5].filter((vehicleKey) => cache.get(vehicleKey) !== undefined)).toEqual([1, 4, 5]);
});

test("a batch larger than the memory stays in it whole until the next one", () => {
  const cache = new StateCache(2);
  cache.keep(states(1, 2, 3, 4));
  expect(cache.get(1)).toBeDefined();
  cache.keep(states(9));
  expect([1, 2, 3, 4, 9].filter((vehicleKey) => cache.get(vehicleKey) !== undefined)).toEqual([4, 9]);
});

test("a vehicle heard again replaces its older state", () => {
  const cache = new StateCache(3);
  cache.keep(new Map([[1, at(1)]]));
  cache.keep(new Map([[1, at(2)]]));
  expect(cache.get(1)?.seq).toBe(2);
});

test("only states that moved on since their snapshot are unsaved", () => {
  const cache = new StateCache(3);
  cache.keep(
    new Map([
      [1, at(70, 64)],
      [2, at(64, 64)],
    ]),
  );
  expect(cache.unsaved().map(([vehicleKey]) => vehicleKey)).toEqual([1]);
});
