import { expect, test } from "vitest";

import { type SchemaName, namedSchemas } from "../schemas/named-schemas.ts";
import { openapiDocument } from "./openapi-document.ts";
import type { Json, JsonObject } from "../../encoding/strict-json.ts";
import { validate } from "../requests/validate.ts";

/** What the generators of clients stumble over; `npm run test:generators` puts the document before them. */
const document = openapiDocument();
const components = (document["components"] as { readonly schemas: Readonly<Record<string, JsonObject>> })
  .schemas;

interface Place {
  readonly path: string;
  readonly name: string;
  readonly value: Json;
}

/** Every value of the document, examples left out, with the way to it. */
function* placesIn(value: Json, path: string): Generator<Place> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === "example" || name === "examples") continue;
    yield { path: `${path}/${name}`, name, value: member };
    yield* placesIn(member, `${path}/${name}`);
  }
}

const schemas = [...placesIn(document, "")].filter(
  ({ value }) => typeof value === "object" && value !== null && "type" in value,
);

test("no schema is a mere true or false, which parsers of OpenAPI refuse", () => {
  const bare = [...placesIn(document, "")].filter(
    ({ name, value }) => typeof value === "boolean" && (name === "items" || /^[0-9]+$/.test(name)),
  );
  expect(bare).toEqual([]);
});

test.each([
  ["integer", "int64"],
  ["number", "double"],
])("every %s says that it is %s: generators would take 32 bits", (type, format) => {
  const narrow = schemas.filter(({ value }) => {
    const { type: types, format: said } = value as JsonObject;
    return [types].flat().includes(type) && said !== format;
  });
  expect(narrow.map(({ path }) => path)).toEqual([]);
  expect(schemas.filter(({ value }) => (value as JsonObject)["format"] === format).length).toBeGreaterThan(
    20,
  );
});

test("every enumeration in a shape has a name, and no two name a value alike", () => {
  const lists = [...placesIn(components, "")].filter(({ name }) => name === "enum");
  expect(lists.filter(({ path }) => path.split("/").length !== 3).map(({ path }) => path)).toEqual([]);
  const names = Object.values(components).flatMap((schema) => (schema["x-enum-varnames"] ?? []) as string[]);
  expect(names).toContain("FAULT_SOURCE_NONE");
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/);
  for (const { path } of lists) {
    const schema = components[path.split("/")[1]!]!;
    expect(schema["x-enum-varnames"]).toHaveLength((schema["enum"] as string[]).length);
  }
});

test.each([
  ["/.well-known/jwks.json", "application/jwk-set+json", "JsonWebKeySet"],
  ["/v1/evidence/trusted-root", "application/vnd.dev.sigstore.trustedroot+json", "TrustedRoot"],
  ["/v1/evidence/{event_id}/sigstore", "application/vnd.dev.sigstore.bundle.v0.3+json", "SigstoreBundle"],
])("the answer of %s is the object it is", (path, mediaType, name) => {
  const operations = document["paths"] as Readonly<Record<string, { readonly get: JsonObject }>>;
  const responses = operations[path]!.get["responses"];
  expect(responses).toMatchObject({
    200: { content: { [mediaType]: { schema: { $ref: `#/components/schemas/${name}` } } } },
  });
  expect(components[name]).toMatchObject({ type: "object" });
});

const withExamples = Object.entries(namedSchemas).flatMap(([name, schema]) =>
  ((schema as { readonly examples?: readonly unknown[] }).examples ?? []).map(
    (example, at) => [name as SchemaName, at, example] as const,
  ),
);

test.each(withExamples)("example of %s, number %i, fits its schema", (name, _at, example) => {
  expect(validate(name, example)).toEqual([]);
});
