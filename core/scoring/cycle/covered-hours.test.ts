import { expect, test } from "vitest";
import { countHours, dayUs, hourUs, noHours, turnsOfDay, withHourOf } from "./covered-hours.ts";

const midnightUs = Date.UTC(2026, 10, 22) * 1000;

test("a day heard once an hour covers every hour, and each only once", () => {
  let hours = noHours;
  for (let hour = 0; hour < 24; hour += 1) {
    hours = withHourOf(hours, midnightUs + hour * hourUs);
    hours = withHourOf(hours, midnightUs + (hour + 1) * hourUs - 1);
    expect(countHours(hours)).toBe(hour + 1);
  }
  expect(countHours(withHourOf(hours, midnightUs + 40 * dayUs))).toBe(24);
});

test("the same two hours of every day stay two", () => {
  let hours = noHours;
  for (let day = 0; day < 30; day += 1)
    for (let minute = 0; minute < 120; minute += 1)
      hours = withHourOf(hours, midnightUs + day * dayUs + 8 * hourUs + minute * 60_000_000);
  expect(countHours(hours)).toBe(2);
});

test.each([
  [0, 0],
  [midnightUs, 0],
  [midnightUs + 6 * hourUs, 0.25],
  [midnightUs + dayUs - 1, 1 - 1 / dayUs],
  [-hourUs, 23 / 24],
])("time %d is %d of its day", (atUs, turns) => {
  expect(turnsOfDay(atUs)).toBe(turns);
  expect(countHours(withHourOf(noHours, atUs))).toBe(1);
});
