import { Type } from "typebox";
import { expect, test } from "vitest";

import { publishedForm } from "./published-form.ts";

const strict = { additionalProperties: false };
const digestPattern = "^[0-9a-f]{64}$";
const digest = Type.String({ pattern: digestPattern });
const said = { $id: "Thing", description: "A thing.", instead: {}, descriptions: {}, order: {} };
const published = (members: Parameters<typeof Type.Object>[0], more: Partial<typeof said> = {}) =>
  JSON.parse(JSON.stringify(publishedForm(Type.Object(members, strict), { ...said, ...more })));

test("a published shape is open for members to come, and keeps which ones must be there", () => {
  const shape = published({ a: Type.Boolean(), b: Type.Optional(Type.Object({ c: digest }, strict)) });
  expect(shape).toEqual({
    $id: "Thing",
    description: "A thing.",
    type: "object",
    required: ["a"],
    properties: {
      a: { type: "boolean" },
      b: { type: "object", required: ["c"], properties: { c: { type: "string", pattern: digestPattern } } },
    },
  });
});

test.each([
  ["a digest keeps its pattern", digest, { type: "string", pattern: digestPattern }],
  ["another text does not", Type.String({ pattern: "^[a-z]$", maxLength: 1 }), { type: "string" }],
  ["one word becomes any text", Type.Literal("CUSUM"), { type: "string" }],
  ["one number becomes any integer", Type.Literal(1), { type: "integer" }],
  [
    "one of some words becomes any text",
    Type.Union([Type.Literal("a"), Type.Literal("b")]),
    { type: "string" },
  ],
  ["what may be null still may", Type.Union([Type.Number(), Type.Null()]), { type: ["number", "null"] }],
  [
    "a count keeps where it begins",
    Type.Integer({ minimum: 1, maximum: 9 }),
    { type: "integer", minimum: 1 },
  ],
  ["a number loses its bounds", Type.Number({ minimum: 0 }), { type: "number" }],
  [
    "free members stay free",
    Type.Record(Type.String(), Type.Unknown()),
    { type: "object", additionalProperties: {} },
  ],
  ["a list loses its length", Type.Array(digest, { maxItems: 2 }), { type: "array", items: { ...digest } }],
])("%s", (_, schema, form) => {
  expect(published({ a: schema }).properties.a).toEqual(form);
});

test("what the contract says of a place stands there, also inside the items of a list", () => {
  const members = { list: Type.Array(Type.Object({ a: Type.Number(), b: Type.Number() }, strict)) };
  const shape = published(members, {
    instead: { "list.b": Type.Integer() },
    descriptions: { list: "Some.", "list.a": "One." },
    order: { list: ["b", "a"] },
  });
  expect(shape.properties.list).toEqual({
    type: "array",
    description: "Some.",
    items: {
      type: "object",
      required: ["b", "a"],
      properties: { b: { type: "integer" }, a: { type: "number", description: "One." } },
    },
  });
});

test("an order that names a member nobody has is refused", () => {
  expect(() => published({ a: Type.Number() }, { order: { "": ["a", "b"] } })).toThrow("no member b");
});
