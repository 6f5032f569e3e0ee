import type { Json, JsonObject } from "../schemas/schema-documents.ts";

/**
 * A schema of the OpenAPI document with what generators of typed clients have to be told beyond JSON Schema: how wide a
 * number is, without which they take 32 bits, and a name for each word of a list that is no other list's, since some
 * languages keep the words of all lists in one place.
 */
export function withGeneratorHints(schema: JsonObject): JsonObject {
  return hinted(schema) as JsonObject;
}

/** The shapes of `components.schemas`, each under its name. */
export function componentsWithHints(schemas: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      { ...withGeneratorHints(schema as JsonObject), ...wordNames(name, schema as JsonObject) },
    ]),
  );
}

const formats: Readonly<Record<string, string>> = { integer: "int64", number: "double" };

function hinted(value: Json): Json {
  if (Array.isArray(value)) return value.map((element: Json) => hinted(element));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]): [string, Json] => [
    name,
    name === "examples" || name === "example" ? member : hinted(member),
  ]);
  const object = value as JsonObject;
  const format = formatOf(object["type"]);
  if (format === undefined || object["format"] !== undefined) return Object.fromEntries(members);
  return Object.fromEntries(
    members.flatMap(([name, member]): [string, Json][] =>
      name === "type"
        ? [
            [name, member],
            ["format", format],
          ]
        : [[name, member]],
    ),
  );
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
