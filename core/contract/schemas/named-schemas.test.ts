import { expect, test } from "vitest";

import { namedSchemas } from "./named-schemas.ts";

test.each(Object.entries(namedSchemas))("%s is published under its own name", (name, schema) => {
  expect(schema).toMatchObject({ $id: name, type: "object" });
});
