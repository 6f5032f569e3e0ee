import { type Json, type JsonObject, isJsonObject } from "../../encoding/strict-json.ts";

/**
 * A schema of the OpenAPI document with what generators of typed clients need beyond JSON Schema: how wide a number
 * is, without which they take 32 bits, and a name for each value of an enumeration that is no other enumeration's, since
 * some languages keep the values of all of them in one place.
 */
export function withGeneratorHints(schema: JsonObject): JsonObject {
  const format = schema["format"] === undefined ? formatOf(schema["type"]) : undefined;
  const members = Object.entries(schema).flatMap(([name, member]): [string, Json][] => {
    if (name === "examples" || name === "example") return [[name, member]];
    const hinted: [string, Json] = [name, valueWithHints(member)];
    return name === "type" && format !== undefined ? [hinted, ["format", format]] : [hinted];
  });
  return Object.fromEntries(members);
}

/** The shapes of `components.schemas`, each under its name. */
export function componentsWithHints(schemas: Readonly<Record<string, JsonObject>>): JsonObject {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      { ...withGeneratorHints(schema), ...enumNames(name, schema) },
    ]),
  );
}

const formats: Readonly<Record<string, string>> = { integer: "int64", number: "double" };

function valueWithHints(value: Json): Json {
  if (isJsonObject(value)) return withGeneratorHints(value);
  return Array.isArray(value) ? value.map((element: Json) => valueWithHints(element)) : value;
}

/** Of `integer`, and of `["integer", "null"]`. */
function formatOf(type: Json | undefined): string | undefined {
  const types: readonly Json[] = Array.isArray(type) ? type : [type ?? null];
  return types.flatMap((one) => (typeof one === "string" ? (formats[one] ?? []) : []))[0];
}

function enumNames(name: string, { enum: values }: JsonObject): JsonObject {
  if (!Array.isArray(values)) return {};
  const texts = values.filter((value) => typeof value === "string");
  return { "x-enum-varnames": texts.map((value) => `${capitals(name)}_${capitals(value)}`) };
}

/** `FaultSource` and `multi_modal` as `FAULT_SOURCE` and `MULTI_MODAL`. */
function capitals(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .toUpperCase();
}
