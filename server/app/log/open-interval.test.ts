import { expect, test } from "vitest";

import { OpenInterval } from "./open-interval.ts";

const before = { number: 4, digest: "ab", toUs: 100 };
const chain = (vehicleKey: number, seq: number) => ({
  vehicleKey,
  vehicle: `v${vehicleKey}`,
  seq,
  head: `h${seq}`,
});

test("a chain is open once, where it stands now, and every entry is counted", () => {
  const open = new OpenInterval(before, { chains: [chain(1, 5)], entries: 5 });
  open.take({ chains: [chain(1, 8), chain(2, 1)], entries: 4, closed: null });
  expect([...open.chains.values()]).toEqual([chain(1, 8), chain(2, 1)]);
  expect([open.entries, open.last]).toEqual([9, before]);
});

test("closing takes every chain with it and begins an empty interval after the closed one", () => {
  const open = new OpenInterval(before, { chains: [chain(1, 5)], entries: 5 });
  const closed = { number: 5, digest: "cd", toUs: 200 };
  open.take({ chains: [], entries: 0, closed });
  expect([open.last, open.entries, open.chains.size]).toEqual([closed, 0, 0]);
});
