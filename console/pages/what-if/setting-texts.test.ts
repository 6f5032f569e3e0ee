import { expect, test } from "vitest";
import {
  addressPartsOf,
  describedSettings,
  isFound,
  settingsOf,
  textInForce,
  textsOf,
  whyNotText,
  withText,
} from "./setting-texts.ts";

test("only what differs from the settings in force is asked for, nested as the service takes it", () => {
  const texts = [
    ["limits.camera_deg.caution", "0.2"],
    ["limits.radar_m.critical", "0.6"],
    ["limits.radar_m.caution", "0.25"],
    ["change.limit_nats", "8"],
  ].reduce((all, [path, text]) => withText(all, path!, text!), {});
  expect(settingsOf(texts)).toEqual({
    limits: { radar_m: { caution: 0.25, critical: 0.6 } },
    change: { limit_nats: 8 },
  });
});

test.each([
  [{}],
  [{ "limits.camera_deg.caution": "" }],
  [{ "limits.lidar_m.critical": "-1" }],
  [{ "change.limit_nats": "8, 9" }],
  [{ "limits.lidar_m.critical": "0", "limits.radar_m.caution": "0.3" }],
])("there is nothing to try with %o", (texts) => {
  expect(settingsOf(texts)).toBeNull();
});

test("what a text may not be is said", () => {
  expect(whyNotText("change.harmless_share", "2.5")).toBe("it takes a number from 0 to 1");
  expect(whyNotText("change.limit_nats", " ")).toBe("it takes a number");
  expect(whyNotText("change.limit", "1")).toBe("there is no such setting");
  expect(whyNotText("change.limit_nats", "8")).toBeNull();
});

test("a text that is what is in force again is none", () => {
  const moved = withText({}, "change.limit_nats", "8");
  expect(moved).toEqual({ "change.limit_nats": "8" });
  expect(withText(moved, "change.limit_nats", textInForce("change.limit_nats"))).toEqual({});
});

test("an address holds the settings, and unknown ones are left out", () => {
  const texts = { "change.limit_nats": "8", "change.harmless_share": "0.5" };
  const query = new URLSearchParams(addressPartsOf(texts).map((part) => ["set", part]));
  expect(textsOf(query)).toEqual(texts);
  expect(textsOf(new URLSearchParams("set=nothing.known:3&set=&set=change.limit_nats"))).toEqual({});
});

test("every setting in force is what it may be, and is found by its name and by its meaning", () => {
  for (const path of describedSettings.keys())
    expect([path, whyNotText(path, textInForce(path))]).toEqual([path, null]);
  const found = (search: string) =>
    [...describedSettings.values()].filter((one) => isFound(one, search)).map(({ path }) => path);
  expect(found("limit nats")).toEqual(["change.limit_nats"]);
  expect(found("camera inspection")).toEqual(["limits.camera_deg.caution"]);
  expect(found("no such words")).toEqual([]);
});
