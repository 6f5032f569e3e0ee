import { printable } from "./printable.ts";

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: Json;
}

/** What a document may hold before it is refused, so that no input costs more than its size. */
export interface JsonLimits {
  readonly depth: number;
  /** Values in all: scalars, arrays and objects. */
  readonly values: number;
  /** Member names nobody may use, at any depth. */
  readonly forbidden: ReadonlySet<string>;
}

/** The names exist on every object of the language, so that a careless reader takes them for something else. */
export const jsonLimits: JsonLimits = {
  depth: 32,
  values: 200_000,
  forbidden: new Set(["__proto__", "constructor", "prototype"]),
};

/** The text is not JSON, or is JSON that two parsers may read differently. `offset` counts UTF-16 units. */
export class JsonFault extends Error {
  readonly offset: number;

  constructor(detail: string, offset: number) {
    super(printable(`${detail} at offset ${offset}`));
    this.name = "JsonFault";
    this.offset = offset;
  }
}

/**
 * JSON by the letter of RFC 8259, and nothing about which parsers disagree: a member given twice, one of a forbidden
 * name, a number binary64 cannot hold, half a surrogate pair, nesting beyond the limit. Throws `JsonFault`.
 */
export function parseJson(text: string, limits: JsonLimits = jsonLimits): Json {
  const reader: Reader = { text, at: 0, values: 0, limits };
  skipSpace(reader);
  const value = readValue(reader, 0);
  skipSpace(reader);
  if (reader.at < text.length) throw new JsonFault("text after the end of the document", reader.at);
  return value;
}

interface Reader {
  readonly text: string;
  at: number;
  values: number;
  readonly limits: JsonLimits;
}

const maxNumberLength = 40;
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
// oxlint-disable-next-line no-control-regex -- control characters are what ends a plain run
const plainRun = /[^"\\\u0000-\u001f]*/y;

function readValue(reader: Reader, depth: number): Json {
  reader.values += 1;
  if (reader.values > reader.limits.values) throw new JsonFault("too many values", reader.at);
  switch (reader.text.charAt(reader.at)) {
    case "{":
      return readObject(reader, depth + 1);
    case "[":
      return readArray(reader, depth + 1);
    case '"':
      return readString(reader);
    case "t":
      return readWord(reader, "true", true);
    case "f":
      return readWord(reader, "false", false);
    case "n":
      return readWord(reader, "null", null);
    default:
      return readNumber(reader);
  }
}

function readObject(reader: Reader, depth: number): JsonObject {
  const members: Record<string, Json> = {};
  enter(reader, depth);
  if (take(reader, "}")) return members;
  do {
    skipSpace(reader);
    const at = reader.at;
    const name = readString(reader);
    if (reader.limits.forbidden.has(name)) throw new JsonFault(`member ${name} is not allowed`, at);
    if (Object.hasOwn(members, name)) throw new JsonFault(`member ${name} is given twice`, at);
    if (!take(reader, ":")) throw new JsonFault("expected a colon", reader.at);
    skipSpace(reader);
    members[name] = readValue(reader, depth);
  } while (take(reader, ","));
  if (!take(reader, "}")) throw new JsonFault("expected a comma or the end of the object", reader.at);
  return members;
}

function readArray(reader: Reader, depth: number): Json[] {
  const items: Json[] = [];
  enter(reader, depth);
  if (take(reader, "]")) return items;
  do {
    skipSpace(reader);
    items.push(readValue(reader, depth));
  } while (take(reader, ","));
  if (!take(reader, "]")) throw new JsonFault("expected a comma or the end of the array", reader.at);
  return items;
}

function enter(reader: Reader, depth: number): void {
  if (depth > reader.limits.depth) throw new JsonFault("nested too deeply", reader.at);
  reader.at += 1;
}

/** Skips white space, then the wanted character if it is there. */
function take(reader: Reader, wanted: string): boolean {
  skipSpace(reader);
  if (reader.text[reader.at] !== wanted) return false;
  reader.at += 1;
  return true;
}

function skipSpace(reader: Reader): void {
  for (;;) {
    const code = reader.text.charCodeAt(reader.at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    reader.at += 1;
  }
}

function readString(reader: Reader): string {
  const { text, at } = reader;
  if (text[at] !== '"') throw new JsonFault("expected a string", at);
  let end = at + 1;
  let escaped = false;
  for (;;) {
    plainRun.lastIndex = end;
    plainRun.exec(text);
    end = plainRun.lastIndex;
    if (text[end] === '"') break;
    if (text[end] !== "\\") throw new JsonFault("unfinished string or a control character in it", end);
    escaped = true;
    end += 2;
  }
  reader.at = end + 1;
  const value = escaped ? unescape(text.slice(at, end + 1), at) : text.slice(at + 1, end);
  if (!value.isWellFormed()) throw new JsonFault("half a surrogate pair", at);
  return value;
}

function unescape(quoted: string, at: number): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw new JsonFault("unknown escape", at);
  }
}

function readWord<Value>(reader: Reader, word: string, value: Value): Value {
  if (!reader.text.startsWith(word, reader.at)) throw new JsonFault("expected a value", reader.at);
  reader.at += word.length;
  return value;
}

function readNumber(reader: Reader): number {
  number.lastIndex = reader.at;
  const [digits] = number.exec(reader.text) ?? [];
  if (digits === undefined) throw new JsonFault("expected a value", reader.at);
  if (digits.length > maxNumberLength) throw new JsonFault("number too long", reader.at);
  const value = Number(digits);
  if (!Number.isFinite(value)) throw new JsonFault("number beyond binary64", reader.at);
  reader.at += digits.length;
  return value;
}
