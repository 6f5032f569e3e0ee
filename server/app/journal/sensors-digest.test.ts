import { createHash } from "node:crypto";

import canonicalize from "canonicalize";
import * as fc from "fast-check";
import { expect, test } from "vitest";

import { radarFrame } from "../../storage/frames-for-tests.ts";
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

test("whatever the sensors are, theirs is the digest of the JSON that RFC 8785 writes", () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true });
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
      const digest = createHash("sha256").update(canonicalize(value)!).digest("hex");
      expect(sensorsSha256(value)).toBe(digest);
    }),
    { seed: 11, numRuns: 500 },
  );
});

test("sensors with a number that no JSON has are refused as before", () => {
  expect(sensorsSha256In('{"sensors":{"radar_range_bias_m":1e999}}')).toBeNull();
});
