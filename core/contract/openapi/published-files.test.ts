import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";

import { type SchemaName, namedSchemas } from "../schemas/named-schemas.ts";
import { openapiDocument } from "./openapi-document.ts";
import { publishedFiles, reviewedFiles } from "./published-files.ts";
import { operations } from "./operations.ts";
import { validate } from "../requests/validate.ts";

const folder = new URL("../published/", import.meta.url);

test.each(reviewedFiles)("published/%s is what the schemas say; if not: npm run contract:publish", (path) => {
  expect(readFileSync(new URL(path, folder), "utf8")).toBe(publishedFiles.get(path)!());
});

test("nothing else stands beside them", () => {
  expect(readdirSync(folder).toSorted()).toEqual(reviewedFiles.toSorted());
});

test("every schema with a name is published by itself, and refers to nothing outside", () => {
  for (const name of Object.keys(namedSchemas)) {
    const text = publishedFiles.get(`schemas/${name}.json`)!();
    const schema = JSON.parse(text) as { readonly $id: string; readonly $defs?: object };
    expect(schema.$id).toBe(`urn:plumbline:schema:v1:${name}`);
    for (const [, pointer] of text.matchAll(/"\$ref": "([^"]+)"/g)) {
      expect(pointer, name).toMatch(/^#\/\$defs\//);
      expect(schema.$defs, name).toHaveProperty(pointer!.slice("#/$defs/".length));
    }
  }
});

test.each(Object.keys(namedSchemas) as SchemaName[])("the examples of %s fit it", (name) => {
  const { examples = [] } = namedSchemas[name] as { readonly examples?: readonly unknown[] };
  for (const example of examples) expect(validate(name, example)).toEqual([]);
});

test("the six operations of the contract are there, by method and path", () => {
  const described = operations.map(({ method, path }) => `${method} ${path}`);
  expect(described).toEqual(
    expect.arrayContaining([
      "POST /v1/telemetry/ingest",
      "POST /v1/score/residual",
      "GET /v1/evidence/{event_id}/bundle",
      "GET /v1/fleet/health-summary",
      "POST /v1/risk/scenario-feed",
      "GET /health",
    ]),
  );
});

test("every reference in the OpenAPI document leads somewhere", () => {
  const document = openapiDocument();
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(
    ([, pointer]) => pointer!,
  );
  expect(references.length).toBeGreaterThan(100);
  for (const pointer of new Set(references)) {
    let at: unknown = document;
    for (const name of pointer.split("/").slice(1)) at = (at as Record<string, unknown>)[name];
    expect(at, pointer).toBeTypeOf("object");
  }
});

/** What any key may ask. */
const anyKey = ["/v1/limits", "/v1/keys/self"];

test("every operation names its scope, or that any key will do, or says that it needs none", () => {
  for (const [path, methods] of Object.entries(openapiDocument()["paths"] as Record<string, object>)) {
    for (const [method, operation] of Object.entries(methods) as [string, Record<string, unknown>][]) {
      const isPublic = JSON.stringify(operation["security"]) === "[]";
      const scopes = operation["x-required-scopes"] as readonly string[] | undefined;
      expect(isPublic, `${method} ${path}`).toBe(scopes === undefined);
      expect(scopes?.length ?? 1, `${method} ${path}`).toBe(anyKey.includes(path) ? 0 : 1);
      expect(Object.keys(operation["responses"] as object), `${method} ${path}`).toContain("400");
    }
  }
});
