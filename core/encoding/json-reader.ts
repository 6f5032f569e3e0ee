/** What a text may hold before it is refused, so that no input costs more than its size. */
export interface JsonLimits {
  readonly depth: number;
  /** Values in all: scalars, arrays and objects. */
  readonly values: number;
  readonly membersPerObject: number;
  /** Member names that are refused, at any depth. */
  readonly forbiddenNames: readonly string[];
  /** Names that nearly every text has; left out where there are none. */
  readonly usualNames?: UsualNames;
}

/** Names by their length. */
export type UsualNames = readonly (readonly string[])[];

export function usualNames(names: readonly string[]): UsualNames {
  const longest = Math.max(...names.map((name) => name.length));
  return Array.from({ length: longest + 1 }, (_, length) => names.filter((name) => name.length === length));
}

export const numberCharactersLimit = 40;

/** What was expected where a text stops being JSON. */
export type Expected =
  | "a document"
  | "the end of the document"
  | "a value"
  | "a name"
  | "a colon"
  | "the end of a member"
  | "the end of an element"
  | "the end of a container"
  | "the end of a string"
  | "no control character"
  | "an escape"
  | "a digit"
  | "no digit after 0"
  | "a digit after the point"
  | "a digit in the exponent";

/** What JSON may say and no reader of ours takes. */
export type JsonRefusal =
  | "too many values"
  | "too deep"
  | "too many members"
  | "forbidden name"
  | "name given twice"
  | "half a character"
  | "number too long"
  | "number not finite";

/** What becomes of a text at fault; where it is at fault is the reader's to find. */
export interface FaultPolicy {
  /** False to have −0 read as 0. */
  readonly keepsMinusZero: boolean;
  /** True where the text was decoded from UTF-8, so that only an escape can write half a character. */
  readonly textIsDecoded: boolean;
  /** The error that ends the reading of a text that is not JSON. */
  syntaxError(reader: JsonReader, expected: Expected, at: number): Error;
  /**
   * A number that goes on wrongly, or an unknown escape. Either throws, or returns to have what follows refused
   * instead: the number ends where it was still one, the string is refused at its end.
   */
  malformed(reader: JsonReader, expected: Expected, at: number): void;
  /** Either throws, or returns to have the rest read without what is refused. */
  refuse(reader: JsonReader, refusal: JsonRefusal, at: number): void;
  /** Reads an array that is the document, or a member of it. */
  readOuterArray(reader: JsonReader): unknown;
}

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
 * One JSON text by the letter of RFC 8259, in one pass from left to right: no member twice, no half characters, every
 * number finite, and the limits. Recursion is bounded by the depth limit; what lies deeper is skipped in a loop.
 */
export class JsonReader {
  readonly text: string;
  readonly limits: JsonLimits;
  readonly policy: FaultPolicy;
  at = 0;
  depth = 0;
  /** Member name or index at each depth; the last one is over where reading is between members. */
  readonly path: (string | number)[] = [];
  #isBetweenMembers = false;
  readonly #isWellFormed: boolean;
  #values = 0;

  constructor(text: string, limits: JsonLimits, policy: FaultPolicy) {
    this.text = text;
    this.limits = limits;
    this.policy = policy;
    this.#isWellFormed = policy.textIsDecoded || text.isWellFormed();
  }

  readDocument(): unknown {
    if (Number.isNaN(this.skipSpace())) throw this.syntaxError("a document");
    const value = this.readValue();
    if (!Number.isNaN(this.skipSpace())) throw this.syntaxError("the end of the document");
    return value;
  }

  readValue(): unknown {
    const code = this.skipSpace();
    this.#values += 1;
    if (this.#values > this.limits.values) this.policy.refuse(this, "too many values", this.at);
    switch (code) {
      case quote:
        return this.#readString();
      case openBrace:
        return this.#readObject();
      case openBracket:
        return this.depth < 2 ? this.policy.readOuterArray(this) : this.readArray();
      case 0x74:
        return this.#readLiteral("true", true);
      case 0x66:
        return this.#readLiteral("false", false);
      case 0x6e:
        return this.#readLiteral("null", null);
      default:
        return this.#readNumber(code);
    }
  }

  readArray(): unknown {
    if (this.#isTooDeep()) return null;
    const array: unknown[] = [];
    this.enter();
    if (this.skipSpace() === closeBracket) return this.leave(array);
    do array.push(this.readElement(array.length));
    while (this.isMoreTo(closeBracket, "the end of an element"));
    return this.leave(array);
  }

  readElement(index: number): unknown {
    this.#isBetweenMembers = false;
    this.path[this.depth - 1] = index;
    const value = this.readValue();
    this.#isBetweenMembers = true;
    return value;
  }

  #readObject(): unknown {
    if (this.#isTooDeep()) return null;
    const object: Record<string, unknown> = {};
    this.enter();
    if (this.skipSpace() === closeBrace) return this.leave(object);
    let members = 0;
    while (true) {
      if (this.skipSpace() !== quote) throw this.syntaxError("a name");
      const nameAt = this.at;
      const name = this.#readName();
      members += 1;
      const refusal = this.#refusalOfName(object, name, members);
      if (refusal !== null) this.#refuseName(refusal, name, nameAt);
      if (this.skipSpace() !== colon) throw this.syntaxError("a colon");
      this.at += 1;
      this.#isBetweenMembers = false;
      this.path[this.depth - 1] = name;
      const value = this.readValue();
      // A member that is not kept is still read.
      if (refusal === null) object[name] = value;
      this.#isBetweenMembers = true;
      const code = this.skipSpace();
      if (code === closeBrace) return this.leave(object);
      if (code !== comma) throw this.syntaxError("the end of a member");
      this.at += 1;
    }
  }

  /**
   * A usual name is not cut out of the text: what is new to the engine has to be looked up by its characters wherever it
   * names a member.
   */
  #readName(): string {
    const { text, at } = this;
    const end = text.indexOf('"', at + 1);
    for (const name of this.limits.usualNames?.[end - at - 1] ?? noNames) {
      if (!text.startsWith(name, at + 1)) continue;
      this.at = end + 1;
      return name;
    }
    return this.#readString();
  }

  #refusalOfName(object: Record<string, unknown>, name: string, members: number): JsonRefusal | null {
    for (const forbidden of this.limits.forbiddenNames) {
      if (name === forbidden) return "forbidden name";
    }
    if (Object.hasOwn(object, name)) return "name given twice";
    return members > this.limits.membersPerObject ? "too many members" : null;
  }

  #refuseName(refusal: JsonRefusal, name: string, nameAt: number): void {
    this.path[this.depth - 1] = name;
    this.#isBetweenMembers = false;
    this.policy.refuse(this, refusal, nameAt);
    this.#isBetweenMembers = true;
  }

  /** After an element or a member: true past a comma, false before the bracket that closes the container. */
  isMoreTo(close: number, expected: Expected): boolean {
    const code = this.skipSpace();
    if (code === close) return false;
    if (code !== comma) throw this.syntaxError(expected);
    this.at += 1;
    return true;
  }

  #isTooDeep(): boolean {
    if (this.depth < this.limits.depth) return false;
    this.policy.refuse(this, "too deep", this.at);
    this.#skipContainer();
    return true;
  }

  /** Passes over a container without looking at more than its strings and brackets: what holds it is refused already. */
  #skipContainer(): void {
    let open = 0;
    do {
      const code = this.text.charCodeAt(this.at);
      if (Number.isNaN(code)) throw this.syntaxError("the end of a container");
      if (code === quote) this.#readString();
      else this.at += 1;
      open += openedBy(code);
    } while (open > 0);
  }

  enter(): void {
    this.at += 1;
    this.#isBetweenMembers = true;
    this.depth += 1;
  }

  leave<Value>(value: Value): Value {
    this.at += 1;
    this.depth -= 1;
    return value;
  }

  #readString(): string {
    const { text } = this;
    const start = this.at + 1;
    let at = start;
    while (true) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        this.at = at + 1;
        const value = text.slice(start, at);
        if (!this.#isWellFormed) this.#expectWhole(value, start);
        return value;
      }
      if (code === backslash) return this.#readEscapedString(start, at);
      if (!(code >= 0x20)) throw this.#stringError(at);
      at += 1;
    }
  }

  /** The slow way, for strings with escapes. */
  #readEscapedString(start: number, firstEscapeAt: number): string {
    const { text } = this;
    let at = firstEscapeAt;
    while (true) {
      const code = text.charCodeAt(at);
      if (code === quote) break;
      if (!(code >= 0x20)) throw this.#stringError(at);
      at += code === backslash ? this.#escapeLength(at) : 1;
    }
    this.at = at + 1;
    const value = unescaped(text.slice(start - 1, at + 1));
    if (value === null) throw this.syntaxError("an escape", start - 1);
    this.#expectWhole(value, start);
    return value;
  }

  #escapeLength(at: number): number {
    const code = this.text.charCodeAt(at + 1);
    if (code === lowerU && /^[0-9A-Fa-f]{4}$/.test(this.text.slice(at + 2, at + 6))) return 6;
    if (!simpleEscapes.has(code)) this.policy.malformed(this, "an escape", at);
    return 2;
  }

  #expectWhole(value: string, start: number): void {
    if (!value.isWellFormed()) this.policy.refuse(this, "half a character", start - 1);
  }

  #stringError(at: number): Error {
    const { length } = this.text;
    return at >= length
      ? this.syntaxError("the end of a string", length)
      : this.syntaxError("no control character", at);
  }

  #readLiteral<Value>(literal: string, value: Value): Value {
    if (!this.text.startsWith(literal, this.at)) throw this.syntaxError("a value");
    this.at += literal.length;
    return value;
  }

  /**
   * Digits are summed up as they are read: a whole number below 2⁵³ divided by a power of ten up to 10²² is rounded once
   * and therefore right (Clinger, "How to read floating point numbers accurately", 1990). Others are read the slow way.
   */
  #readNumber(firstCode: number): number {
    const { text } = this;
    const firstDigitAt = firstCode === minus ? this.at + 1 : this.at;
    let at = firstDigitAt;
    let digits = 0;
    let code = text.charCodeAt(at);
    while (isDigit(code)) {
      digits = digits * 10 + (code - zero);
      code = text.charCodeAt(++at);
    }
    const wholes = at - firstDigitAt;
    let decimals = 0;
    if (code === point) {
      code = text.charCodeAt(++at);
      while (isDigit(code)) {
        digits = digits * 10 + (code - zero);
        code = text.charCodeAt(++at);
      }
      decimals = at - firstDigitAt - wholes - 1;
      if (decimals === 0) return this.#readUnusualNumber();
    }
    if (!this.#isUsual(code, firstDigitAt, wholes) || wholes + decimals > exactDigits) {
      return this.#readUnusualNumber();
    }
    this.at = at;
    const size = digits / powersOfTen[decimals]!;
    return firstCode === minus ? this.#negative(size) : size;
  }

  /** No exponent, and no leading 0. */
  #isUsual(codeAfter: number, firstDigitAt: number, wholes: number): boolean {
    if (codeAfter === lowerE || codeAfter === upperE) return false;
    return wholes === 1 || (wholes > 1 && this.text.charCodeAt(firstDigitAt) !== zero);
  }

  #negative(size: number): number {
    return size === 0 && !this.policy.keepsMinusZero ? 0 : -size;
  }

  /** The slow way: numbers with an exponent or with many digits, and what is none. */
  #readUnusualNumber(): number {
    const { text, at: start } = this;
    const number = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
    number.lastIndex = start;
    const [spelling, fraction, exponent] = number.exec(text) ?? [];
    if (spelling === undefined) throw this.#noNumber();
    this.at += spelling.length;
    if (exponent === undefined) this.#checkNumberEnd(fraction);
    if (spelling.length > numberCharactersLimit) {
      this.policy.refuse(this, "number too long", start);
      return 0;
    }
    const size = Math.abs(Number(spelling));
    if (size !== Infinity) return spelling.startsWith("-") ? this.#negative(size) : size;
    this.policy.refuse(this, "number not finite", start);
    return 0;
  }

  #noNumber(): Error {
    return this.text.charCodeAt(this.at) === minus
      ? this.syntaxError("a digit", this.at + 1)
      : this.syntaxError("a value");
  }

  /** What may not follow a number that could have gone on. */
  #checkNumberEnd(fraction: string | undefined): void {
    const { text, at } = this;
    const code = text.charCodeAt(at);
    if (code === lowerE || code === upperE) {
      const sign = text.charCodeAt(at + 1);
      const digitAt = sign === plus || sign === minus ? at + 2 : at + 1;
      this.policy.malformed(this, "a digit in the exponent", digitAt);
    }
    if (fraction !== undefined) return;
    if (code === point) this.policy.malformed(this, "a digit after the point", at + 1);
    if (isDigit(code)) this.policy.malformed(this, "no digit after 0", at);
  }

  /** Moves to the next character that is not white space and returns its code; NaN at the end. */
  skipSpace(): number {
    const { text } = this;
    let code = text.charCodeAt(this.at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09)
      code = text.charCodeAt(++this.at);
    return code;
  }

  /** Names and indices on the way to where reading is, from a depth on; without the member whose name is not read yet. */
  way(fromDepth: number): readonly (string | number)[] {
    const known = this.#isBetweenMembers ? this.depth - 1 : this.depth;
    return this.path.slice(fromDepth, Math.max(known, 0));
  }

  syntaxError(expected: Expected, at = this.at): Error {
    return this.policy.syntaxError(this, expected, at);
  }
}

const noNames: readonly string[] = [];
const simpleEscapes = new Set(Array.from('"\\/bfnrt', (character) => character.charCodeAt(0)));
/** So many digits always make a whole number below 2⁵³. */
const exactDigits = 15;
const powersOfTen = Array.from({ length: exactDigits + 1 }, (_, exponent) => 10 ** exponent);

function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}

/** By how many containers more a text is open after a character. */
function openedBy(code: number): number {
  if (code === openBrace || code === openBracket) return 1;
  return code === closeBrace || code === closeBracket ? -1 : 0;
}

function unescaped(quoted: string): string | null {
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}
