import { expect, test } from "vitest";

import { reasons } from "../../../core/scoring/model/score.ts";
import { defaultSettings } from "../../../core/scoring/model/settings.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import { explainVehicle } from "./explain-vehicle.ts";
import { explainWork } from "./explain-work.ts";

const { limits } = defaultSettings;

test("a vehicle with an action is explained as the queue explains it", () => {
  for (const reason of reasons) {
    const ill = vehicleForTests({ reason, recommendedAction: "inspect_sensor", cameraDriftDeg: 0.6 });
    expect(explainVehicle(ill, limits)).toBe(explainWork(ill, limits));
  }
});

test("a vehicle in order is not told to have its sensors looked at", () => {
  const healthy = vehicleForTests({ reason: "in_control", recommendedAction: "none" });
  expect(explainVehicle(healthy, limits)).toBe(
    "No sensor differs from its baseline by more than ordinary noise.",
  );
});

test("one that learns says how far it has come", () => {
  const young = vehicleForTests({
    reason: "learning",
    recommendedAction: "none",
    baselineFrames: 12,
    baselineNeeded: 8,
  });
  expect(explainVehicle(young, limits)).toContain("12 of 20 usable frames");
});
