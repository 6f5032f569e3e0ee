import { expect, test } from "vitest";

import { vehicleForTests } from "../../vehicle-for-tests.ts";
import { isSilent, silentBefore, tierToday, tierTodaySinceUs } from "./silence.ts";

const heardUs = 1_000_000_000;

test("a vehicle is silent from the instant the limit is passed, not when it is met", () => {
  const vehicle = { lastReceivedUs: heardUs };
  expect(isSilent(vehicle, silentBefore(heardUs + 60_000_000, 60))).toBe(false);
  expect(isSilent(vehicle, silentBefore(heardUs + 60_000_001, 60))).toBe(true);
});

test.each([
  ["NOMINAL", "UNKNOWN"],
  ["CAUTION", "CAUTION"],
  ["CRITICAL", "CRITICAL"],
  ["UNKNOWN", "UNKNOWN"],
] as const)("silence makes of %s %s: it heals no fault", (tier, today) => {
  expect(tierToday({ tier, lastReceivedUs: heardUs }, heardUs + 1)).toBe(today);
  expect(tierToday({ tier, lastReceivedUs: heardUs }, heardUs)).toBe(tier);
});

test("of a vehicle gone silent nothing is known since it was last heard; a fault began when it began", () => {
  const vehicle = vehicleForTests({ tier: "NOMINAL", tierSinceUs: 5, lastReceivedUs: heardUs });
  expect(tierTodaySinceUs(vehicle, heardUs)).toBe(5);
  expect(tierTodaySinceUs(vehicle, heardUs + 1)).toBe(heardUs);
  expect(tierTodaySinceUs({ ...vehicle, tier: "CRITICAL" }, heardUs + 1)).toBe(5);
});
