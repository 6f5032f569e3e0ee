import { expect, test } from "vitest";

import type { SensorReading } from "../../../core/scoring/model/journal-entry.ts";
import { frameColumns, journalOf, readingOfRow, rowOfFrame, type FrameRow } from "./journal-rows.ts";

const rotation = [1, 0, 0, 0, 0.6, -0.8, 0, 0.8, 1 / 3];

function frameRow(seq: number, reading: SensorReading): FrameRow {
  const values = rowOfFrame({
    vehicleKey: 1,
    seq,
    frame: {
      vehicleId: "v-1",
      timestamp: "2026-03-01T08:00:00Z",
      timestampUs: reading.timestampUs,
      sensors: "{}",
      sensorsSha256: "ab".repeat(32),
      raw: `{"timestamp":"2026-03-01T08:00:00Z","frame":${seq}}`,
      reading,
      warnings: [],
    },
    receivedAtUs: 1_000 + seq,
    tier: "NOMINAL",
    score: new Uint8Array([seq]),
    evidenceId: null,
  });
  return Object.fromEntries(frameColumns.map((column, at) => [column, values[at]])) as unknown as FrameRow;
}

test.each<[string, SensorReading]>([
  [
    "every sensor",
    {
      timestampUs: 5,
      cameraRotation: rotation,
      radarRangeBiasM: -0.1,
      lidarRegistrationErrorM: 1e-300,
      lidarConfidence: 0.9,
    },
  ],
  ["one sensor", { timestampUs: 6, lidarConfidence: 0 }],
  ["no sensor", { timestampUs: 7 }],
])("a reading of %s comes back from its columns as it was folded", (_, reading) => {
  expect(readingOfRow(frameRow(1, reading))).toStrictEqual(reading);
});

test("frames and commands make one journal in the order of their numbers", () => {
  const frames = [frameRow(1, { timestampUs: 5 }), frameRow(3, { timestampUs: 6 })];
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
