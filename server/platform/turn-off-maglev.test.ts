import { expect, test } from "vitest";

import { hasUnsafeMaglev } from "./turn-off-maglev.ts";

test.each([
  ["13.6.233.17-node.53", true],
  ["13.6.233.10-node.28", true],
  ["12.4.254.21-node.33", false],
  ["13.60.1.1-node.1", false],
  ["14.6.202.34-node.32", false],
])("Maglev of V8 %s is unsafe: %s", (version, unsafe) => {
  expect(hasUnsafeMaglev(version)).toBe(unsafe);
});

test("what runs the tests has it off", () => {
  expect(process.execArgv).toContain("--no-maglev");
});
