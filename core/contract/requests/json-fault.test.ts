import { expect, test } from "vitest";

import { faultAt, pointerTo, shown } from "./json-fault.ts";

test("a fault has its line, its column in characters and its byte", () => {
  const text = '{\n "größe": x';
  expect(faultAt(text, text.indexOf("x"), ["json_syntax", "/größe", "expected a value"])).toEqual({
    code: "json_syntax",
    pointer: "/größe",
    what: "expected a value",
    detail: "At line 2, column 11 (byte 14): expected a value.",
    line: 2,
    column: 11,
    byteOffset: 14,
  });
});

test("the beginning is line 1, column 1, byte 0", () => {
  expect(faultAt("", 0, ["json_empty", "", "there is no JSON"])).toMatchObject({
    line: 1,
    column: 1,
    byteOffset: 0,
  });
});

test.each([
  [[], ""],
  [["a", 0, "b"], "/a/0/b"],
  [["~/"], "/~0~1"],
  [[""], "/"],
  [["x".repeat(61)], `/${"x".repeat(59)}…`],
])("the way %j is the pointer %j", (names, pointer) => {
  expect(pointerTo(names)).toBe(pointer);
});

test("a piece of input is shown on one line, short, and whole to its last character", () => {
  expect(shown('a"\n')).toBe('"a\\"\\n"');
  expect(shown("x".repeat(60))).toBe(`"${"x".repeat(60)}"`);
  expect(shown(`${"x".repeat(58)}😀!`)).toBe(`"${"x".repeat(58)}\ufffd…"`);
});
