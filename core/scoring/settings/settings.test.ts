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
  [
    "an unknown member",
    (json: Settings) => (json["change"]!["colour"] = 1),
    "settings.change.colour: unknown",
  ],
  ["a text", (json: Settings) => (json["frame"]!["late_us"] = "20"), "settings.frame.lateUs: not a number"],
  [
    "a group that is no object",
    (json: Settings) => (json["expected"] = 1 as never),
    "settings.expected: not an object",
  ],
])("%s is refused by its path", (_name, spoil, message) => {
  const json = structuredClone(settingsToJson(defaultSettings)) as Settings;
  spoil(json);
  expect(() => settingsFromJson(json)).toThrow(message);
});

type Settings = Record<string, Record<string, unknown>>;
