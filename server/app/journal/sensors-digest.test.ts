import { createHash } from "node:crypto";

import canonicalize from "canonicalize";
import * as fc from "fast-check";
import { expect, test } from "vitest";

import { radarFrame } from "../../storage/frames-for-tests.ts";
import { takeSensors } from "../../../core/encoding/take-sensors.ts";
import { sensorsSha256, sensorsSha256In, storedDigest } from "./sensors-digest.ts";

test("the digest in a text is the one its frame was named by, however its members are ordered", () => {
  const { raw, sensorsSha256 } = radarFrame("van-1", 1);
  expect(sensorsSha256In(raw)).toBe(sensorsSha256);
  const turned = JSON.stringify(
    Object.fromEntries(Object.entries(JSON.parse(raw) as object).toReversed()),
    null,
    1,
  );
  expect(sensorsSha256In(turned)).toBe(sensorsSha256);
});

test("a damaged text has none", () => {
  expect(sensorsSha256In("{")).toBeNull();
});

test("four bytes are stored, and what is no digest is refused", () => {
  expect(storedDigest(`7fffffff${"0".repeat(56)}`)).toBe(2_147_483_647);
  expect(storedDigest("ff".repeat(32))).toBe(-1);
  expect(() => storedDigest("zz")).toThrow(RangeError);
});

test("whatever the sensors are, short of what is left out of them, theirs is the digest of the JSON that RFC 8785 writes", () => {
  const number = fc.double({ min: 0, max: 1, noNaN: true });
  const anything = fc.oneof(number, fc.array(fc.oneof(number, fc.string())), fc.jsonValue());
  const member = fc.constantFrom(
    "radar_range_bias_m",
    "lidar_confidence",
    "camera_rotation_matrix",
    "10",
    "2",
    "é",
  );
  const sensors = fc.dictionary(member, fc.oneof(number, fc.array(number), anything));
  fc.assert(
    fc.property(fc.oneof(sensors, fc.jsonValue()), (value) => {
      fc.pre(!losesReadings(value));
      const digest = createHash("sha256").update(canonicalize(value)!).digest("hex");
      expect(sensorsSha256(value)).toBe(digest);
    }),
    { seed: 11, numRuns: 500 },
  );
});

function losesReadings(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const received = value as Readonly<Record<string, unknown>>;
  return takeSensors(received).dropped.length > 0 || Object.values(received).includes(null);
}

test.each([null, "NaN", -9999])("a radar of %j and none at all have one digest", (radar) => {
  const sensors = { lidar_confidence: 0.5 };
  expect(sensorsSha256({ ...sensors, radar_range_bias_m: radar })).toBe(sensorsSha256(sensors));
});

test("sensors with a number that no JSON has are refused as before", () => {
  expect(sensorsSha256In('{"sensors":{"radar_range_bias_m":1e999}}')).toBeNull();
});
