import { expect, test } from "vitest";
import { decodeBytes, encodeBytes } from "./binary-codec.ts";
import { courseCodec } from "./course-codec.ts";

test("a course comes back row by row, whatever its sensors have heard", () => {
  const course = {
    likely: { fromSeq: 5, toSeq: 9 },
    widely: { fromSeq: 1, toSeq: 20 },
    rows: {
      camera: [
        { timeUs: 1_767_225_600_000_000, blocks: 1.5, shifts: [0.25, -0.5, 0] },
        { timeUs: 1_767_225_660_000_000, blocks: 1, shifts: [0.5, 0, 1] },
      ],
      radar: [{ timeUs: 0, blocks: 2, shifts: [0.125] }],
      lidar: [],
    },
  };
  expect(decodeBytes(courseCodec, encodeBytes(courseCodec, course))).toEqual(course);
});
