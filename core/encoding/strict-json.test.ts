import * as fc from "fast-check";
import { expect, test } from "vitest";

import { JsonFault, parseJson } from "./strict-json.ts";

test("any JSON without the forbidden members reads as the platform reads it", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(0, 1, 2), (text, indent) => {
      const value: unknown = JSON.parse(text);
      fc.pre(!/"(__proto__|constructor|prototype)":/.test(text));
      expect(parseJson(JSON.stringify(value, null, indent))).toEqual(value);
    }),
    { seed: 8259 },
  );
});

test.each([
  ["a member twice", '{"tier":"NOMINAL","tier":"CRITICAL"}'],
  ["a member twice, once escaped", '{"tier":1,"t\\u0069er":2}'],
  ["__proto__", '{"__proto__":{"tier":"NOMINAL"}}'],
  ["__proto__, escaped", '{"\\u005f_proto__":1}'],
  ["constructor", '{"a":{"constructor":1}}'],
  ["prototype", '[{"prototype":1}]'],
  ["half a surrogate pair", '"\\ud800"'],
  ["half a surrogate pair in a name", '{"\\udc00":1}'],
  ["a number beyond binary64", "1e400"],
  ["a number of 41 characters", `0.${"1".repeat(39)}`],
  ["text after the end", "{} {}"],
  ["a comma too many", "[1,]"],
  ["a comma at the end of an object", '{"a":1,}'],
  ["no comma", "[1 2]"],
  ["no colon", '{"a" 1}'],
  ["no name", "{1:2}"],
  ["a leading zero", "01"],
  ["a plus sign", "+1"],
  ["no digit after the point", "1."],
  ["no digit before the point", ".5"],
  ["hexadecimal", "0x10"],
  ["NaN", "NaN"],
  ["Infinity", "-Infinity"],
  ["a line feed in a string", '"a\nb"'],
  ["an unknown escape", '"\\x41"'],
  ["an unfinished string", '"abc'],
  ["an unfinished escape", '"abc\\'],
  ["an unfinished array", "[1,2"],
  ["an unfinished literal", "tru"],
  ["single quotes", "{'a':1}"],
  ["a comment", "/* */ 1"],
  ["a no-break space", "\u00a01"],
  ["a byte order mark", "\ufeff1"],
  ["nothing", ""],
  ["only space", " \n"],
])("%s is refused", (_, text) => {
  expect(() => parseJson(text)).toThrow(JsonFault);
});

test("nesting is taken to the limit and no further", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  expect(() => parseJson(nested(32))).not.toThrow();
  expect(() => parseJson(nested(33))).toThrow("nested too deeply");
});

test("a million brackets and a million values are refused", () => {
  expect(() => parseJson("[".repeat(1_000_000))).toThrow("nested too deeply");
  expect(() => parseJson(`[${"1,".repeat(1_000_000)}1]`)).toThrow("too many values");
});
