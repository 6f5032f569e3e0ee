import { expect, test } from "vitest";
import { noiseLabel, trendLabel } from "./course-labels.ts";

const newestAt = "2026-03-02T08:00:00.000Z";
const ramp = {
  sensor: "radar",
  unit: "m",
  shape: "ramp",
  began_at: "2026-03-01T07:31:00.000Z",
  rate_per_day: 0.012,
  rate_sd_per_day: 0.001,
  time_to_critical_days: 12.2,
  time_to_critical_interval_80: [9.1, 15.3],
  time_to_critical_reason: null,
} as const;

test("a growing drift is reported with its rate and when it becomes critical", () => {
  expect(trendLabel(ramp, newestAt)).toBe(
    "The radar drift has grown since 2026-03-01 07:31 UTC, by 0.012\u00a0m a day; at this rate it becomes critical about 2026-03-14 (80 %: 2026-03-11 to 2026-03-17).",
  );
  const soon = { time_to_critical_days: 0.5, time_to_critical_interval_80: [0.25, 0.75] };
  expect(trendLabel({ ...ramp, ...soon }, newestAt)).toContain(
    "critical about 2026-03-02 20:00 UTC (80 %: 2026-03-02 14:00 UTC to 2026-03-03 02:00 UTC).",
  );
});

test.each(["already_beyond", "no_trend"] as const)(
  "where there is no date, %s says why, and invents no rate",
  (reason) => {
    const label = trendLabel(
      {
        ...ramp,
        shape: reason === "no_trend" ? "step" : "ramp",
        rate_per_day: null,
        rate_sd_per_day: null,
        time_to_critical_days: null,
        time_to_critical_interval_80: null,
        time_to_critical_reason: reason,
      },
      newestAt,
    );
    expect(label).toMatch(/^The radar drift .*; [a-z].*\.$/u);
    expect(label).not.toMatch(/null|NaN|mm|_/u);
  },
);

test("noise is reported of the sensor that has it, and since when", () => {
  expect(noiseLabel([{ sensor: "lidar", since: "2026-02-27T09:05:00.000Z" }])).toBe(
    "Noise far above its baseline: lidar since 2026-02-27 09:05 UTC.",
  );
});
