import canonicalize from "canonicalize";

import { textOf, utf8 } from "./bytes.ts";
import type { JsonLimits } from "./json-reader.ts";
import { JsonFault, parseJson, type Json } from "./strict-json.ts";

/** The one text of a JSON value (RFC 8785). Throws on what JSON cannot say: NaN, an infinity, half a surrogate pair. */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("not a JSON value");
  return text;
}

export function canonicalBytes(value: unknown): Uint8Array {
  return utf8(canonicalText(value));
}

/**
 * Reads bytes that must be the canonical form of what they say. Equality with our own writing refuses in one
 * comparison white space, escapes, other member orders, 1.0 for 1, −0 and integers binary64 cannot hold.
 * Throws `JsonFault`.
 */
export function parseCanonical(bytes: Uint8Array, limits?: JsonLimits): Json {
  const text = documentText(bytes);
  const value = parseJson(text, limits);
  if (canonicalText(value) !== text) throw new JsonFault("not in canonical form (RFC 8785)", 0);
  return value;
}

/** For copies that someone has laid out anew: the same strictness without the comparison. Throws `JsonFault`. */
export function parseRelaxed(bytes: Uint8Array, limits?: JsonLimits): Json {
  return parseJson(documentText(bytes), limits);
}

function documentText(bytes: Uint8Array): string {
  const text = textOf(bytes);
  if (text === null) throw new JsonFault("not UTF-8", 0);
  if (text.startsWith("\ufeff")) throw new JsonFault("starts with a byte order mark", 0);
  return text;
}
