import { expect, test } from "vitest";
import { settingsOf } from "./limit-fields.tsx";

const limits = {
  camera_deg: { caution: 0.2, critical: 0.5 },
  radar_m: { caution: 0.2, critical: 0.5 },
  lidar_m: { caution: 0.1, critical: 0.3 },
};

test("only what differs from the limits in force is asked for", () => {
  const texts = { "camera_deg.caution": "0.2", "radar_m.critical": "0.6", "radar_m.caution": "0.25" };
  expect(settingsOf(texts, limits)).toEqual({ limits: { radar_m: { caution: 0.25, critical: 0.6 } } });
});

test.each([
  [{}],
  [{ "camera_deg.caution": "0.2" }],
  [{ "camera_deg.caution": "" }],
  [{ "lidar_m.critical": "-1" }],
  [{ "lidar_m.critical": "0", "radar_m.caution": "0.3" }],
])("there is nothing to try with %o", (texts) => {
  expect(settingsOf(texts, limits)).toBeNull();
});
