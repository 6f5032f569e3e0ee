import canonicalize from "canonicalize";
import * as fc from "fast-check";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";

import { type FrameContext, type ParsedFrame, parseFrame } from "./parse-frame.ts";
import { formatTime, parseTime } from "../../encoding/instant.ts";
import { rotationDefect } from "../../encoding/rotation-rule.ts";
import { exampleFrame } from "../schemas/vehicles/telemetry-frame.ts";
import { validate } from "./validate.ts";

const sha256Hex = (text: string): string => createHash("sha256").update(text).digest("hex");

function parsed(value: unknown, given: Partial<FrameContext> = {}): ParsedFrame {
  return parseFrame(value, { raw: JSON.stringify(value) ?? "", nowUs: Infinity, sha256Hex, ...given });
}

/** The example frame with members replaced; undefined takes one away. */
function frameWith(changes: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify({ ...exampleFrame, ...changes })) as Record<string, unknown>;
}

function sensorsWith(changes: Record<string, unknown>): Record<string, unknown> {
  return frameWith({ sensors: { ...exampleFrame.sensors, ...changes } });
}

function faultsOf(value: unknown, given: Partial<FrameContext> = {}): readonly string[] {
  const frame = parsed(value, given);
  return frame.kind === "rejected" ? frame.faults.map(({ pointer, code }) => `${pointer} ${code}`) : [];
}

test("a frame becomes what the service needs of it", () => {
  const raw = ` ${JSON.stringify(exampleFrame)} `.trim();
  expect(parsed(exampleFrame, { raw })).toEqual({
    kind: "frame",
    frame: {
      vehicleId: "veh-0042",
      timestamp: "2025-03-01T08:00:00.000Z",
      timestampUs: 1_740_816_000_000_000,
      sensors: canonicalize(exampleFrame.sensors)!,
      sensorsSha256: sha256Hex(canonicalize(exampleFrame.sensors)!),
      raw,
      reading: {
        timestampUs: 1_740_816_000_000_000,
        cameraRotation: exampleFrame.sensors.camera_rotation_matrix,
        radarRangeBiasM: 0.012,
        lidarRegistrationErrorM: 0.031,
        lidarConfidence: 0.94,
      },
      fleetId: "vans-north",
      region: "eu-central",
      warnings: [],
      dropped: [],
    },
  });
});

test.each([
  ["radar_range_bias_mm", "Send metres as radar_range_bias_m: value / 1000."],
  ["lidar_registration_error_cm", "Send metres as lidar_registration_error_m: value / 100."],
  ["lidar_confidence_percent", "Send a share from 0 to 1 as lidar_confidence: value / 100."],
])("%s names another unit: how to convert is said", (name, hint) => {
  const frame = parsed(sensorsWith({ [name]: 12 }));
  expect(frame.kind === "rejected" && frame.faults[0]!.detail).toContain(hint);
});

test("to a strict caller a frame fits exactly when it fits the published schema, the calendar and the physics", () => {
  fc.assert(
    fc.property(nearlyFrames, (value) => {
      const fitsSchema = validate("TelemetryFrame", value).length === 0;
      const wanted = fitsSchema && fitsBeyondSchema(value as unknown as typeof exampleFrame);
      expect(parsed(value, { isStrict: true }).kind === "frame").toBe(wanted);
    }),
    { numRuns: 1500, seed: 42 },
  );
});

test("whoever is not strict takes every frame that the strict one takes, as that does", () => {
  fc.assert(
    fc.property(nearlyFrames, (value) => {
      const strict = parsed(value, { isStrict: true });
      if (strict.kind === "frame") expect(parsed(value)).toEqual(strict);
    }),
    { numRuns: 1500, seed: 43 },
  );
});

test("the identity is the canonical JSON of the sensors, whatever they are", () => {
  const numbers = fc.double({ min: -1000, max: 1000, noNaN: true }).map((number) => number + 0);
  fc.assert(
    fc.property(
      fc.record(
        { radar_range_bias_m: numbers, lidar_confidence: fc.double({ min: 0, max: 1, noNaN: true }) },
        { requiredKeys: ["radar_range_bias_m"] },
      ),
      (sensors) => {
        const frame = parsed(frameWith({ sensors }));
        if (frame.kind !== "frame") throw new Error("refused");
        expect(frame.frame.sensorsSha256).toBe(sha256Hex(canonicalize(sensors)!));
      },
    ),
    { numRuns: 500, seed: 5 },
  );
});

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const scaled = (factor: number): number[] => identity.map((entry) => entry * factor);

test.each<[what: string, value: unknown, faults: readonly string[]]>([
  ["null", null, [" wrong_type"]],
  ["an array", [exampleFrame], [" wrong_type"]],
  ["a text", "frame", [" wrong_type"]],
  ["no vehicle", frameWith({ vehicle_id: undefined }), ["/vehicle_id member_missing"]],
  ["a number for a vehicle", frameWith({ vehicle_id: 42 }), ["/vehicle_id wrong_type"]],
  ["an empty vehicle", frameWith({ vehicle_id: "" }), ["/vehicle_id wrong_length"]],
  ["a vehicle of 129 characters", frameWith({ vehicle_id: "v".repeat(129) }), ["/vehicle_id wrong_length"]],
  ["a vehicle with a slash", frameWith({ vehicle_id: "../etc/passwd" }), ["/vehicle_id wrong_format"]],
  ["a vehicle with a line end", frameWith({ vehicle_id: "veh\n" }), ["/vehicle_id wrong_format"]],
  ["a vehicle outside ASCII", frameWith({ vehicle_id: "véh" }), ["/vehicle_id wrong_format"]],
  ["no time", frameWith({ timestamp: undefined }), ["/timestamp member_missing"]],
  ["a time as a number", frameWith({ timestamp: 1_740_816_000 }), ["/timestamp wrong_type"]],
  ["30 February", frameWith({ timestamp: "2026-02-30T08:00:00Z" }), ["/timestamp timestamp_invalid"]],
  ["no sensors", frameWith({ sensors: undefined }), ["/sensors member_missing"]],
  ["sensors as an array", frameWith({ sensors: [] }), ["/sensors wrong_type"]],
  ["empty sensors", frameWith({ sensors: {} }), ["/sensors sensors_empty"]],
  ["an unknown member", frameWith({ speed: 3 }), ["/speed member_unknown"]],
  ["an unknown sensor", sensorsWith({ gps: 3 }), ["/sensors/gps member_unknown"]],
  ["a null sensor", sensorsWith({ lidar_confidence: null }), ["/sensors/lidar_confidence wrong_type"]],
  ["a quoted number", sensorsWith({ radar_range_bias_m: "0.1" }), ["/sensors/radar_range_bias_m wrong_type"]],
  [
    "radar beyond 1000 m",
    sensorsWith({ radar_range_bias_m: 1000.0001 }),
    ["/sensors/radar_range_bias_m out_of_range"],
  ],
  [
    "negative lidar error",
    sensorsWith({ lidar_registration_error_m: -1e-9 }),
    ["/sensors/lidar_registration_error_m out_of_range"],
  ],
  [
    "confidence above 1",
    sensorsWith({ lidar_confidence: 1.0000001 }),
    ["/sensors/lidar_confidence out_of_range"],
  ],
  [
    "8 numbers",
    sensorsWith({ camera_rotation_matrix: identity.slice(1) }),
    ["/sensors/camera_rotation_matrix wrong_length"],
  ],
  [
    "a 3×2 array",
    sensorsWith({
      camera_rotation_matrix: [
        [1, 0],
        [0, 1],
        [0, 0],
      ],
    }),
    ["/sensors/camera_rotation_matrix wrong_length"],
  ],
  [
    "a text in the matrix",
    sensorsWith({ camera_rotation_matrix: [1, 0, 0, "0", 1, 0, 0, 0, 1] }),
    ["/sensors/camera_rotation_matrix/3 wrong_type"],
  ],
  [
    "a reflection",
    sensorsWith({ camera_rotation_matrix: [-1, 0, 0, 0, 1, 0, 0, 0, 1] }),
    ["/sensors/camera_rotation_matrix rotation_matrix_invalid"],
  ],
  [
    "all zeros",
    sensorsWith({ camera_rotation_matrix: scaled(0) }),
    ["/sensors/camera_rotation_matrix rotation_matrix_invalid"],
  ],
  [
    "a matrix stretched too far",
    sensorsWith({ camera_rotation_matrix: scaled(Math.sqrt(1.0501)) }),
    ["/sensors/camera_rotation_matrix rotation_matrix_invalid"],
  ],
  ["metadata as a text", frameWith({ metadata: "north" }), ["/metadata wrong_type"]],
  ["metadata null", frameWith({ metadata: null }), ["/metadata wrong_type"]],
  [
    "a fleet of nothing but blanks",
    frameWith({ metadata: { fleet_id: "  " } }),
    ["/metadata/fleet_id wrong_format"],
  ],
  ["a no-break blank", frameWith({ metadata: { region: "\u00a0" } }), ["/metadata/region wrong_format"]],
  [
    "a blank at the end",
    frameWith({ metadata: { fleet_id: "north " } }),
    ["/metadata/fleet_id wrong_format"],
  ],
  ["a fleet as a number", frameWith({ metadata: { fleet_id: 7 } }), ["/metadata/fleet_id wrong_type"]],
  [
    "a region of 129 characters",
    frameWith({ metadata: { region: "r".repeat(129) } }),
    ["/metadata/region wrong_length"],
  ],
  [
    "a fleet with a NUL",
    frameWith({ metadata: { fleet_id: "a\u0000b" } }),
    ["/metadata/fleet_id wrong_format"],
  ],
  [
    "metadata over 4 KiB",
    frameWith({ metadata: { note: "n".repeat(4086) } }),
    ["/metadata metadata_too_large"],
  ],
  [
    "metadata that grows when written out",
    frameWith({
      metadata: Object.fromEntries(
        Array.from({ length: 60 }, (_, at) => [`m${at}`, Array.from({ length: 10 }, () => 1e20)]),
      ),
    }),
    ["/metadata metadata_too_large"],
  ],
  [
    "much at once",
    { vehicleId: "veh-1", sensors: { lidar_confidence: 2 } },
    [
      "/vehicleId member_unknown",
      "/vehicle_id member_missing",
      "/timestamp member_missing",
      "/sensors/lidar_confidence out_of_range",
    ],
  ],
])("%s is refused where it is wrong, when the caller is strict", (_what, value, faults) => {
  expect(faultsOf(value, { isStrict: true })).toEqual(faults);
});

test.each<[what: string, value: unknown]>([
  ["one sensor", frameWith({ sensors: { lidar_confidence: 0 } })],
  ["no metadata", frameWith({ metadata: undefined })],
  [
    "the ends of the ranges",
    frameWith({
      sensors: { radar_range_bias_m: -1000, lidar_registration_error_m: 1000, lidar_confidence: 1 },
    }),
  ],
  ["a name of two words", frameWith({ metadata: { fleet_id: "M\u00fcnchen Nord" } })],
  ["blanks in what is no name", frameWith({ metadata: { note: " Mu\u0308nchen " } })],
  ["128 characters beyond the basic plane", frameWith({ metadata: { fleet_id: "🚚".repeat(128) } })],
  [
    "free metadata",
    frameWith({ metadata: { temperature_c: 21.5, tags: ["night", null], deep: { er: true } } }),
  ],
  [
    "metadata of exactly 4096 bytes",
    frameWith({ metadata: { note: "n".repeat(4096 - '{"note":""}'.length) } }),
  ],
  ["a vehicle of 128 characters", frameWith({ vehicle_id: "v".repeat(128) })],
])("%s is taken", (_what, value) => {
  expect(faultsOf(value)).toEqual([]);
});

test("a typing error is answered with the right name", () => {
  const frame = parsed(frameWith({ timestamp: undefined, timestmap: "2025-03-01T08:00:00Z" }));
  expect(frame.kind === "rejected" && frame.faults[0]?.detail).toContain("Did you mean timestamp?");
  const misplaced = parsed({ ...exampleFrame, lidar_confidence: 0.5 });
  expect(misplaced.kind === "rejected" && misplaced.faults[0]?.detail).toContain("inside sensors");
});

test("a matrix that rounding does not explain is taken with a warning", () => {
  const warningsOf = (factor: number): readonly string[] | null => {
    const frame = parsed(sensorsWith({ camera_rotation_matrix: scaled(factor) }));
    return frame.kind === "frame" ? frame.frame.warnings : null;
  };
  expect(warningsOf(Math.sqrt(1.0009))).toEqual([]);
  expect(warningsOf(Math.sqrt(1.0011))).toEqual(["rotation_not_orthonormal"]);
  expect(warningsOf(Math.sqrt(1.0499))).toEqual(["rotation_not_orthonormal"]);
});

test("five minutes ahead of the clock is taken, a microsecond more is not", () => {
  const nowUs = 1_740_816_000_000_000;
  const at = (us: number): Record<string, unknown> => frameWith({ timestamp: formatTime(us) });
  expect(faultsOf(at(nowUs + 300_000_000), { nowUs })).toEqual([]);
  expect(faultsOf(at(nowUs + 300_000_001), { nowUs })).toEqual(["/timestamp timestamp_in_future"]);
});

test("no time from 2200 on is taken, by whatever clock", () => {
  for (const nowUs of [1_740_816_000_000_000, Date.UTC(10_021, 0, 1) * 1_000, Infinity]) {
    const last = frameWith({ timestamp: "2199-12-31T23:59:59.999999Z" });
    expect(faultsOf(last, { nowUs })).toEqual(nowUs < 2e15 ? ["/timestamp timestamp_in_future"] : []);
    for (const timestamp of ["2200-01-01T00:00:00Z", "2255-06-06T00:00:00Z", "9998-01-01T00:00:00Z"]) {
      expect(faultsOf(frameWith({ timestamp }), { nowUs })).toEqual(["/timestamp timestamp_in_future"]);
    }
  }
});

test("fleet and region in decomposed letters are the names that are composed", () => {
  const metadata = { fleet_id: "Mu\u0308nchen", region: "I\u0302le-de-France", note: "u\u0308" };
  const frame = parsed(frameWith({ metadata }));
  expect(frame.kind === "frame" && frame.frame).toMatchObject({
    fleetId: "M\u00fcnchen",
    region: "\u00cele-de-France",
  });
  expect(frame.kind === "frame" && frame.frame.raw).toContain("Mu\u0308nchen");
  expect(faultsOf(frameWith({ metadata: { region: "u\u0308".repeat(128) } }))).toEqual([]);
  expect(faultsOf(frameWith({ metadata: { region: "u\u0308".repeat(129) } }))).toEqual([
    "/metadata/region wrong_length",
  ]);
});

test("an empty fleet or region counts as not given", () => {
  const frame = parsed(frameWith({ metadata: { fleet_id: "", region: "" } }));
  expect(frame.kind === "frame" && [frame.frame.fleetId, frame.frame.region]).toEqual([undefined, undefined]);
});

const streams = new URL("../../../../shared/data/frames/", import.meta.url);
test.skipIf(!existsSync(streams))(
  "every frame of the real streams is taken without a warning (skipped when they are absent)",
  () => {
    let frames = 0;
    for (const file of readdirSync(streams).filter((name) => name.endsWith("__clean.ndjson"))) {
      for (const line of readFileSync(new URL(file, streams), "utf8").trimEnd().split("\n")) {
        const frame = parsed(JSON.parse(line), { raw: line });
        if (frame.kind === "rejected") throw new Error(`${file}: ${frame.faults[0]?.detail} in ${line}`);
        frames += 1;
      }
    }
    expect(frames).toBeGreaterThan(1000);
  },
);

/** What the schema cannot say: the calendar, the rotation, and the size of the metadata. */
function fitsBeyondSchema(frame: typeof exampleFrame): boolean {
  const matrix = (frame.sensors as Partial<typeof exampleFrame.sensors>).camera_rotation_matrix;
  const { orthonormality, determinant } = rotationDefect(matrix ?? identity);
  const metadataBytes = frame.metadata === undefined ? 0 : Buffer.byteLength(canonicalize(frame.metadata)!);
  return (
    parseTime(frame.timestamp).kind === "time" &&
    orthonormality <= 0.05 &&
    determinant > 0 &&
    metadataBytes <= 4096
  );
}

/** The example frame with up to three members, at any place, replaced, added or taken away. */
const oddValues = fc.constantFrom<unknown>(
  undefined,
  null,
  "",
  "x",
  "veh-1",
  "v".repeat(128),
  "v".repeat(129),
  "véh",
  "a\u0001",
  "🚚".repeat(128),
  "2026-02-30T00:00:00Z",
  "2026-02-28T00:00:00.123456789+00:00",
  "2026-02-28T24:00:00Z",
  0,
  1,
  1.5,
  -1,
  1000,
  1000.5,
  true,
  [],
  {},
  identity,
  scaled(1.01),
  scaled(1.1),
  [...identity, 1],
  ["1", 0, 0, 0, 1, 0, 0, 0, 1],
  { fleet_id: "f", note: "n".repeat(5000) },
  { lidar_confidence: 0.5 },
);
const places = fc.constantFrom(
  ["vehicle_id"],
  ["timestamp"],
  ["sensors"],
  ["metadata"],
  ["speed"],
  ["sensors", "camera_rotation_matrix"],
  ["sensors", "radar_range_bias_m"],
  ["sensors", "lidar_registration_error_m"],
  ["sensors", "lidar_confidence"],
  ["sensors", "gps"],
  ["metadata", "fleet_id"],
  ["metadata", "region"],
  ["metadata", "free"],
);
const nearlyFrames = fc.array(fc.tuple(places, oddValues), { maxLength: 3 }).map((changes) => {
  const frame = structuredClone(exampleFrame) as Record<string, unknown>;
  for (const [[outer = "", inner], value] of changes) {
    const holder = inner === undefined ? frame : frame[outer];
    if (typeof holder !== "object" || holder === null || Array.isArray(holder)) continue;
    const name = inner ?? outer;
    if (value === undefined) delete (holder as Record<string, unknown>)[name];
    else (holder as Record<string, unknown>)[name] = structuredClone(value);
  }
  return frame;
});
