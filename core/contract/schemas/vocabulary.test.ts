import { type TSchema, Type } from "typebox";
import { expect, test } from "vitest";

import { UtcTime, dictionary, eventIdPattern, nullable, oneOf, vehicleIdPattern } from "./vocabulary.ts";

const written = (schema: TSchema): unknown => JSON.parse(JSON.stringify(schema));

test("a closed list is an enumeration of texts", () => {
  expect(written(oneOf(["a", "b"], { description: "One." }))).toEqual({
    type: "string",
    enum: ["a", "b"],
    description: "One.",
  });
});

test.each([
  [
    "a plain value takes null into its type",
    Type.Number({ minimum: 0 }),
    { type: ["number", "null"], minimum: 0 },
  ],
  ["a time keeps its format", UtcTime, { type: ["string", "null"], format: "date-time" }],
  [
    "an enumeration would lose its closed list and is an alternative",
    oneOf(["a"], {}),
    { anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }] },
  ],
  [
    "a shape with a name would lose it and is an alternative",
    Type.String({ $id: "Name" }),
    { anyOf: [{ type: "string", $id: "Name" }, { type: "null" }] },
  ],
])("where null may stand, %s", (_, schema, form) => {
  expect(written(nullable(schema))).toMatchObject(form);
});

test("a dictionary has members of one shape under free names", () => {
  expect(written(dictionary(Type.Number()))).toEqual({
    type: "object",
    additionalProperties: { type: "number" },
  });
});

test.each(["veh-0042", "a", "9:x_y.z-1"])("%j is a vehicle id", (id) => {
  expect(id).toMatch(new RegExp(vehicleIdPattern));
});

test.each(["", "-veh", "véh", "a b", "a\n"])("%j is no vehicle id", (id) => {
  expect(id).not.toMatch(new RegExp(vehicleIdPattern));
});

test("an evidence id has a date and twelve characters", () => {
  expect("EVB-20250301-7K3M9Q2XW4HJ").toMatch(new RegExp(eventIdPattern));
  expect("EVB-20250301-7K3M9Q2XW4H").not.toMatch(new RegExp(eventIdPattern));
});
