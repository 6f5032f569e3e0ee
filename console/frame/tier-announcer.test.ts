import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sayTierChanges, TierAnnouncer } from "./tier-announcer.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const newsOf = (tiers: Readonly<Record<string, string>>) => ({
  rows: new Map(Object.entries(tiers).map(([vehicle, tier]) => [vehicle, { atMs: 0, changes: { tier } }])),
});

test("changes are said at once, and then at most once in five seconds, the last of each vehicle", () => {
  const said: string[] = [];
  const announcer = new TierAnnouncer({ say: (text) => said.push(text), maySay: () => true });
  announcer.hear(newsOf({ a: "CRITICAL" }));
  expect(said).toEqual(["a is Critical."]);
  announcer.hear(newsOf({ a: "CAUTION" }));
  announcer.hear(newsOf({ a: "NOMINAL", b: "CAUTION" }));
  vi.advanceTimersByTime(4_999);
  expect(said).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(said.slice(1)).toEqual(["b is Caution. a is Nominal."]);
  vi.advanceTimersByTime(60_000);
  expect(said).toHaveLength(2);
});

test("nothing is said of rows that keep their tier, nor while the page is held still", () => {
  const said: string[] = [];
  let isPaused = true;
  const announcer = new TierAnnouncer({ say: (text) => said.push(text), maySay: () => !isPaused });
  announcer.hear({ rows: new Map([["a", { atMs: 0, changes: { silent: true } }]]) });
  announcer.hear(newsOf({ b: "CRITICAL" }));
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual([]);
  isPaused = false;
  announcer.sayWaiting();
  expect(said).toEqual(["b is Critical."]);
});

test("whoever stops it hears nothing more", () => {
  const said: string[] = [];
  const announcer = new TierAnnouncer({ say: (text) => said.push(text), maySay: () => true });
  announcer.hear(newsOf({ a: "CRITICAL" }));
  announcer.hear(newsOf({ b: "CRITICAL" }));
  announcer.stop();
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual(["a is Critical."]);
});

test.each([
  [{ a: "NOMINAL", b: "CRITICAL", c: "CRITICAL" }, "b is Critical. c is Critical. a is Nominal."],
  [{ a: "WORSE" }, "a is Unknown tier: WORSE."],
  [
    { a: "NOMINAL", b: "CRITICAL", c: "NOMINAL", d: "UNKNOWN" },
    "4 vehicles changed: 1 Critical, 2 Nominal, 1 Unknown.",
  ],
])("%j is said so: %s", (tiers, text) => {
  expect(sayTierChanges(new Map(Object.entries(tiers)))).toBe(text);
});
