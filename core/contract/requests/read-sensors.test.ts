import { expect, test } from "vitest";

import { takeSensors } from "../../encoding/take-sensors.ts";
import { exampleFrame } from "../schemas/vehicles/telemetry-frame.ts";
import { type ParsedFrame, parseFrame } from "./parse-frame.ts";

const all = exampleFrame.sensors;
const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const nulls: readonly (number | null)[] = identity.map(() => null);

function parsed(sensors: object, isStrict = false): ParsedFrame {
  const value = { ...exampleFrame, sensors };
  return parseFrame(value, {
    raw: JSON.stringify(value),
    nowUs: Infinity,
    sha256Hex: (text) => text,
    isStrict,
  });
}

function frameOf(sensors: object) {
  const found = parsed(sensors);
  if (found.kind === "rejected") throw new Error(JSON.stringify(found.faults));
  return found.frame;
}

type Member = keyof typeof all;
const numbers: readonly Member[] = ["radar_range_bias_m", "lidar_registration_error_m", "lidar_confidence"];

/** What a sensor cannot have, by the reading that loses it. */
const impossible: readonly (readonly [member: Member, value: unknown, strictCode: string])[] = [
  ...numbers.flatMap((member) =>
    ["NaN", "nan", "-nan", "Infinity", "-Infinity", "inf", "+INF"].map(
      (text) => [member, text, "wrong_type"] as const,
    ),
  ),
  ...numbers.flatMap((member) => [-9999, 1e308].map((value) => [member, value, "out_of_range"] as const)),
  ["radar_range_bias_m", 1000.0001, "out_of_range"],
  ["lidar_registration_error_m", -1, "out_of_range"],
  ["lidar_registration_error_m", 1000.5, "out_of_range"],
  ["lidar_confidence", 92, "out_of_range"],
  ["lidar_confidence", 1.0000001, "out_of_range"],
  ["camera_rotation_matrix", "NaN", "wrong_type"],
  ["camera_rotation_matrix", nulls, "wrong_type"],
  ["camera_rotation_matrix", ["NaN", ...identity.slice(1)], "wrong_type"],
  ["camera_rotation_matrix", identity.map(() => 0), "rotation_matrix_invalid"],
  ["camera_rotation_matrix", [1, 0, 0, 0, 1, 0, 0, 0, -1], "rotation_matrix_invalid"],
  ["camera_rotation_matrix", identity.map((entry) => entry * 1.05), "rotation_matrix_invalid"],
  ["camera_rotation_matrix", identity.map((entry) => entry * 57.29), "rotation_matrix_invalid"],
];

test.each(impossible)(
  "%s: %j costs that sensor alone, and the strict caller the frame",
  (member, value, code) => {
    const { [member]: _lost, ...rest } = all;
    const frame = frameOf({ ...all, [member]: value });
    expect(frame.reading).toEqual(frameOf(rest).reading);
    expect(frame.sensors).toBe(frameOf(rest).sensors);
    expect(frame.warnings).toEqual(["sensor_dropped"]);
    expect(frame.dropped).toEqual([{ member, detail: expect.any(String) }]);
    expect(parsed({ ...all, [member]: value }, true)).toMatchObject({ kind: "rejected", faults: [{ code }] });
  },
);

test.each(Object.keys(all) as Member[])("%s: null is absent, without a warning", (member) => {
  const { [member]: _lost, ...rest } = all;
  const { raw: _raw, ...frame } = frameOf({ ...all, [member]: null });
  const { raw: _other, ...without } = frameOf(rest);
  expect(frame).toEqual(without);
  expect(parsed({ ...all, [member]: null }, true).kind).toBe("rejected");
});

test.each<[Member, unknown, string]>([
  ["radar_range_bias_m", "0.1", "wrong_type"],
  ["radar_range_bias_m", "<invalid>", "wrong_type"],
  ["radar_range_bias_m", "", "wrong_type"],
  ["radar_range_bias_m", true, "wrong_type"],
  ["lidar_confidence", [0.5], "wrong_type"],
  ["lidar_registration_error_m", { m: 1 }, "wrong_type"],
  ["camera_rotation_matrix", identity.slice(1), "wrong_length"],
  ["camera_rotation_matrix", identity.map(String), "wrong_type"],
  ["camera_rotation_matrix", { data: identity }, "wrong_type"],
  ["camera_rotation_matrix", [[1, 0, 0]], "wrong_length"],
])("%s: %j is no reading at all, and refuses the frame", (member, value, code) => {
  for (const isStrict of [false, true]) {
    const found = parsed({ ...all, [member]: value }, isStrict);
    expect(found).toMatchObject({ kind: "rejected", faults: [{ code }] });
  }
});

test("several readings of a frame may be lost; they are listed in the order of evidence", () => {
  const frame = frameOf({
    ...all,
    radar_range_bias_m: "NaN",
    lidar_confidence: 2,
    camera_rotation_matrix: nulls,
  });
  expect(frame.dropped.map(({ member }) => member)).toEqual([
    "camera_rotation_matrix",
    "lidar_confidence",
    "radar_range_bias_m",
  ]);
  expect(frame.reading).toEqual({
    timestampUs: frame.timestampUs,
    lidarRegistrationErrorM: all.lidar_registration_error_m,
  });
});

test("a frame of which no reading is left is refused for each that was impossible", () => {
  expect(
    parsed({ radar_range_bias_m: "NaN", lidar_confidence: 7, lidar_registration_error_m: null }),
  ).toEqual({
    kind: "rejected",
    faults: [
      {
        pointer: "/sensors/radar_range_bias_m",
        code: "wrong_type",
        detail:
          'radar_range_bias_m must be a number, not the string "NaN". Leave it out when the sensor did not report.',
      },
      {
        pointer: "/sensors/lidar_confidence",
        code: "out_of_range",
        detail: "lidar_confidence is 7; it must be from 0 to 1.",
      },
    ],
  });
  expect(parsed({ radar_range_bias_m: null })).toMatchObject({
    faults: [{ pointer: "/sensors", code: "sensors_empty" }],
  });
});

test("three rows of three are the nine numbers", () => {
  const { camera_rotation_matrix: flat } = all;
  const rows = [flat.slice(0, 3), flat.slice(3, 6), flat.slice(6)];
  const { raw: _raw, ...nested } = frameOf({ ...all, camera_rotation_matrix: rows });
  const { raw: _other, ...plain } = frameOf(all);
  expect(nested).toEqual(plain);
});

test("what ingest takes of a frame is what the journal and the verifiers take of its text", () => {
  for (const [member, value] of impossible) {
    const received = { ...all, [member]: value };
    const frame = frameOf(received);
    const taken = takeSensors(JSON.parse(JSON.stringify(received)));
    expect(taken.dropped).toEqual(frame.dropped.map((one) => one.member));
    expect(taken.sensors).toEqual(JSON.parse(frame.sensors));
    expect(taken.misshapen).toEqual([]);
  }
});
