import { expect, test } from "vitest";

import { presentBaseline } from "../present/present-baseline.ts";

import { reasons } from "../../../core/scoring/model/score.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import { explainVehicle } from "./explain-vehicle.ts";
import { explainWork } from "./explain-work.ts";

const { limits } = defaultSettings;

test("a vehicle with an action is explained by what its verdict rests on", () => {
  for (const reason of reasons) {
    const ill = vehicleForTests({ reason, recommendedAction: "inspect_sensor", cameraDriftDeg: 0.6 });
    expect(explainVehicle(ill, limits, false)).toBe(explainWork(ill, limits));
  }
});

test("a vehicle in order is not told to have its sensors looked at", () => {
  const healthy = vehicleForTests({ reason: "in_control", recommendedAction: "none" });
  expect(explainVehicle(healthy, limits, false)).toBe(
    "No sensor differs from its baseline by more than ordinary noise.",
  );
});

test("of a vehicle that is silent nobody is told that it is in order", () => {
  const healthy = vehicleForTests({
    reason: "in_control",
    recommendedAction: "none",
    lastReceivedUs: Date.parse("2026-03-01T07:41:59Z") * 1000,
  });
  expect(explainVehicle(healthy, limits, true)).toBe(
    "No frame since 2026-03-01 07:41 UTC: its present state is not known. At its last frame no sensor differed from its baseline by more than ordinary noise.",
  );
});

test.each([
  [12, 20, "12 of 20 usable frames:"],
  [0, 1, "0 of 1 usable frame:"],
])("one that learns says how far it has come, as its baseline does: %d of %d", (frames, needed, said) => {
  const baseline = { baselineState: "learning", baselineFrames: frames, baselineNeeded: needed } as const;
  const young = vehicleForTests({ reason: "learning", recommendedAction: "none", ...baseline });
  expect(explainVehicle(young, limits, false)).toContain(said);
  expect(presentBaseline({ state: "learning", frames, needed }).needed).toBe(needed - frames);
});
