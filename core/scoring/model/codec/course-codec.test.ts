import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBytes, encodeBytes } from "./binary-codec.ts";
import { courseCodec } from "./course-codec.ts";
import type { BreachCourse, CourseRow } from "../state.ts";

const interval = { fromSeq: 0, toSeq: 0 };
const unknown: BreachCourse = {
  likely: interval,
  widely: interval,
  rows: { camera: [], radar: [], lidar: [] },
};

test("a course without rows is four entry numbers and six empty lists of a byte each", () => {
  const bytes = encodeBytes(courseCodec, unknown);
  expect(bytes).toEqual(new Uint8Array(4 + 6));
  expect(decodeBytes(courseCodec, bytes)).toEqual(unknown);
});

test("rows of every sensor come back bit for bit, minus zero and subnormals included", () => {
  fc.assert(
    fc.property(rowsOf(3), rowsOf(1), rowsOf(1), (camera, radar, lidar) => {
      const course = {
        likely: { fromSeq: 1, toSeq: Number.MAX_SAFE_INTEGER },
        widely: { fromSeq: 127, toSeq: 128 },
        rows: { camera, radar, lidar },
      };
      expect(decodeBytes(courseCodec, encodeBytes(courseCodec, course))).toEqual(course);
    }),
    { seed: 21, numRuns: 60 },
  );
});

test("a time before the one ahead of it, as late frames give, comes back too", () => {
  const rows = [3_000_000, 1_000_000, 0, 2_000_000].map((timeUs) => ({ timeUs, blocks: 1, shifts: [0.5] }));
  const course = { ...unknown, rows: { ...unknown.rows, radar: rows } };
  expect(decodeBytes(courseCodec, encodeBytes(courseCodec, course))).toEqual(course);
});

test("bytes cut short are refused wherever the cut is", () => {
  const rows = [{ timeUs: 5, blocks: 2, shifts: [0.1, -0, 7] }];
  const bytes = encodeBytes(courseCodec, { ...unknown, rows: { ...unknown.rows, camera: rows } });
  for (let length = 0; length < bytes.length; length += 1) {
    expect(() => decodeBytes(courseCodec, bytes.subarray(0, length))).toThrow(RangeError);
  }
});

function rowsOf(width: number): fc.Arbitrary<readonly CourseRow[]> {
  const odd = fc.constantFrom(0, -0, 5e-324, -(2 ** -149), Math.fround(3.4e38));
  const number = fc.oneof(
    odd,
    fc.float({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ noNaN: true }),
  );
  return fc.array(
    fc.record({
      timeUs: fc.nat({ max: 2 ** 51 }),
      blocks: number,
      shifts: fc.array(number, { minLength: width, maxLength: width }),
    }),
    { maxLength: 32 },
  );
}
