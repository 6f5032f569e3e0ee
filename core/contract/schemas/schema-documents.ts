import type { TSchema } from "typebox";

import { type Json, type JsonObject, isJsonObject } from "../../encoding/strict-json.ts";
import { type SchemaName, namedSchemas } from "./named-schemas.ts";

/** JSON Schema 2020-12, the dialect of every schema here and of OpenAPI 3.1. */
const dialect = "https://json-schema.org/draft/2020-12/schema";

/**
 * A schema as one document that stands alone: shapes with a name of their own are written once, under `$defs`.
 * The `$id` is a URN because the document is served under whatever address the service has.
 */
export function schemaDocument(name: SchemaName): JsonObject {
  const shared = new Map<string, JsonObject>();
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
export function componentSchemas(): Readonly<Record<string, JsonObject>> {
  const shared = new Map<string, JsonObject>();
  const context = { refPrefix: "#/components/schemas/", shared };
  for (const [name, schema] of Object.entries(namedSchemas)) shared.set(name, writtenSchema(schema, context));
  return sortedObject(shared);
}

interface Writing {
  readonly refPrefix: string;
  /** Named shapes met so far, by name. */
  readonly shared: Map<string, JsonObject>;
}

/** The members of a schema, its own name left out; named shapes inside become references. */
function writtenSchema(schema: TSchema | JsonObject, writing: Writing): JsonObject {
  const members = Object.entries<Json>({ ...schema }).filter(([name]) => name !== "$id");
  return Object.fromEntries(members.map(([name, value]) => [name, written(value, writing)]));
}

function written(value: Json, writing: Writing): Json {
  if (Array.isArray(value)) return value.map((element: Json) => written(element, writing));
  if (!isJsonObject(value)) return value;
  const name = value["$id"];
  if (typeof name !== "string") return writtenSchema(value, writing);
  if (!writing.shared.has(name)) {
    // Taken before it is written, so that it keeps its place whatever is met inside.
    writing.shared.set(name, {});
    writing.shared.set(name, writtenSchema(value, writing));
  }
  return { $ref: `${writing.refPrefix}${name}` };
}

function sortedObject(map: ReadonlyMap<string, JsonObject>): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries([...map].sort(([one], [other]) => (one < other ? -1 : 1)));
}
