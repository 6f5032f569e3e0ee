import { expect, test } from "vitest";

import { vehicleForTests } from "../../vehicle-for-tests.ts";
import { isSilent, silentBefore, tierToday, tierTodaySinceUs } from "./silence.ts";

const receivedUs = 1_000_000_000;

test("a vehicle is silent from the instant the limit is passed, not when it is met", () => {
  const vehicle = { lastReceivedUs: receivedUs };
  expect(isSilent(vehicle, silentBefore(receivedUs + 60_000_000, 60))).toBe(false);
  expect(isSilent(vehicle, silentBefore(receivedUs + 60_000_001, 60))).toBe(true);
});

test.each([
  ["NOMINAL", "UNKNOWN"],
  ["CAUTION", "CAUTION"],
  ["CRITICAL", "CRITICAL"],
  ["UNKNOWN", "UNKNOWN"],
] as const)("silence makes of %s %s: it heals no fault", (tier, today) => {
  expect(tierToday({ tier, lastReceivedUs: receivedUs }, receivedUs + 1)).toBe(today);
  expect(tierToday({ tier, lastReceivedUs: receivedUs }, receivedUs)).toBe(tier);
});

test("of a vehicle gone silent nothing is known since its newest frame was received; a fault began when it began", () => {
  const vehicle = vehicleForTests({ tier: "NOMINAL", tierSinceUs: 5, lastReceivedUs: receivedUs });
  expect(tierTodaySinceUs(vehicle, receivedUs)).toBe(5);
  expect(tierTodaySinceUs(vehicle, receivedUs + 1)).toBe(receivedUs);
  expect(tierTodaySinceUs({ ...vehicle, tier: "CRITICAL" }, receivedUs + 1)).toBe(5);
});
