import { expect, test } from "vitest";
import { zeros } from "./doubles.ts";

test.each([0, 1, 45, 127, 128, 500])("%i zeros are so many zeros", (length) => {
  const list = zeros(length);
  expect(list).toHaveLength(length);
  expect(list.every((value) => Object.is(value, 0))).toBe(true);
});

test("what is written to one list is in no other", () => {
  const first = zeros(5);
  first.fill(7);
  expect(zeros(5)).toEqual([0, 0, 0, 0, 0]);
});
