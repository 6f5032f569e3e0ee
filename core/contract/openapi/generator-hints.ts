import { type Json, type JsonObject, isJsonObject } from "../../encoding/strict-json.ts";

/**
 * A schema of the OpenAPI document with what generators of typed clients have to be told beyond JSON Schema: how wide a
 * number is, without which they take 32 bits, and a name for each word of a list that is no other list's, since some
 * languages keep the words of all lists in one place.
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
      { ...withGeneratorHints(schema), ...wordNames(name, schema) },
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
  return types.flatMap((word) => (typeof word === "string" ? (formats[word] ?? []) : []))[0];
}

function wordNames(name: string, { enum: words }: JsonObject): JsonObject {
  if (!Array.isArray(words)) return {};
  const texts = words.filter((word) => typeof word === "string");
  return { "x-enum-varnames": texts.map((word) => `${capitals(name)}_${capitals(word)}`) };
}

/** `FaultSource` and `multi_modal` as `FAULT_SOURCE` and `MULTI_MODAL`. */
function capitals(words: string): string {
  return words
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .toUpperCase();
}
