import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { codeOf, messageOf } from "./fault.ts";

function faultOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (fault) {
    return fault;
  }
}

test("a fault of the system has its code, and the platform's sentence", () => {
  const fault = faultOf(() => readFileSync("/nowhere/at/all"));
  expect(codeOf(fault)).toBe("ENOENT");
  expect(messageOf(fault)).toContain("/nowhere/at/all");
});

test.each([
  ["an error of ours", new RangeError("too far"), "too far"],
  ["a text", "out of luck", "out of luck"],
  ["nothing", undefined, "undefined"],
])("%s has no code", (_, fault, message) => {
  expect([codeOf(fault), messageOf(fault)]).toEqual([undefined, message]);
});
