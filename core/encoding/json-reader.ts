import { type JsonFault, faultAt, pointerTo, shown } from "./json-fault.ts";
import type { ProblemCode } from "../problems.ts";

/** Limits of the JSON we read (api.md 4 and 9.5). */
export const jsonLimits = { depth: 32, membersPerObject: 64, numberCharacters: 40 } as const;

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
  const read = new JsonReader(text, null).readDocument();
  if (read.kind === "json") return { kind: "json", value: read.value };
  return read.kind === "fault" ? read : unreachable();
}

/**
 * The same, for a body that may hold a batch: the elements of a top-level array, or of the top-level member `frames`,
 * come with their exact source text, and what is wrong inside one element (short of its syntax) is that element's fault alone,
 * with pointer and place counted from the element.
 * In `value` the elements stand where the array was; `elements` is null when the body holds no such array. Reading stops at the first element beyond `maxElements`.
 */
export function parseStrictJsonBatch(text: string, maxElements: number): StrictJsonBatch {
  return new JsonReader(text, maxElements).readDocument();
}

/** Ends the reading of a text whose syntax is broken. */
class Broken extends Error {
  readonly fault: JsonFault;

  constructor(fault: JsonFault) {
    super(fault.detail);
    this.fault = fault;
  }
}

/** Ends the reading of a batch with too many elements. */
class TooMany extends Error {}

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const colon = 0x3a;
const minus = 0x2d;
const plus = 0x2b;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;
const lowerE = 0x65;
const upperE = 0x45;
const lowerU = 0x75;

/**
 * One pass from left to right. Recursion is bounded by the depth limit; what lies deeper is skipped in a loop.
 * A fault of syntax ends it; the other faults are noted (the first one of each element) and reading goes on.
 */
class JsonReader {
  readonly text: string;
  readonly maxElements: number | null;
  at = 0;
  depth = 0;
  /** Member name or index at each depth; null between members. */
  readonly path: (string | number | null)[] = [];
  /** Where the element of the batch begins that is being read, and its depth: its faults are placed within it. */
  elementStart = 0;
  elementDepth = 0;
  noted: JsonFault | null = null;
  elements: JsonElement[] | null = null;

  constructor(text: string, maxElements: number | null) {
    this.text = text;
    this.maxElements = maxElements;
  }

  readDocument(): StrictJsonBatch {
    try {
      if (Number.isNaN(this.skipSpace())) throw this.broken("json_empty", "there is no JSON in the body");
      const value = this.readValue();
      if (!Number.isNaN(this.skipSpace())) throw this.syntax("nothing after the end of the JSON value");
      if (this.noted !== null) return { kind: "fault", fault: this.noted };
      return { kind: "json", value, elements: this.elements };
    } catch (error) {
      if (error instanceof Broken) return { kind: "fault", fault: error.fault };
      if (error instanceof TooMany) return { kind: "too-many", limit: this.maxElements! };
      throw error;
    }
  }

  readValue(): unknown {
    const code = this.skipSpace();
    switch (code) {
      case quote:
        return this.readString();
      case openBrace:
        return this.readObject();
      case openBracket:
        return this.isBatchArray() ? this.readElements() : this.readArray();
      case 0x74:
        return this.readWord("true", true);
      case 0x66:
        return this.readWord("false", false);
      case 0x6e:
        return this.readWord("null", null);
      default:
        if (code === minus || isDigit(code)) return this.readNumber();
        throw this.syntax("a value");
    }
  }

  readObject(): unknown {
    if (this.isTooDeep()) return null;
    const object: Record<string, unknown> = {};
    this.enter();
    let members = 0;
    if (this.skipSpace() === closeBrace) return this.leave(object);
    while (true) {
      if (this.skipSpace() !== quote) throw this.syntax("a member name in double quotes");
      const nameAt = this.at;
      const name = this.readString();
      if (this.skipSpace() !== colon) throw this.syntax("a colon after the member name");
      this.at += 1;
      this.path[this.depth - 1] = name;
      members += 1;
      const isKept = this.mayKeep(object, { name, nameAt, members });
      const value = this.readValue();
      if (isKept) object[name] = value;
      this.path[this.depth - 1] = null;
      const code = this.skipSpace();
      if (code === closeBrace) return this.leave(object);
      if (code !== comma) throw this.syntax("a comma or } after the member");
      this.at += 1;
    }
  }

  readArray(): unknown {
    if (this.isTooDeep()) return null;
    const array: unknown[] = [];
    this.enter();
    if (this.skipSpace() === closeBracket) return this.leave(array);
    while (true) {
      this.path[this.depth - 1] = array.length;
      array.push(this.readValue());
      this.path[this.depth - 1] = null;
      const code = this.skipSpace();
      if (code === closeBracket) return this.leave(array);
      if (code !== comma) throw this.syntax("a comma or ] after the element");
      this.at += 1;
    }
  }

  isBatchArray(): boolean {
    if (this.maxElements === null) return false;
    return this.depth === 0 || (this.depth === 1 && this.path[0] === "frames");
  }

  /** An array whose elements each answer for their own faults. */
  readElements(): unknown {
    const elements: JsonElement[] = [];
    this.elements = elements;
    this.enter();
    if (this.skipSpace() === closeBracket) return this.leave(elements);
    const notedBefore = this.noted;
    this.elementDepth = this.depth;
    while (true) {
      if (elements.length === this.maxElements) throw new TooMany();
      this.skipSpace();
      this.path[this.depth - 1] = elements.length;
      this.elementStart = this.at;
      this.noted = null;
      const value = this.readValue();
      const raw = this.text.slice(this.elementStart, this.at);
      elements.push(
        this.noted === null ? { kind: "json", value, raw } : { kind: "fault", fault: this.noted, raw },
      );
      this.path[this.depth - 1] = null;
      const code = this.skipSpace();
      if (code === closeBracket) break;
      if (code !== comma) throw this.syntax("a comma or ] after the element");
      this.at += 1;
    }
    this.noted = notedBefore;
    this.elementStart = 0;
    this.elementDepth = 0;
    return this.leave(elements);
  }

  /** Notes what forbids the member; a member that is not kept is still read. */
  mayKeep(
    object: Record<string, unknown>,
    member: { readonly name: string; readonly nameAt: number; readonly members: number },
  ): boolean {
    const { name, nameAt, members } = member;
    if (name === "__proto__") {
      this.note("forbidden_member", nameAt, "a member may not be named __proto__");
      return false;
    }
    if (Object.hasOwn(object, name)) {
      this.note("duplicate_member", nameAt, `the member ${shown(name)} is there twice; keep one of them`);
      return false;
    }
    if (members > jsonLimits.membersPerObject) {
      this.note(
        "too_many_members",
        nameAt,
        `an object may have at most ${jsonLimits.membersPerObject} members`,
      );
      return false;
    }
    return true;
  }

  isTooDeep(): boolean {
    if (this.depth < jsonLimits.depth) return false;
    this.note("too_deep", this.at, `JSON may be nested at most ${jsonLimits.depth} deep`);
    this.skipContainer();
    return true;
  }

  /** Passes over a container without looking at more than its strings and brackets: what holds it is refused already. */
  skipContainer(): void {
    let open = 0;
    do {
      const code = this.text.charCodeAt(this.at);
      if (Number.isNaN(code)) throw this.syntax("the end of an array or object");
      if (code === quote) this.readString();
      else this.at += 1;
      if (code === openBrace || code === openBracket) open += 1;
      if (code === closeBrace || code === closeBracket) open -= 1;
    } while (open > 0);
  }

  enter(): void {
    this.at += 1;
    this.path[this.depth] = null;
    this.depth += 1;
  }

  leave<Value>(value: Value): Value {
    this.at += 1;
    this.depth -= 1;
    return value;
  }

  readString(): string {
    const { text } = this;
    const start = this.at + 1;
    let at = start;
    while (true) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        this.at = at + 1;
        return text.slice(start, at);
      }
      if (code === backslash) return this.readEscapedString(start, at);
      if (!(code >= 0x20)) throw this.brokenString(at);
      at += 1;
    }
  }

  /** The slow way, for strings with escapes. */
  readEscapedString(start: number, firstEscapeAt: number): string {
    const { text } = this;
    let at = firstEscapeAt;
    while (true) {
      const code = text.charCodeAt(at);
      if (code === quote) break;
      if (!(code >= 0x20)) throw this.brokenString(at);
      at += code === backslash ? this.escapeLength(at) : 1;
    }
    this.at = at + 1;
    const value = JSON.parse(text.slice(start - 1, at + 1)) as string;
    if (!value.isWellFormed()) {
      this.note("lone_surrogate", start, "a \\u escape writes half of a character (a lone surrogate)");
    }
    return value;
  }

  escapeLength(at: number): number {
    const code = this.text.charCodeAt(at + 1);
    if (code === lowerU) {
      if (/^[0-9A-Fa-f]{4}$/.test(this.text.slice(at + 2, at + 6))) return 6;
    } else if (simpleEscapes.has(code)) {
      return 2;
    }
    this.at = at;
    throw this.syntax(
      'an escape that JSON knows: \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u with 4 hexadecimal digits',
    );
  }

  brokenString(at: number): Broken {
    const isEnd = at >= this.text.length;
    this.at = at;
    return this.syntax(isEnd ? "the closing quote of a string" : "no bare control character inside a string");
  }

  readWord<Value>(word: string, value: Value): Value {
    if (!this.text.startsWith(word, this.at)) throw this.syntax("a value");
    this.at += word.length;
    return value;
  }

  /**
   * Digits are summed up as they are read: a whole number below 2⁵³ divided by a power of ten up to 10²² is rounded once
   * and therefore right (Clinger, "How to read floating point numbers accurately", 1990). Others go to `Number`.
   */
  readNumber(): number {
    const { text } = this;
    const start = this.at;
    let at = start;
    const isNegative = text.charCodeAt(at) === minus;
    if (isNegative) at += 1;
    const firstDigit = text.charCodeAt(at);
    if (!isDigit(firstDigit)) throw this.syntax("a digit", at);
    let digits = firstDigit - zero;
    at += 1;
    let code = text.charCodeAt(at);
    if (firstDigit === zero && isDigit(code)) throw this.syntax("no digit after a leading 0", at);
    while (isDigit(code)) {
      digits = digits * 10 + (code - zero);
      code = text.charCodeAt(++at);
    }
    let decimals = 0;
    if (code === point) {
      const pointAt = at;
      code = text.charCodeAt(++at);
      if (!isDigit(code)) throw this.syntax("a digit after the point", at);
      while (isDigit(code)) {
        digits = digits * 10 + (code - zero);
        code = text.charCodeAt(++at);
      }
      decimals = at - pointAt - 1;
    }
    const hasExponent = code === lowerE || code === upperE;
    if (hasExponent) at = this.endOfExponent(at);
    this.at = at;

    if (at - start > jsonLimits.numberCharacters) {
      this.note(
        "number_too_long",
        start,
        `a number may be written with at most ${jsonLimits.numberCharacters} characters`,
      );
      return 0;
    }
    const isExact = !hasExponent && digits <= Number.MAX_SAFE_INTEGER && decimals < powersOfTen.length;
    const size = isExact
      ? digits / powersOfTen[decimals]!
      : Number(text.slice(isNegative ? start + 1 : start, at));
    if (size === Infinity) {
      this.note("number_not_finite", start, "the number is too large for a 64-bit float");
      return 0;
    }
    // Never −0: a minus before zero says nothing about a sensor.
    return isNegative && size !== 0 ? -size : size;
  }

  endOfExponent(exponentAt: number): number {
    const { text } = this;
    let at = exponentAt + 1;
    const sign = text.charCodeAt(at);
    if (sign === plus || sign === minus) at += 1;
    if (!isDigit(text.charCodeAt(at))) throw this.syntax("a digit in the exponent", at);
    while (isDigit(text.charCodeAt(at))) at += 1;
    return at;
  }

  /** Moves to the next character that is not white space and returns its code; NaN at the end. */
  skipSpace(): number {
    const { text } = this;
    let code = text.charCodeAt(this.at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09)
      code = text.charCodeAt(++this.at);
    return code;
  }

  note(code: ProblemCode, at: number, what: string): void {
    // Placed within its element, so that a body full of faulty elements costs no more than its length.
    this.noted ??= faultAt(this.text.slice(this.elementStart, at), at - this.elementStart, [
      code,
      this.pointer(),
      what,
    ]);
  }

  syntax(wanted: string, at = this.at): Broken {
    this.at = at;
    const found =
      at < this.text.length
        ? `found ${shown(String.fromCodePoint(this.text.codePointAt(at)!))}`
        : "the text ends";
    return this.broken("json_syntax", `expected ${wanted}, ${found}`);
  }

  broken(code: ProblemCode, what: string): Broken {
    this.elementDepth = 0;
    return new Broken(faultAt(this.text, this.at, [code, this.pointer(), what]));
  }

  /** Where reading is, as a JSON pointer. */
  pointer(): string {
    const names: (string | number)[] = [];
    for (const name of this.path.slice(this.elementDepth, this.depth)) {
      if (name === null) break;
      names.push(name);
    }
    return pointerTo(names);
  }
}

const simpleEscapes = new Set(Array.from('"\\/bfnrt', (character) => character.charCodeAt(0)));

const powersOfTen = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}

function unreachable(): never {
  throw new Error("a reader without an element limit cannot exceed it");
}
