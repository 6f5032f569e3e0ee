import { expect, test } from "vitest";

import { freesWasmCodeTwice } from "./keep-wasm-code.ts";

test.each([
  ["13.6.233.17-node.53", true],
  ["13.6.233.10-node.28", true],
  ["12.4.254.21-node.33", false],
  ["13.60.1.1-node.1", false],
  ["14.6.202.34-node.32", false],
])("V8 %s may free compiled WebAssembly twice: %s", (version, unsafe) => {
  expect(freesWasmCodeTwice(version)).toBe(unsafe);
});

test("what runs the tests keeps it", () => {
  expect(process.execArgv).toContain("--no-wasm-code-gc");
});
