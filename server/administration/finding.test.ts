import { expect, test } from "vitest";

import { listed } from "./finding.ts";

test.each([
  [[], ""],
  [["a", "b"], "a; b"],
  [["a", "b", "c"], "a; b; and 1 more"],
])("of %j two are shown, and the rest counted", (all, text) => {
  expect(listed(all, { shown: 2 })).toBe(text);
});

test("what is counted can be named", () => {
  expect(listed(["a", "b", "c", "d"], { shown: 1, of: "vehicles" })).toBe("a; and 3 more vehicles");
});
