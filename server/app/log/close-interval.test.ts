import { expect, test } from "vitest";

import { bookMoves, isIntervalDue } from "./close-interval.ts";
import type { MovedChain } from "./commit-chains.ts";
import { OpenInterval } from "./open-interval.ts";

const moved = (vehicleKey: number): MovedChain => ({
  chain: { vehicleKey, vehicle: `v${vehicleKey}`, seq: 2, head: "h2" },
  atBreach: [],
  kept: [{ seq: 1, head: "h1", interval: null }],
  entries: 2,
});
const openSince = (toUs: number, chains: number) =>
  new OpenInterval(
    { number: 1, digest: "d", toUs },
    { chains: Array.from({ length: chains }, (_, key) => moved(key).chain), entries: chains },
  );
const minuteUs = 60_000_000;

test("an interval is closed a minute after it began, by the batch that finds it so", () => {
  const due = (nowUs: number) => isIntervalDue(openSince(0, 1), { moved: [], breaches: [], nowUs });
  expect([due(minuteUs - 1), due(minuteUs)]).toEqual([false, true]);
});

test("an interval in which nothing moved stays open, however old it is", () => {
  expect(isIntervalDue(openSince(0, 0), { moved: [], breaches: [], nowUs: 9 * minuteUs })).toBe(false);
});

test("an interval with 2,048 chains is closed, those of the batch included", () => {
  const due = (chains: number) =>
    isIntervalDue(openSince(0, chains), { moved: [moved(9_999)], breaches: [], nowUs: 1 });
  expect([due(2_046), due(2_047)]).toEqual([false, true]);
});

test("where it stays open, chains and entries are taken over and the places kept", () => {
  expect(bookMoves([moved(1), moved(2)])).toEqual({
    booked: { chains: [moved(1).chain, moved(2).chain], entries: 4, closed: null },
    changes: {
      places: [1, 2].map((vehicleKey) => ({ vehicleKey, seq: 1, head: "h1", interval: null })),
      interval: null,
    },
  });
});
