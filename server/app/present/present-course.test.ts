import { expect, test } from "vitest";

import { presentNoise, presentTrend } from "./present-course.ts";

const interval = { fromSeq: 3, toSeq: 9 };
const trend = {
  sensor: "camera",
  shape: "ramp",
  beganUs: 0,
  ratePerDay: 0.01,
  ratePerDaySd: 0.002,
  daysToCritical: 12,
  daysInterval: [8, 20],
  undated: null,
} as const;

test("a course too short for a trend has none", () => {
  expect(presentTrend({ likely: interval, widely: interval, trend: null })).toBeNull();
});

test("a camera drifts in degrees a day, the others in metres", () => {
  const of = (sensor: "camera" | "radar") =>
    presentTrend({ likely: interval, widely: interval, trend: { ...trend, sensor } });
  expect(of("camera")).toMatchObject({
    unit: "deg",
    rate_per_day: 0.01,
    time_to_critical_interval_80: [8, 20],
  });
  expect(of("radar")).toMatchObject({ unit: "m", began_at: "1970-01-01T00:00:00.000Z" });
});

test("every sensor that has grown noisy is named with the frame it began at", () => {
  expect(presentNoise([])).toEqual([]);
  expect(presentNoise([{ sensor: "radar", sinceSeq: 7, sinceUs: 1_000_000 }])).toEqual([
    { sensor: "radar", frame_seq: 7, since: "1970-01-01T00:00:01.000Z" },
  ]);
});
