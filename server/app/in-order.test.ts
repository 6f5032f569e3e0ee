import { expect, test } from "vitest";

import { withAnswers } from "./in-order.ts";

test("each question stands beside the answer at its place, also where that is null", () => {
  expect(withAnswers(["a", "b"], [1, null])).toEqual([
    ["a", 1],
    ["b", null],
  ]);
  expect(withAnswers([], [])).toEqual([]);
});

test("an answer too few or too many is a fault", () => {
  expect(() => withAnswers(["a", "b"], [1])).toThrow("2 questions were asked and 1 answered");
  expect(() => withAnswers([], [1])).toThrow("0 questions were asked and 1 answered");
});
