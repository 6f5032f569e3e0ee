import {
  type Expected,
  type FaultPolicy,
  type JsonLimits,
  type JsonRefusal,
  JsonReader,
} from "./json-reader.ts";
import { printable } from "./printable.ts";

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: Json;
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The names exist on every object of the language, so that a careless reader takes them for something else. */
export const jsonLimits: JsonLimits = {
  depth: 32,
  values: 200_000,
  membersPerObject: Infinity,
  forbiddenNames: ["__proto__", "constructor", "prototype"],
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
  return new JsonReader(text, limits, firstFaultEnds).readDocument() as Json;
}

const firstFaultEnds: FaultPolicy = {
  keepsMinusZero: true,
  textIsDecoded: false,
  syntaxError(_reader, expected, at) {
    // A minus without digits is no value from the minus on.
    return new JsonFault(details[expected], expected === "a digit" ? at - 1 : at);
  },
  malformed() {},
  refuse(reader, refusal, at) {
    throw new JsonFault(refusals[refusal](String(reader.way(0).at(-1))), at);
  },
  readOuterArray(reader) {
    return reader.readArray();
  },
};

const details: Readonly<Record<Expected, string>> = {
  "a document": "expected a value",
  "the end of the document": "text after the end of the document",
  "a value": "expected a value",
  "a name": "expected a string",
  "a colon": "expected a colon",
  "the end of a member": "expected a comma or the end of the object",
  "the end of an element": "expected a comma or the end of the array",
  "the end of a container": "expected the end of an array or object",
  "the end of a string": "unfinished string or a control character in it",
  "no control character": "unfinished string or a control character in it",
  "an escape": "unknown escape",
  "a digit": "expected a value",
  "no digit after 0": "expected a value",
  "a digit after the point": "expected a value",
  "a digit in the exponent": "expected a value",
};

const refusals: Readonly<Record<JsonRefusal, (name: string) => string>> = {
  "too many values": () => "too many values",
  "too deep": () => "nested too deeply",
  "too many members": () => "too many members",
  "forbidden name": (name) => `member ${name} is not allowed`,
  "name given twice": (name) => `member ${name} is given twice`,
  "half a character": () => "half a surrogate pair",
  "number too long": () => "number too long",
  "number not finite": () => "number beyond binary64",
};
