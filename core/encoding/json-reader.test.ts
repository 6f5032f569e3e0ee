import { expect, test } from "vitest";

import {
  type Expected,
  type FaultPolicy,
  type JsonLimits,
  type JsonRefusal,
  JsonReader,
  usualNames,
} from "./json-reader.ts";

const limits = { depth: 3, values: 8, membersPerObject: 2, forbiddenNames: ["no"] };

/** Lets everything pass that a policy may let pass, and keeps what it was asked about. */
function lenient(text: string, given: JsonLimits = limits) {
  const asked: (readonly [Expected | JsonRefusal, at: number, way: readonly (string | number)[]])[] = [];
  const policy: FaultPolicy = {
    keepsMinusZero: true,
    textIsDecoded: false,
    syntaxError: (_, expected, at) => new SyntaxError(`expected ${expected} at ${at}`),
    malformed: (reader, expected, at) => void asked.push([expected, at, reader.way(0)]),
    refuse: (reader, refusal, at) => void asked.push([refusal, at, reader.way(0)]),
    readOuterArray: (reader) => reader.readArray(),
  };
  return { value: new JsonReader(text, given, policy).readDocument(), asked };
}

test("a document is read with nothing to ask about", () => {
  expect(lenient(' {"a": [1.5, -2e3], "b": "\\u00e9\\n"} ')).toEqual({
    value: { a: [1.5, -2000], b: "é\n" },
    asked: [],
  });
});

test.each([
  ["a forbidden member is read and not kept", '{"no":1,"a":2}', { a: 2 }, ["forbidden name", 1, ["no"]]],
  ["of a name given twice the first value stays", '{"a":1,"a":2}', { a: 1 }, ["name given twice", 7, ["a"]]],
  [
    "members beyond the limit are not kept",
    '{"a":1,"b":2,"c":3}',
    { a: 1, b: 2 },
    ["too many members", 13, ["c"]],
  ],
  ["what lies too deep is passed over", '[[[["]"],2]]]', [[[null, 2]]], ["too deep", 3, [0, 0, 0]]],
  ["a number beyond 64 bits is 0", "[1e400]", [0], ["number not finite", 1, [0]]],
  ["a number of 41 characters is 0", `0.${"1".repeat(39)}`, 0, ["number too long", 0, []]],
  ["half a character stays", '["\\ud800"]', ["\ud800"], ["half a character", 1, [0]]],
])("%s", (_, text, value, asked) => {
  expect(lenient(text)).toEqual({ value, asked: [asked] });
});

test("values are counted, containers included", () => {
  expect(lenient("[1,2,3,4,5,6,7]").asked).toEqual([]);
  expect(lenient("[1,2,3,4,5,6,7,8]").asked).toEqual([["too many values", 15, [7]]]);
});

test.each([
  ["01", "the end of the document at 1"],
  ["1.", "the end of the document at 1"],
  ["[1e+]", "the end of an element at 2"],
  ['"\\x"', "an escape at 0"],
  ["-", "a digit at 1"],
  ["", "a document at 0"],
  ['{"a"', "a colon at 4"],
  ['["\\', "the end of a string at 3"],
])("where a policy lets %j pass, reading ends at what follows", (text, expected) => {
  expect(() => lenient(text)).toThrow(`expected ${expected}`);
});

test("minus zero is read as the policy has it", () => {
  expect(Object.is(lenient("-0.0").value, -0)).toBe(true);
  expect(Object.is(lenient("-0e1").value, -0)).toBe(true);
});

test.each([
  '{"usual":1,"other":2}',
  '{"usual":1,"usual":2}',
  '{"usua\\u006c":1,"usual":2}',
  '{"usua":1,"usuall":2}',
  '{"usual',
  '{"usual"',
  '{"',
  '{"no":1}',
])("usual names change nothing in what is read: %s", (text) => {
  const known = { ...limits, usualNames: usualNames(["usual", "us", "no", "other"]) };
  const outcome = (given: JsonLimits) => {
    try {
      return lenient(text, given);
    } catch (fault) {
      return fault;
    }
  };
  expect(outcome(known)).toEqual(outcome(limits));
});
