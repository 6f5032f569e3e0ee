import { expect, test } from "vitest";

import { printable } from "./printable.ts";

test("whatever is not printable ASCII becomes a question mark", () => {
  expect(printable("a\u001b[31m\né\u202e~")).toBe("a?[31m???~");
});

test("a long text is cut, one of the limit is not", () => {
  expect(printable("x".repeat(400))).toHaveLength(400);
  expect(printable("x".repeat(401))).toBe(`${"x".repeat(400)}...`);
});
