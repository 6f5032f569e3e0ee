import { expect, test } from "vitest";

import { namedSchemas } from "./named-schemas.ts";
import { componentSchemas, schemaDocument } from "./schema-documents.ts";

test("a document stands alone: every shape it refers to is in it", () => {
  const document = schemaDocument("VehicleList");
  const text = JSON.stringify(document);
  const referred = [...text.matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)].map(([, name]) => name);
  expect(referred).toContain("Tier");
  expect(Object.keys(Object(document["$defs"]))).toEqual(expect.arrayContaining([...new Set(referred)]));
});

test("a document says which schema it is, and in which dialect", () => {
  expect(schemaDocument("Health")).toMatchObject({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "urn:plumbline:schema:v1:Health",
    title: "Health",
    type: "object",
  });
});

test("the components are all published shapes and those they are made of, each once, in order of their names", () => {
  const components = componentSchemas();
  const names = Object.keys(components);
  expect(names).toEqual(names.toSorted());
  expect(names).toEqual(expect.arrayContaining([...Object.keys(namedSchemas), "Tier", "Channel"]));
  expect(JSON.stringify(components)).not.toContain('"$id"');
});
