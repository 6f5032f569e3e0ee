import { expect, test } from "vitest";

import type { Caller } from "../../app/application.ts";
import { StreamPlaces } from "./stream-places.ts";

const caller = (keyId: string, organisation = "acme"): Caller => ({
  organisation,
  keyId,
  scopes: [],
  fleets: null,
});

test("a key has its places, its organisation has places for all its keys, and another organisation its own", () => {
  const places = new StreamPlaces({ streamsPerKey: 2, streamsPerOrganisation: 3 });
  places.enter(caller("a"));
  const leave = places.enter(caller("a"));
  expect(() => places.enter(caller("a"))).toThrow("2 event streams of this key are open");
  places.enter(caller("b"));
  expect(() => places.enter(caller("b"))).toThrow("3 event streams of this organisation are open");
  places.enter(caller("c", "globex"));
  expect(places.open).toBe(4);
  leave();
  leave();
  expect([places.open, places.usedBy(caller("a"))]).toEqual([3, { key: 1, organisation: 2 }]);
  places.enter(caller("b"));
});
