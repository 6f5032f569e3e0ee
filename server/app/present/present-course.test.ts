import { expect, test } from "vitest";

import { presentChangePoint, presentChangeTimes, presentNoise, presentTrend } from "./present-course.ts";

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

test.each([
  ["within", { at: 101, likely: [95, 98], widely: [95, 102] }, { likely: [95, 101], widely: [95, 102] }],
  [
    "before both",
    { at: 100, likely: [101, 102], widely: [101, 102] },
    { likely: [100, 102], widely: [100, 102] },
  ],
  ["after both", { at: 103, likely: [95, 98], widely: [95, 102] }, { likely: [95, 103], widely: [95, 103] }],
] as const)("a change stated %s its intervals lies in them", (_, { at, likely, widely }, stated) => {
  const course = {
    likely: { fromSeq: likely[0], toSeq: likely[1] },
    widely: { fromSeq: widely[0], toSeq: widely[1] },
    trend,
  };
  expect(presentChangePoint(at, course)).toEqual({
    frame_seq: at,
    interval_50: stated.likely,
    interval_90: stated.widely,
  });
  const asTimes = presentChangeTimes({ atUs: at, likelyUs: likely, widelyUs: widely });
  expect(asTimes).toEqual(presentChangeTimes({ atUs: at, likelyUs: stated.likely, widelyUs: stated.widely }));
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

test("every sensor that has grown noisy is named with when it began", () => {
  expect(presentNoise([])).toEqual([]);
  expect(presentNoise([{ sensor: "radar", sinceUs: 1_000_000 }])).toEqual([
    { sensor: "radar", since: "1970-01-01T00:00:01.000Z" },
  ]);
});
