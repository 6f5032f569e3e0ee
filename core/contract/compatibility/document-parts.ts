import { type Json, type JsonObject, isJsonObject } from "../../encoding/strict-json.ts";

/** The value as an object; one without members for anything else. */
export function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The texts of a list; none for anything else. */
export function textsOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

/** What a `$ref` of the document points to; the value itself where it is none. */
export function resolved(value: Json | undefined, document: JsonObject): JsonObject {
  const object = objectOf(value);
  const target = object["$ref"];
  if (typeof target !== "string") return object;
  const found = target
    .slice(2)
    .split("/")
    .reduce<JsonObject>((at, name) => objectOf(at[name]), document);
  return resolved(found, document);
}
