import { expect, test } from "vitest";
import { followedEveryMs, refreshEveryMs, refreshInterval, retryEveryMs, type Live } from "./live.ts";

const live: Live = { paused: false, answeredAtMs: 5, lostAtMs: null, following: true };

test.each([
  { state: { answeredAtMs: null }, hasEvents: false, interval: refreshEveryMs },
  { state: {}, hasEvents: false, interval: refreshEveryMs },
  { state: {}, hasEvents: true, interval: followedEveryMs },
  { state: { following: false }, hasEvents: true, interval: refreshEveryMs },
  { state: { lostAtMs: 9 }, hasEvents: true, interval: retryEveryMs },
  { state: { paused: true }, hasEvents: true, interval: false },
  { state: { paused: true, lostAtMs: 9 }, hasEvents: false, interval: false },
])("a page asks again after $interval ms: $state, events: $hasEvents", ({ state, hasEvents, interval }) => {
  expect(refreshInterval({ ...live, ...state }, hasEvents)).toBe(interval);
});

test("a lost service is asked less often than one that answers", () => {
  expect(retryEveryMs).toBeGreaterThan(refreshEveryMs);
});
