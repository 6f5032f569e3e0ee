import { expect, test } from "vitest";

import { packState } from "../../../core/scoring/model/codec/state-codec.ts";
import type { VehicleState } from "../../../core/scoring/model/state.ts";
import { journalForTests } from "../analysis/journal-for-tests.ts";
import { StateCache, unpackedBytes, type CachedState } from "./state-cache.ts";

/** Of a vehicle that learns: packed it takes a tenth of the room. */
const state = journalForTests({ frames: 30 }).states.at(-1)!;
const packedBytes = packState(state).length;
const at = (seq: number, snapshotSeq = 0): CachedState => ({ state, seq, snapshotSeq });
const states = (vehicleKeys: readonly number[], seq = 1) =>
  new Map(vehicleKeys.map((vehicleKey) => [vehicleKey, at(seq)]));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** As a commit does: what leaves is stored before the new states are taken in. */
function commit(cache: StateCache, committed: ReadonlyMap<number, CachedState>) {
  const stored = cache.leaving(committed);
  cache.keep(committed);
  return stored;
}

/** Whether it is at hand as it was, and not made anew from its packed bytes. */
function isUnpacked(cache: StateCache, vehicleKey: number, given: VehicleState = state): boolean {
  return cache.lend(vehicleKey)?.state === given;
}

test("a state that is packed to make room comes back as it was, with its place", () => {
  const cache = new StateCache(3 * unpackedBytes);
  for (const vehicleKey of upTo(12)) expect(commit(cache, states([vehicleKey], 5))).toEqual([]);
  const lent = upTo(12).map((vehicleKey) => cache.lend(vehicleKey));
  expect(lent).toEqual(upTo(12).map(() => at(5)));
  expect(lent.filter((cached) => cached?.state === state).length).toBeLessThan(3);
});

test("only where packed states have no room some leave, and those that moved on are stored once", () => {
  const limit = 4 * unpackedBytes;
  const cache = new StateCache(limit);
  const stored = upTo(1_000).flatMap((vehicleKey) => commit(cache, states([vehicleKey])));
  const left = upTo(1_000).filter((vehicleKey) => cache.lend(vehicleKey) === undefined);
  expect(left.length).toBeGreaterThan(0);
  expect(stored.map(({ vehicleKey }) => vehicleKey).sort((one, other) => one - other)).toEqual(left);
  expect(stored[0]).toEqual({ vehicleKey: stored[0]!.vehicleKey, seq: 1, state: packState(state) });
  const kept = 1_000 - left.length;
  expect(kept * packedBytes).toBeGreaterThan(limit / 4);
  expect(kept * packedBytes).toBeLessThan(limit);
  // Back from the store at the place it was stored at, a vehicle has nothing to store when it leaves again.
  const back = left[0]!;
  commit(cache, new Map([[back, at(1, 1)]]));
  const later = upTo(2_000).slice(1_000);
  expect(
    later.flatMap((key) => commit(cache, states([key]))).map(({ vehicleKey }) => vehicleKey),
  ).not.toContain(back);
  expect(cache.lend(back)).toBeUndefined();
});

test("what a failed commit would have let go is still there, and is named again", () => {
  const cache = new StateCache(2 * unpackedBytes);
  let vehicleKey = 0;
  let named: ReturnType<typeof cache.leaving> = [];
  while (named.length === 0) {
    vehicleKey += 1;
    named = cache.leaving(states([vehicleKey]));
    if (named.length === 0) cache.keep(states([vehicleKey]));
  }
  const [first] = named;
  expect(cache.lend(first!.vehicleKey)).toEqual(at(1));
  expect(cache.leaving(states([vehicleKey]))).toEqual(named);
});

test("in rounds over more vehicles than fit unpacked, those that are unpacked stay so", () => {
  const cache = new StateCache(8 * unpackedBytes);
  const round = () => upTo(40).forEach((vehicleKey) => commit(cache, states([vehicleKey])));
  round();
  round();
  const hot = upTo(40).filter((vehicleKey) => isUnpacked(cache, vehicleKey));
  expect(hot.length).toBeGreaterThan(0);
  round();
  expect(upTo(40).filter((vehicleKey) => isUnpacked(cache, vehicleKey))).toEqual(hot);
});

test("a vehicle that sends more often takes the place of one that sends no more", () => {
  const cache = new StateCache(4 * unpackedBytes);
  for (const vehicleKey of upTo(20)) commit(cache, states([vehicleKey]));
  expect(isUnpacked(cache, 20)).toBe(false);
  for (let again = 0; again < 3; again += 1) commit(cache, states([20]));
  expect(isUnpacked(cache, 20)).toBe(true);
});

test("a vehicle that sends again replaces its older state", () => {
  const cache = new StateCache(3 * unpackedBytes);
  cache.keep(states([1], 1));
  cache.keep(states([1], 2));
  expect(cache.lend(1)?.seq).toBe(2);
});

test("a state that was lent and did not come back is neither lent again nor stored: it may have been written over", () => {
  const cache = new StateCache(3 * unpackedBytes);
  cache.keep(states([1, 2]));
  expect(cache.lend(1)).toEqual(at(1));
  expect([...cache.unsaved()].map(({ vehicleKey }) => vehicleKey)).toEqual([2]);
  expect(cache.lend(1)).toBeUndefined();
  expect(cache.lend(2)).toEqual(at(1));
  cache.keep(states([2], 2));
  expect(cache.lend(2)).toEqual(at(2));
});

test("a state that was lent is not packed as it was, though its place goes to one that came before it", () => {
  const cache = new StateCache(2 * unpackedBytes);
  cache.keep(states([1], 1));
  for (const vehicleKey of upTo(8).slice(1)) commit(cache, states([vehicleKey]));
  cache.lend(1);
  commit(cache, new Map([...states([8], 2), ...states([9], 2), ...states([1], 2)]));
  expect([1, 8, 9].map((vehicleKey) => cache.lend(vehicleKey)?.seq)).toEqual([2, 2, 2]);
});

test("only states that moved on since their snapshot are unsaved, those used last first", () => {
  const cache = new StateCache(1 * unpackedBytes);
  cache.keep(
    new Map([
      [1, at(70, 64)],
      [2, at(64, 64)],
      [3, at(3)],
      [4, at(66, 64)],
    ]),
  );
  expect([...cache.unsaved()].map(({ vehicleKey, seq }) => [vehicleKey, seq])).toEqual([
    [1, 70],
    [4, 66],
    [3, 3],
  ]);
});
