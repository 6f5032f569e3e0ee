import { expect, test } from "vitest";
import type { SensorStanding } from "../vehicle/sensor-standing.ts";
import { commonModeLabel } from "./common-mode-label.ts";

function standing(sensor: SensorStanding["sensor"], share: number): SensorStanding {
  const limits = { caution: 0.2, critical: 0.5 };
  const rest = { deviation: 0.01, beyond: null, isMonitored: true, isSource: false };
  return { sensor, unit: "m", drift: share * limits.caution, limits, share, ...rest };
}

test("a sensor that moved alone points to its own mount", () => {
  const label = commonModeLabel("camera", [standing("camera", 2), standing("radar", 0.1)]);
  expect(label).toContain("It moved alone");
  expect(label).toContain("radar at 10\u00a0%");
});

test("sensors that moved together may share a cause", () => {
  expect(commonModeLabel("camera", [standing("camera", 2), standing("lidar", 0.6)])).toContain(
    "Others moved with it",
  );
});

test("a sensor that stands still is not blamed for what others do", () => {
  expect(commonModeLabel("radar", [standing("camera", 2), standing("radar", 0.01)])).toContain(
    "not moved noticeably",
  );
});

test("where nothing can be compared nothing is claimed", () => {
  expect(commonModeLabel("radar", [standing("radar", 3)])).toContain("cannot be ruled out");
  expect(commonModeLabel("radar", [standing("camera", 3)])).toContain("still being learnt");
});
