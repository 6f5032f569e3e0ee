import { expect, test } from "vitest";

import { radarFrame } from "../../storage/frames-for-tests.ts";
import { sensorsSha256In, storedDigest } from "./sensors-digest.ts";

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
