import { expect, test } from "vitest";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { overrideSettings } from "./override-settings.ts";

test("a named number is replaced, and nothing else", () => {
  const limits = {
    ...defaultSettings.limits,
    cameraDeg: { ...defaultSettings.limits.cameraDeg, caution: 0.3 },
  };
  const changed = overrideSettings(defaultSettings, ["limits.camera_deg.caution=0.3"]);
  expect(changed).toEqual({ ...defaultSettings, limits });
  expect(overrideSettings(defaultSettings, [])).toEqual(defaultSettings);
});

test("of two for one setting the later counts", () => {
  const given = ["expected.camera_deg=1", "expected.camera_deg=2e-1"];
  expect(overrideSettings(defaultSettings, given).expected.cameraDeg).toBe(0.2);
});

test.each([
  ["limits", "not of the form"],
  ["limits.camera_deg.caution=", "not of the form"],
  ["limits.camera_deg.caution=wide", "not of the form"],
  ["limits.camera_deg.caution=1=2", "not of the form"],
  ["limits.camera_deg.caution=Infinity", "not of the form"],
  ["nothing.caution=1", "there is no setting nothing.caution"],
  ["__proto__.caution=1", "there is no setting __proto__.caution"],
  ["limits.camera_deg=1", "here are: lidar_confidence_drop"],
  ["limits.camera_deg.nothing=1", "here are: caution, critical"],
])("%s is refused: %s", (override, reason) => {
  expect(() => overrideSettings(defaultSettings, [override])).toThrow(reason);
});
