import { expect, test } from "vitest";

import { doubtAboutClock, whyClockIsUnusable } from "./clock-range.ts";

const us = (text: string) => Date.parse(text) * 1_000;

test.each([
  ["1970-01-01T00:00:00Z", false],
  ["2019-12-31T23:59:59Z", false],
  ["2020-01-01T00:00:00Z", true],
  ["2026-11-22T09:00:00Z", true],
  ["2199-12-31T23:59:59Z", true],
  ["2200-01-01T00:00:00Z", false],
  ["+010021-01-01T00:00:00Z", false],
])("a clock at %s can date what is stored: %s", (text, isUsable) => {
  expect(whyClockIsUnusable(us(text)) === null).toBe(isUsable);
});

test.each([
  { name: "of an empty folder nothing speaks against it", now: "2026-11-22", newest: null, doubt: null },
  { name: "after a season at rest nothing does", now: "2026-11-22", newest: "2026-06-01", doubt: null },
  {
    name: "years after all that was received it is doubted",
    now: "2029-11-22",
    newest: "2026-11-22",
    doubt: /1096 days ahead of all/,
  },
  {
    name: "behind what was received it is doubted",
    now: "2026-11-22",
    newest: "2027-11-22",
    doubt: /received 365 days ahead of the clock/,
  },
  {
    name: "moved while the service ran it is doubted",
    now: "2029-11-22",
    expected: "2026-11-22",
    newest: "2029-11-22",
    doubt: /moved by 1096 days/,
  },
])("$name", ({ now, expected = now, newest, doubt }) => {
  const reported = doubtAboutClock({
    nowUs: us(now),
    expectedUs: us(expected),
    newestReceiptUs: newest === null ? null : us(newest),
  });
  if (doubt === null) expect(reported).toBeNull();
  else expect(reported).toMatch(doubt);
});
