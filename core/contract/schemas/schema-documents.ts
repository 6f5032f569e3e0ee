import type { TSchema } from "typebox";

import { type SchemaName, namedSchemas } from "./named-schemas.ts";

/** A JSON value, as schemas and documents are made of. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

/** JSON Schema 2020-12, the dialect of every schema here and of OpenAPI 3.1. */
const dialect = "https://json-schema.org/draft/2020-12/schema";

/**
 * A schema as one document that stands alone: shapes with a name of their own are written once, under `$defs`.
 * The `$id` is a URN because the document is served under whatever address the service has.
 */
export function schemaDocument(name: SchemaName): JsonObject {
  const shared = new Map<string, Json>();
  const root = writtenSchema(namedSchemas[name], { refPrefix: "#/$defs/", shared });
  const defs = sortedObject(shared);
  return {
    $schema: dialect,
    $id: `urn:plumbline:schema:v1:${name}`,
    title: name,
    ...root,
    ...(shared.size === 0 ? {} : { $defs: defs }),
  };
}

/** Every shape with a name, written with references to one another, for `components.schemas` of OpenAPI. */
export function componentSchemas(): JsonObject {
  const shared = new Map<string, Json>();
  const context = { refPrefix: "#/components/schemas/", shared };
  for (const [name, schema] of Object.entries(namedSchemas)) shared.set(name, writtenSchema(schema, context));
  return sortedObject(shared);
}

interface Writing {
  readonly refPrefix: string;
  /** Named shapes met so far, by name. */
  readonly shared: Map<string, Json>;
}

/** The members of a schema, its own name left out; named shapes inside become references. */
function writtenSchema(schema: TSchema, writing: Writing): JsonObject {
  const { $id: _name, ...members } = schema as unknown as JsonObject;
  return writtenMembers(members, writing);
}

function writtenMembers(members: JsonObject, writing: Writing): JsonObject {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, written(value, writing)]));
}

function written(value: Json, writing: Writing): Json {
  if (Array.isArray(value)) return value.map((element: Json) => written(element, writing));
  if (typeof value !== "object" || value === null) return value;
  const object = value as JsonObject;
  const name = object["$id"];
  if (typeof name !== "string") return writtenMembers(object, writing);
  if (!writing.shared.has(name)) {
    // Taken before it is written, so that it keeps its place whatever is met inside.
    writing.shared.set(name, null);
    writing.shared.set(name, writtenSchema(object, writing));
  }
  return { $ref: `${writing.refPrefix}${name}` };
}

function sortedObject(map: ReadonlyMap<string, Json>): JsonObject {
  return Object.fromEntries([...map].sort(([one], [other]) => (one < other ? -1 : 1)));
}
