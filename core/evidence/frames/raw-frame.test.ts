import { expect, test } from "vitest";

import { textToBase64Url } from "../../encoding/base64.ts";
import type { FrameLine } from "./frames-file.ts";
import { rawFrameFault } from "./raw-frame.ts";

const captured = "2026-11-20T09:13:40.000Z";
const sent = (sensors: object, more: object = {}) =>
  textToBase64Url(JSON.stringify({ vehicle_id: "VEH-1", timestamp: captured, sensors, ...more }));
const record = {
  kind: "frame",
  vehicle_id: "VEH-1",
  captured_at: captured,
  raw: sent({ radar_range_bias_m: -0 }),
  reading: { captured_at_us: Date.parse(captured) * 1000, radar_range_bias_m: 0 },
} as FrameLine;

test("a record that says what the vehicle sent has no fault; minus zero is zero", () => {
  expect(rawFrameFault(record)).toBeNull();
});

test.each([
  ["raw is not base64url of a JSON object", { raw: textToBase64Url("[1]") }],
  ["raw is not base64url of a JSON object", { raw: "*" }],
  ["raw is another vehicle's frame", { vehicle_id: "VEH-2" }],
  ["raw was captured at another time", { captured_at: "2026-11-20T09:13:41.000Z" }],
  ["raw has no sensors", { raw: textToBase64Url(`{"vehicle_id":"VEH-1","timestamp":"${captured}"}`) }],
  ["raw has another radar_range_bias_m than was scored", { raw: sent({ radar_range_bias_m: 0.1 }) }],
  [
    "raw has another lidar_confidence than was scored",
    { raw: sent({ radar_range_bias_m: 0, lidar_confidence: 1 }) },
  ],
])("%s", (fault, changed) => {
  expect(rawFrameFault({ ...record, ...changed })).toBe(fault);
});

test("a reading that its sensor cannot have is listed, and not scored", () => {
  const raw = sent({ radar_range_bias_m: -0, lidar_confidence: "NaN", camera_rotation_matrix: null });
  const dropped: NonNullable<FrameLine["dropped"]> = ["lidar_confidence"];
  expect(rawFrameFault({ ...record, raw, dropped })).toBeNull();
  const fault = "raw has other impossible readings than are listed";
  expect(rawFrameFault({ ...record, raw })).toBe(fault);
  expect(rawFrameFault({ ...record, dropped })).toBe(fault);
  const reading = { ...record.reading, lidar_confidence: 0.5 };
  expect(rawFrameFault({ ...record, raw, dropped, reading })).toBe(
    "raw has another lidar_confidence than was scored",
  );
  expect(rawFrameFault({ ...record, raw: sent({ radar_range_bias_m: 0, lidar_confidence: "0.5" }) })).toBe(
    "raw has a lidar_confidence that is no reading",
  );
});

test("a time with an offset is recorded in UTC; three rows of three are nine numbers", () => {
  const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const rows = [identity.slice(0, 3), identity.slice(3, 6), identity.slice(6)];
  const raw = sent(
    { camera_rotation_matrix: rows, radar_range_bias_m: 0 },
    { timestamp: "2026-11-20T14:43:40+05:30" },
  );
  const reading = { ...record.reading, camera_rotation_matrix: identity };
  expect(rawFrameFault({ ...record, raw, reading })).toBeNull();
  const other = sent({ radar_range_bias_m: 0 }, { timestamp: "2026-11-20T14:43:40+05:45" });
  expect(rawFrameFault({ ...record, raw: other })).toBe("raw was captured at another time");
});

test("the time that was scored is the one that raw states", () => {
  const reading = { ...record.reading, captured_at_us: record.reading.captured_at_us + 1 };
  expect(rawFrameFault({ ...record, reading })).toBe("captured_at_us is not the time raw states");
});
