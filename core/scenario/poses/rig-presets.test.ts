import { expect, test } from "vitest";
import { validate } from "../../contract/requests/validate.ts";
import { rigPresetNames, sensorsOfPreset } from "./rig-presets.ts";
import { sensorRig } from "./sensor-rig.ts";

test.each(rigPresetNames)("the set %s is one the interface takes", (name) => {
  expect(validate("ScenarioFeedRequest", { sensors: sensorsOfPreset(name) })).toEqual([]);
});

test("twelve have the usual three as the first of their kinds", () => {
  const twelve = sensorsOfPreset("twelve")!;
  expect(twelve).toHaveLength(12);
  for (const { id, kind } of sensorRig) expect(twelve.find((one) => one.kind === kind)?.id).toBe(id);
});

test("left looks to the left, and mirrors the right", () => {
  const twelve = sensorsOfPreset("twelve")!;
  const of = (id: string) => twelve.find((one) => one.id === id)!.baseline!;
  expect(of("radar_front_left").xyz_m[1]).toBeGreaterThan(0);
  expect(of("radar_front_left").quat_xyzw[2]).toBeCloseTo(Math.sin(Math.PI / 8), 12);
  expect(of("radar_front_right").quat_xyzw[2]).toBeCloseTo(-Math.sin(Math.PI / 8), 12);
});
