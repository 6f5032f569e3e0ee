import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";

import { fleetFilter, limitParameter, schemaOfValue, tierFilter, vehicleSort } from "./query-parameters.ts";

const validates = (schema: object, value: unknown) => new Ajv2020().validate(schema, value);

test.each([
  [
    "an integer has its range and its default",
    limitParameter,
    { type: "integer", minimum: 1, maximum: 1000, default: 100 },
  ],
  [
    "a tier is one of the four",
    tierFilter,
    { type: "string", enum: ["UNKNOWN", "NOMINAL", "CAUTION", "CRITICAL"] },
  ],
  ["an order of vehicles has a default", vehicleSort, { type: "string", default: "urgency" }],
  ["a fleet's name is text of a length", fleetFilter, { type: "string", minLength: 1, maxLength: 128 }],
])("%s", (_, parameter, schema) => {
  expect(schemaOfValue(parameter.takes)).toMatchObject(schema);
});

test.each([
  [{ kind: "vehicle-id" }, "veh-0042", "-veh"],
  [{ kind: "time" }, "2025-03-01T08:00Z", "2025-03-01"],
] as const)("%j has a pattern", (form, taken, refused) => {
  const schema = schemaOfValue(form);
  expect(validates(schema, taken)).toBe(true);
  expect(validates(schema, refused)).toBe(false);
});

test("a value without a default has none in its schema", () => {
  expect(schemaOfValue({ kind: "integer", minimum: 0, maximum: 1 })).toEqual({
    type: "integer",
    minimum: 0,
    maximum: 1,
  });
});
