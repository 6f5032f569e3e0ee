import { expect, test } from "vitest";
import { defaultSettings, settingsFromJson, settingsToJson } from "./settings.ts";

test("settings survive being written as JSON", () => {
  const text = JSON.stringify(settingsToJson(defaultSettings));
  expect(settingsFromJson(JSON.parse(text))).toEqual(defaultSettings);
});

test("names are written in snake case", () => {
  expect(settingsToJson(defaultSettings)).toMatchObject({
    limits: { camera_deg: { caution: 0.2, critical: 0.5 } },
  });
});

test.each([
  [
    "a missing member",
    (json: Settings) => delete json["lidar"]!["offset_m"],
    "settings.lidar.offsetM: not a number",
  ],
  ["an unknown member", (json: Settings) => (json["chart"]!["colour"] = 1), "settings.chart.colour: unknown"],
  [
    "a text",
    (json: Settings) => (json["tiers"]!["drift_blocks"] = "20"),
    "settings.tiers.driftBlocks: not a number",
  ],
  [
    "an empty list",
    (json: Settings) => (json["evidence"]!["shift_weights"] = []),
    "settings.evidence.shiftWeights: not a list",
  ],
  [
    "a group that is no object",
    (json: Settings) => (json["prior"] = 1 as never),
    "settings.prior: not an object",
  ],
])("%s is refused by its path", (_name, spoil, message) => {
  const json = structuredClone(settingsToJson(defaultSettings)) as Settings;
  spoil(json);
  expect(() => settingsFromJson(json)).toThrow(message);
});

test("the prior weights of the shift sizes add up to one, one for each size", () => {
  const { shiftWeights, shiftVariances } = defaultSettings.evidence;
  expect(shiftWeights.length).toBe(shiftVariances.length);
  expect(shiftWeights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 15);
});

type Settings = Record<string, Record<string, unknown>>;
