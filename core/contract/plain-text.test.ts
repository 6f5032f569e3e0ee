import { expect, test } from "vitest";

import { isPlainText, plainTextPattern } from "./plain-text.ts";

test("the loop and the pattern agree on every character of the basic plane", () => {
  const pattern = new RegExp(plainTextPattern);
  const differing: number[] = [];
  for (let code = 0; code <= 0xffff; code += 1) {
    const text = `a${String.fromCharCode(code)}b`;
    if (pattern.test(text) !== isPlainText(text)) differing.push(code);
  }
  expect(differing).toEqual([]);
});

test.each(["", "Flotte Süd", "車両 7", "שלום", "a b", "🚚"])("%j is a plain name", (name) => {
  expect(isPlainText(name)).toBe(true);
});

test.each([
  "a\nb",
  "a\u0000",
  "x\u007f",
  "x\u0085y",
  "a\u2028b",
  "evil\u202egnp",
  "a\u2066b",
  "no\u200brth",
  "north\ufeff",
  "no\u00adrth",
  "no\u2060rth",
  "n\u200dorth",
  "\u3164",
  "north\ufe0f",
  "north\u{e0041}\u{e007f}",
  "north\u{e0100}",
  "\u{1d173}",
])("%j is not", (name) => {
  expect(isPlainText(name)).toBe(false);
});
