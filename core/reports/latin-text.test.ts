import { expect, test } from "vitest";

import { latinText } from "./latin-text.ts";

test("what Windows-1252 has stays as it is", () => {
  expect(latinText("Größe 5 € – “ok” ÿ ")).toBe("Größe 5 € – “ok” ÿ ");
});

test("a minus and a narrow space have a near one", () => {
  expect(latinText("\u22125\u202fmm")).toBe("\u20135\u00a0mm");
});

test("any other character is written as its code point, so that no two names look alike", () => {
  expect(latinText("\u0430")).toBe("\\u{430}");
  expect(latinText("\u{1f600}")).toBe("\\u{1f600}");
  expect(latinText("a\n\u0081")).toBe("a\\u{a}\\u{81}");
});
