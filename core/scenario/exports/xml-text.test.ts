import { expect, test } from "vitest";

import { decimal, element, xmlDocument } from "./xml-text.ts";

test("markup and line breaks in a value are written so that a reader gets them back", () => {
  expect(element("a", { b: `<"&\n>` })).toBe('<a b="&lt;&quot;&amp;&#10;&gt;"/>');
});

test("what XML cannot carry becomes the replacement character", () => {
  expect(element("a", { b: "x\u0000y\uD800z\uFFFF" })).toBe('<a b="x\uFFFDy\uFFFDz\uFFFD"/>');
  expect(element("a", { b: "Straße 🚗" })).toBe('<a b="Straße 🚗"/>');
});

test("attributes that are undefined are left out, children are put in", () => {
  expect(element("a", { b: undefined, c: 1 }, [element("d", {})])).toBe('<a c="1"><d/></a>');
  expect(xmlDocument("<a/>")).toBe('<?xml version="1.0" encoding="UTF-8"?>\n<a/>\n');
});

test.each([
  [1 / 3, "0.3333333333"],
  [1e-7, "0.0000001000"],
  [-1e-12, "0"],
  [-0, "0"],
  [1_234.5, "1234.5"],
])("%d is written as %s", (value, written) => {
  expect(decimal(value)).toBe(written);
});
