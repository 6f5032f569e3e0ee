import { expect, test } from "vitest";

import type { SensorReading } from "../../../core/scoring/model/journal-entry.ts";
import { journalOf, readingOfRow, type FrameRow } from "./journal-rows.ts";

const rotation = [1, 0, 0, 0, 0.6, -0.8, 0, 0.8, 0.6];

function frameRow(seq: number, timestampUs: number, sensors: object): FrameRow {
  const raw = JSON.stringify({ timestamp: "2026-03-01T08:00:00Z", sensors, frame: seq });
  return { seq, timestamp_us: timestampUs, received_us: 1_000 + seq, raw };
}

test.each<[string, object, SensorReading]>([
  [
    "every sensor",
    {
      camera_rotation_matrix: rotation,
      radar_range_bias_m: -0.1,
      lidar_registration_error_m: 1e-300,
      lidar_confidence: 0.9,
    },
    {
      timestampUs: 5,
      cameraRotation: rotation,
      radarRangeBiasM: -0.1,
      lidarRegistrationErrorM: 1e-300,
      lidarConfidence: 0.9,
    },
  ],
  ["one sensor", { lidar_confidence: 0 }, { timestampUs: 6, lidarConfidence: 0 }],
  ["no sensor", {}, { timestampUs: 7 }],
  [
    "a sensor beside one that cannot have its value",
    { lidar_confidence: 0.5, radar_range_bias_m: "NaN", lidar_registration_error_m: null },
    { timestampUs: 8, lidarConfidence: 0.5 },
  ],
])("a reading of %s comes out of its text as it was folded", (_, sensors, reading) => {
  expect(readingOfRow(frameRow(1, reading.timestampUs, sensors))).toStrictEqual(reading);
});

test("frames and commands make one journal in the order of their numbers", () => {
  const frames = [frameRow(1, 5, {}), frameRow(3, 6, {})];
  const freeze = { kind: "baseline", action: "freeze", atUs: 33 };
  const commands = [{ seq: 2, received_us: 2_000, entry: JSON.stringify(freeze) }];
  const journal = journalOf(frames, commands);
  expect(journal.map(({ seq, receivedAtUs, entry }) => [seq, receivedAtUs, entry.kind])).toEqual([
    [1, 1_001, "frame"],
    [2, 2_000, "baseline"],
    [3, 1_003, "frame"],
  ]);
  expect(journal.map(({ timestamp }) => timestamp)).toEqual([
    "2026-03-01T08:00:00Z",
    null,
    "2026-03-01T08:00:00Z",
  ]);
  expect(journal[1]).toStrictEqual({
    seq: 2,
    receivedAtUs: 2_000,
    timestamp: null,
    raw: null,
    entry: freeze,
  });
});
