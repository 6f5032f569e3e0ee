import { expect, test } from "vitest";

import { parseMediaType } from "./media-type.ts";

test.each([
  ["application/json", "application/json", {}],
  ["Application/JSON ; Charset=UTF-8", "application/json", { charset: "UTF-8" }],
  ['application/json;charset="utf-8";', "application/json", { charset: "utf-8" }],
  ['a/b; x="a\\"b"', "a/b", { x: 'a"b' }],
])("%s", (text, essence, parameters) => {
  expect(parseMediaType(text)).toEqual({ essence, parameters: new Map(Object.entries(parameters)) });
});

test.each([
  "",
  "json",
  "application/",
  "application/json, text/html",
  "a/b; x",
  "a/b; x=1; x=2",
  'a/b; x="1',
])("%s is no media type", (text) => {
  expect(parseMediaType(text)).toBeNull();
});

// Matched step by step back and forth, these would take longer than a test may.
test("a header made to be slow to match is refused all the same", () => {
  expect(parseMediaType(`a/b${"; ".repeat(400_000)}!!`)).toBeNull();
  expect(parseMediaType(`a/b${" \t;".repeat(250_000)}(`)).toBeNull();
});
