import {
  type Expected,
  type FaultPolicy,
  type JsonLimits,
  type JsonRefusal,
  JsonReader,
  numberCharactersLimit,
  usualNames,
} from "../../encoding/json-reader.ts";
import { members } from "../../sensors/sensor-lists.ts";
import { isPlainText } from "../plain-text.ts";
import type { ProblemCode } from "../problems.ts";
import { type JsonFault, PlacesOfFaults, faultAt, pointerTo, shown } from "./json-fault.ts";

/** Limits of the JSON we read (api.md 4 and 9.5). */
const jsonLimits: JsonLimits = {
  depth: 32,
  values: Infinity,
  membersPerObject: 64,
  forbiddenNames: ["__proto__"],
  usualNames: usualNames([
    "vehicle_id",
    "timestamp",
    "sensors",
    ...members.map(({ name }) => name),
    "metadata",
    "fleet_id",
    "region",
  ]),
};

export type StrictJson =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "fault"; readonly fault: JsonFault };

/** One element of a batch: its exact source text, and its value or what is wrong with it alone. */
export type JsonElement = StrictJson & { readonly raw: string };

export type StrictJsonBatch =
  | { readonly kind: "json"; readonly value: unknown; readonly elements: readonly JsonElement[] | null }
  | { readonly kind: "fault"; readonly fault: JsonFault }
  | { readonly kind: "too-many"; readonly limit: number };

/**
 * Reads one JSON text as RFC 8259 has it and nothing more: no member twice, none named `__proto__`, no half characters,
 * every number finite, and the limits above. −0 is read as 0. Whatever both accept, `JSON.parse` reads alike.
 */
export function parseStrictJson(text: string): StrictJson {
  const policy = new RequestPolicy();
  try {
    const value = new JsonReader(text, jsonLimits, policy).readDocument();
    return policy.noted === null ? { kind: "json", value } : { kind: "fault", fault: policy.noted };
  } catch (error) {
    if (error instanceof SyntaxFault) return { kind: "fault", fault: error.fault };
    throw error;
  }
}

/**
 * The same, for a body that may hold a batch: the elements of a top-level array, or of the top-level member `frames`,
 * come with their exact source text, and what is wrong inside one element (short of its syntax) is that element's fault alone,
 * its pointer counted from the element, its place from the start of the body.
 * In `value` the elements stand where the array was; `elements` is null when the body holds no such array. Reading stops at the first element beyond `maxElements`.
 */
export function parseStrictJsonBatch(text: string, maxElements: number): StrictJsonBatch {
  const policy = new BatchPolicy(maxElements);
  try {
    const value = new JsonReader(text, jsonLimits, policy).readDocument();
    return policy.noted === null
      ? { kind: "json", value, elements: policy.elements }
      : { kind: "fault", fault: policy.noted };
  } catch (error) {
    if (error instanceof SyntaxFault) return { kind: "fault", fault: error.fault };
    if (error instanceof TooMany) return { kind: "too-many", limit: maxElements };
    throw error;
  }
}

/** Ends the reading of a text whose syntax is broken. */
class SyntaxFault extends Error {
  readonly fault: JsonFault;

  constructor(fault: JsonFault) {
    super(fault.detail);
    this.fault = fault;
  }
}

/** Ends the reading of a batch with too many elements. */
class TooMany extends Error {}

/** A fault of syntax ends reading; of the others the first one is noted, and reading goes on. */
class RequestPolicy implements FaultPolicy {
  readonly keepsMinusZero = false;
  readonly textIsDecoded = true;
  noted: JsonFault | null = null;
  /** Depth of the element of the batch that is being read: pointers of its faults begin there. */
  elementDepth = 0;
  #places: PlacesOfFaults | null = null;

  syntaxError(reader: JsonReader, expected: Expected, at: number): Error {
    const { text } = reader;
    const pointer = pointerTo(reader.way(0));
    if (expected === "a document") {
      return new SyntaxFault(faultAt(text, at, ["json_empty", pointer, "there is no JSON in the body"]));
    }
    const character = text.codePointAt(at);
    const found = character === undefined ? "the text ends" : `found ${seen(character)}`;
    const what = `expected ${expectations[expected]}, ${found}`;
    return new SyntaxFault(faultAt(text, at, ["json_syntax", pointer, what]));
  }

  malformed(reader: JsonReader, expected: Expected, at: number): void {
    throw this.syntaxError(reader, expected, at);
  }

  refuse(reader: JsonReader, refusal: JsonRefusal, at: number): void {
    if (this.noted !== null) return;
    const [code, what] = refusals[refusal];
    // A string is refused from the character after its quote on.
    const place = refusal === "half a character" ? at + 1 : at;
    const way = reader.way(this.elementDepth);
    this.#places ??= new PlacesOfFaults(reader.text);
    this.noted = this.#places.faultAt(place, [code, pointerTo(way), what(String(way.at(-1)))]);
  }

  readOuterArray(reader: JsonReader): unknown {
    return reader.readArray();
  }
}

const closeBracket = 0x5d;

class BatchPolicy extends RequestPolicy {
  readonly maxElements: number;
  elements: JsonElement[] | null = null;

  constructor(maxElements: number) {
    super();
    this.maxElements = maxElements;
  }

  override readOuterArray(reader: JsonReader): unknown {
    const isBatch = reader.depth === 0 || reader.path[0] === "frames";
    return isBatch ? this.#readElements(reader) : reader.readArray();
  }

  /** An array whose elements each answer for their own faults. */
  #readElements(reader: JsonReader): unknown {
    const elements: JsonElement[] = [];
    this.elements = elements;
    reader.enter();
    if (reader.skipSpace() === closeBracket) return reader.leave(elements);
    const notedBefore = this.noted;
    this.elementDepth = reader.depth;
    do {
      if (elements.length === this.maxElements) throw new TooMany();
      reader.skipSpace();
      const start = reader.at;
      this.noted = null;
      const value = reader.readElement(elements.length);
      const raw = reader.text.slice(start, reader.at);
      elements.push(
        this.noted === null ? { kind: "json", value, raw } : { kind: "fault", fault: this.noted, raw },
      );
    } while (reader.isMoreTo(closeBracket, "the end of an element"));
    this.noted = notedBefore;
    this.elementDepth = 0;
    return reader.leave(elements);
  }
}

/** A character as a sentence shows it; one that shows nothing by its number. */
function seen(code: number): string {
  if (code === 0xfeff) return "a byte order mark; save the file without it";
  const character = String.fromCodePoint(code);
  const isSeen = code < 0x20 || (isPlainText(character) && character.trim() !== "") || code === 0x20;
  return isSeen ? shown(character) : `the character U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

const expectations: Readonly<Record<Exclude<Expected, "a document">, string>> = {
  "the end of the document": "nothing after the end of the JSON value",
  "a value": "a value",
  "a name": "a member name in double quotes",
  "a colon": "a colon after the member name",
  "the end of a member": "a comma or } after the member",
  "the end of an element": "a comma or ] after the element",
  "the end of a container": "the end of an array or object",
  "the end of a string": "the closing quote of a string",
  "no control character": "no bare control character inside a string",
  "an escape": 'an escape that JSON knows: \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u with 4 hexadecimal digits',
  "a digit": "a digit",
  "no digit after 0": "no digit after a leading 0",
  "a digit after the point": "a digit after the point",
  "a digit in the exponent": "a digit in the exponent",
};

const refusals: Readonly<Record<JsonRefusal, readonly [code: ProblemCode, what: (name: string) => string]>> =
  {
    "too many values": ["json_syntax", () => `JSON may hold at most ${jsonLimits.values} values`],
    "too deep": ["too_deep", () => `JSON may be nested at most ${jsonLimits.depth} deep`],
    "too many members": [
      "too_many_members",
      () => `an object may have at most ${jsonLimits.membersPerObject} members`,
    ],
    "forbidden name": ["forbidden_member", (name) => `a member may not be named ${name}`],
    "name given twice": [
      "duplicate_member",
      (name) => `the member ${shown(name)} is there twice; keep one of them`,
    ],
    "half a character": [
      "lone_surrogate",
      () => "a \\u escape writes half of a character (a lone surrogate)",
    ],
    "number too long": [
      "number_too_long",
      () => `a number may be written with at most ${numberCharactersLimit} characters`,
    ],
    "number not finite": ["number_not_finite", () => "the number is too large for a 64-bit float"],
  };
