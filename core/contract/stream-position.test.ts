import { expect, test } from "vitest";

import {
  firstStreamPlaceOf,
  nextStreamPlace,
  placeOfStreamPosition,
  streamPositionOf,
} from "./stream-position.ts";

test("an id is a ULID behind a prefix: the example of its specification comes out", () => {
  const place = placeOfStreamPosition("evt_01ARZ3NDEKTSV4RRFFQ69G5FAV") ?? 0n;
  expect(Number(place >> 80n)).toBe(1469922850259);
  expect(streamPositionOf(place)).toBe("evt_01ARZ3NDEKTSV4RRFFQ69G5FAV");
});

test.each([0n, 1n, 31n, 32n, (1n << 80n) - 1n, 1n << 80n, (1n << 128n) - 1n])("%s is read back", (place) => {
  expect(placeOfStreamPosition(streamPositionOf(place))).toBe(place);
});

test("ids sort as text as their places do", () => {
  const places = [0n, 9n, 10n, 31n, 32n, 1n << 79n, 1n << 80n, 1n << 100n, (1n << 128n) - 1n];
  const ids = places.map(streamPositionOf);
  expect([...ids].reverse().sort()).toEqual(ids);
});

test.each([
  "",
  "evt_",
  "evt_01ARZ3NDEKTSV4RRFFQ69G5FA",
  "evt_01ARZ3NDEKTSV4RRFFQ69G5FAVV",
  "evt_01arz3ndektsv4rrffq69g5fav",
  "evt_81ARZ3NDEKTSV4RRFFQ69G5FAV",
  "evt_01ARZ3NDEKTSV4RRFFQ69G5FAU",
  "EVB-20250301-7K3M9Q2XW4HJ",
])("%j is no id", (text) => {
  expect(placeOfStreamPosition(text)).toBeNull();
});

test("the next id is greater in the same millisecond, after a pause, and when the clock was set back", () => {
  const first = nextStreamPlace(null, { atMs: 1000, random80: 7n });
  expect(first).toBe(firstStreamPlaceOf(1000) | 7n);
  expect(nextStreamPlace(first, { atMs: 1000, random80: 3n })).toBe(first + 1n);
  expect(nextStreamPlace(first, { atMs: 999, random80: 9n })).toBe(first + 1n);
  expect(nextStreamPlace(first, { atMs: 1001, random80: 0n })).toBe(firstStreamPlaceOf(1001));
});
