import { expect, test } from "vitest";
import { refreshEveryMs, refreshInterval, retryEveryMs } from "./live.ts";

test.each([
  { state: { paused: false, answeredAtMs: null, lostAtMs: null }, interval: refreshEveryMs },
  { state: { paused: false, answeredAtMs: 5, lostAtMs: null }, interval: refreshEveryMs },
  { state: { paused: false, answeredAtMs: 5, lostAtMs: 9 }, interval: retryEveryMs },
  { state: { paused: true, answeredAtMs: 5, lostAtMs: null }, interval: false },
  { state: { paused: true, answeredAtMs: 5, lostAtMs: 9 }, interval: false },
])("a page asks again after $interval ms: $state", ({ state, interval }) => {
  expect(refreshInterval(state)).toBe(interval);
});

test("a lost service is asked less often than one that answers", () => {
  expect(retryEveryMs).toBeGreaterThan(refreshEveryMs);
});
