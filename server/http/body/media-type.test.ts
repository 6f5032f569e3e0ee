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

test("a header made to be slow to match is not", () => {
  const sinceMs = performance.now();
  parseMediaType(`a/b${"; ".repeat(8_000)}!!`);
  parseMediaType(`a/b${" \t;".repeat(5_000)}(`);
  expect(performance.now() - sinceMs).toBeLessThan(500);
});
