import { expect, test } from "vitest";

import { numberOf, requiredNumber, requiredText, textOf, textsOf } from "./parameters.ts";

const values = { text: "a", empty: "", number: 0, list: ["a", 1] };

test("a parameter is read as what it is, and as nothing else", () => {
  expect([textOf(values, "text"), textOf(values, "number"), textOf(values, "none")]).toEqual([
    "a",
    undefined,
    undefined,
  ]);
  expect([numberOf(values, "number"), numberOf(values, "text")]).toEqual([0, undefined]);
  expect([textsOf(values, "list"), textsOf(values, "text")]).toEqual([["a", "1"], undefined]);
});

test("a parameter that is always there may be empty or zero", () => {
  expect([requiredText(values, "empty"), requiredNumber(values, "number")]).toEqual(["", 0]);
});

test("a parameter that should have been there is a fault of the service, not of the request", () => {
  expect(() => requiredText(values, "number")).toThrow(/the parameter number/);
  expect(() => requiredNumber(values, "none")).toThrow(/the parameter none/);
});
