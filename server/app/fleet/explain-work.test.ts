import { expect, test } from "vitest";

import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { reasons } from "../../../core/scoring/model/score.ts";
import { explainWork } from "./explain-work.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";

const vehicle = {
  tierSinceUs: Date.UTC(2026, 2, 1, 7, 41, 10) * 1000,
  tier: "CRITICAL",
  reason: "critical_limit_exceeded",
  probableFaultSource: "camera",
  cameraDriftDeg: 1.35,
  radarDriftMm: -3.2,
  lidarDriftM: 0.004,
  noise: [{ sensor: "radar", sinceUs: Date.UTC(2026, 1, 27, 9, 5) * 1000 }],
} as Partial<VehicleSummary> as VehicleSummary;

function why(given: Partial<VehicleSummary>): string {
  return explainWork({ ...vehicle, ...given }, defaultSettings.limits);
}

test("a turned camera is stated in degrees and in metres at 50 m", () => {
  // 50 · tan 1.35° = 1.178 m.
  expect(why({})).toBe(
    "The camera is turned by 1.35° (up to 1.18 m at 50 m), beyond the critical limit of 0.50° (CRITICAL since 2026-03-01 07:41 UTC).",
  );
});

test("a radar that reads short is stated in metres with its sign", () => {
  expect(
    why({
      probableFaultSource: "radar",
      radarDriftMm: -262.4,
      reason: "caution_limit_exceeded",
      tier: "CAUTION",
    }),
  ).toBe(
    "The radar range is off by −0.262 m, beyond the caution limit of 0.200 m (CAUTION since 2026-03-01 07:41 UTC).",
  );
});

test("a fault that sensors share names those that moved, and leaves the others out", () => {
  expect(
    why({
      probableFaultSource: "multi_modal",
      radarDriftMm: 410,
      reason: "caution_limit_exceeded",
      tier: "CAUTION",
    }),
  ).toBe(
    "The camera is turned by 1.35° (up to 1.18 m at 50 m) and the radar range is off by +0.410 m, " +
      "beyond the caution limits of 0.20° and 0.200 m (CAUTION since 2026-03-01 07:41 UTC).",
  );
});

test("only the limits that were passed are stated", () => {
  expect(why({ probableFaultSource: "multi_modal", radarDriftMm: 410, lidarDriftM: 0.24 })).toBe(
    "The camera is turned by 1.35° (up to 1.18 m at 50 m), the lidar registration error is off by +0.240 m and the radar range is off by +0.410 m, " +
      "beyond the critical limit of 0.50° (CRITICAL since 2026-03-01 07:41 UTC).",
  );
});

test("a breach below the limits says that it is too small to matter", () => {
  const small = { lidarDriftM: 0.05, reason: "change_below_limit", tier: "NOMINAL" } as const;
  expect(why({ probableFaultSource: "lidar", ...small })).toBe(
    "The lidar registration error is off by +0.050 m: a real change, too small to matter yet: keep an eye on it.",
  );
});

test("noise is reported of the sensor that has it, since it grew and not since the baseline formed", () => {
  const noise = { reason: "noise_inflation", tier: "NOMINAL" } as const;
  expect(why(noise)).toBe(
    "Noise far above the baseline: the radar since 2026-02-27 09:05 UTC: look for a loose mount, dirt or damage.",
  );
});

test.each(reasons)("%s is explained in one sentence with a capital and a full stop", (reason) => {
  expect(why({ reason })).toMatch(/^[A-Z][^\n]*[^.]\.$/);
  expect(why({ reason })).not.toMatch(/undefined|NaN|null|_/);
});

test("a vehicle that was never measured is explained without inventing a number", () => {
  const unmeasured = { cameraDriftDeg: null, radarDriftMm: null, lidarDriftM: null };
  expect(why({ ...unmeasured, reason: "learning", probableFaultSource: "none" })).not.toMatch(/\d/);
});
