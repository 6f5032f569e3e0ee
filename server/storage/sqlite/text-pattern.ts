/**
 * A frame's text told as numbers beside the text of an earlier frame of the same vehicle. What a vehicle sends differs
 * from frame to frame in its numbers and times alone; what stays is the pattern, and it is kept in one text of many.
 * Text and numbers give back the text byte for byte, or the frame is stored as it came.
 */

export class TextPattern {
  /** What stands before each slot, and after the last. */
  readonly #pieces: readonly string[];
  readonly #slots: readonly Slot[];

  /** What stays of a text when numbers and times are taken out. */
  constructor(text: string) {
    const pieces: string[] = [];
    const slots: Slot[] = [];
    let from = 0;
    for (const found of text.matchAll(tokens)) {
      const slot = slotOf(found[0]);
      if (slot === null) continue;
      const at = found.index + slot.begins;
      pieces.push(text.slice(from, at));
      slots.push(slot);
      from = at + slot.length;
    }
    pieces.push(text.slice(from));
    this.#pieces = pieces;
    this.#slots = slots;
  }

  /** The numbers that make `text` out of this pattern; null for a text of another pattern. */
  numbersIn(text: string, timestampUs: number): Uint8Array<ArrayBuffer> | null {
    const sink = new NumberSink();
    let at = 0;
    for (const [number, slot] of this.#slots.entries()) {
      const piece = this.#pieces[number] ?? "";
      if (!text.startsWith(piece, at)) return null;
      at += piece.length;
      const end =
        slot.kind === "number" ? takeNumber(text, at, sink) : takeTime(text, { at, slot, timestampUs }, sink);
      if (end === null) return null;
      at = end;
    }
    return text.slice(at) === this.#pieces.at(-1) ? sink.bytes() : null;
  }

  /** The text these numbers make. Throws RangeError on numbers that are not of this pattern. */
  textWith(numbers: Uint8Array, timestampUs: number): string {
    const source = new NumberSource(numbers);
    let text = this.#pieces[0] ?? "";
    for (const [number, slot] of this.#slots.entries()) {
      text += slot.kind === "number" ? source.number() : source.time(timestampUs, slot.offsetUs);
      text += this.#pieces[number + 1];
    }
    if (!source.isAtEnd)
      throw new RangeError("a stored frame's numbers are more than its pattern has places");
    return text;
  }
}

/** A place for a number, or for a time up to its zone. `begins` and `length` are within its token. */
type Slot = { readonly begins: number; readonly length: number } & (
  | { readonly kind: "number" }
  | { readonly kind: "time"; readonly offsetUs: number }
);

/** Strings, so that digits in them stay; and numbers outside of strings. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gs;
const timeToken = /^"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d:\d\d)"$/;
const wholeSecond = "2026-03-01T08:00:00".length;

function slotOf(token: string): Slot | null {
  if (!token.startsWith('"')) return { kind: "number", begins: 0, length: token.length };
  const parts = timeToken.exec(token);
  if (parts === null) return null;
  const [, time = "", zone = ""] = parts;
  return { kind: "time", begins: 1, length: time.length, offsetUs: offsetUsOf(zone) };
}

function offsetUsOf(zone: string): number {
  if (zone === "Z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6));
  return (zone.startsWith("-") ? -minutes : minutes) * 60_000_000;
}

const numberToken = /-?\d[\d.eE+-]*/y;
const [digit0, digit9, point, minus] = [48, 57, 46, 45];

/** Where the number that begins at `at` ends; null where none begins. */
function takeNumber(text: string, at: number, sink: NumberSink): number | null {
  const end = takePlainNumber(text, at, sink);
  if (end !== null) return end;
  numberToken.lastIndex = at;
  const token = numberToken.exec(text)?.[0];
  if (token === undefined) return null;
  sink.unusual(token);
  return at + token.length;
}

/** Without an exponent, read digit by digit because every frame has a dozen; null for another. */
function takePlainNumber(text: string, from: number, sink: NumberSink): number | null {
  const isNegative = text.charCodeAt(from) === minus;
  const begin = isNegative ? from + 1 : from;
  const whole = readDigits(text, begin, 0);
  const hasPoint = text.charCodeAt(whole.end) === point;
  const { end, value } = hasPoint ? readDigits(text, whole.end + 1, whole.value) : whole;
  const digits = { whole: whole.end - begin, places: hasPoint ? end - whole.end - 1 : 0 };
  if (!isKept(digits, hasPoint) || isPadded(text, begin, whole.end)) return null;
  if (isPartOfNumber.test(text.charAt(end))) return null;
  sink.plain(value, { isNegative, places: digits.places });
  return end;
}

/** Whether these many digits come back out of one whole number. */
function isKept(
  { whole, places }: { readonly whole: number; readonly places: number },
  hasPoint: boolean,
): boolean {
  if (whole === 0 || whole + places > mostDigits) return false;
  return hasPoint ? places > 0 && places <= longestFraction : true;
}

function readDigits(
  text: string,
  from: number,
  before: number,
): { readonly end: number; readonly value: number } {
  let value = before;
  let end = from;
  for (let code = text.charCodeAt(end); code >= digit0 && code <= digit9; code = text.charCodeAt(++end)) {
    value = value * 10 + (code - digit0);
  }
  return { end, value };
}

/** Whether a zero stands before other digits, which would not come back. */
function isPadded(text: string, begin: number, end: number): boolean {
  return end - begin > 1 && text.charCodeAt(begin) === digit0;
}

const isPartOfNumber = /[\d.eE+-]/;

/** Where the time that begins at `at` ends; null where what stands there would not come back as it is. */
function takeTime(
  text: string,
  {
    at,
    slot,
    timestampUs,
  }: { readonly at: number; readonly slot: Slot & { readonly kind: "time" }; readonly timestampUs: number },
  sink: NumberSink,
): number | null {
  const second = text.slice(at, at + wholeSecond);
  const secondMs = Date.parse(`${second}Z`);
  if (Number.isNaN(secondMs) || writeSecond(secondMs) !== second) return null;
  const end = at + wholeSecond;
  const fraction = text[end] === "." ? fractionAt(text, end + 1) : "";
  if (fraction === null) return null;
  const micros = Number(fraction.slice(0, microDigits).padEnd(microDigits, "0"));
  sink.time(fraction, secondMs * 1000 + micros - slot.offsetUs - timestampUs);
  return fraction === "" ? end : end + 1 + fraction.length;
}

const fractionDigits = /\d{1,9}/y;

function fractionAt(text: string, at: number): string | null {
  fractionDigits.lastIndex = at;
  return fractionDigits.exec(text)?.[0] ?? null;
}

function writeSecond(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, wholeSecond);
}

const microDigits = 6;

/**
 * A number is (digits without the point × 2 + sign) × 16 + digits after the point, seven bits a byte, lowest first. The
 * largest counts of digits mark what has another form.
 */
const fractionPlaces = 16;
const asBinary64 = 15;
const asLetters = 14;
/** With sign and count of places these fit the 53 bits of a whole number. */
const mostDigits = 14;
const longestFraction = 13;

/** The bytes of one text at a time; reused, because a text is written for every frame. */
let scratch = Buffer.alloc(1024);

class NumberSink {
  #length = 0;

  plain(
    digits: number,
    { isNegative, places }: { readonly isNegative: boolean; readonly places: number },
  ): void {
    this.count((digits * 2 + (isNegative ? 1 : 0)) * fractionPlaces + places);
  }

  /** With an exponent, or more digits than are counted. */
  unusual(token: string): void {
    if (String(Number(token)) === token) {
      this.count(asBinary64);
      this.#room(8);
      this.#length = scratch.writeDoubleLE(Number(token), this.#length);
      return;
    }
    this.count(asLetters);
    this.count(token.length);
    this.#room(token.length);
    this.#length += scratch.write(token, this.#length, "latin1");
  }

  /** How many digits, how far from the frame's time, and what is finer than microseconds. */
  time(fraction: string, deltaUs: number): void {
    this.count(fraction.length);
    this.count(deltaUs < 0 ? -deltaUs * 2 - 1 : deltaUs * 2);
    if (fraction.length > microDigits) this.count(Number(fraction.slice(microDigits)));
  }

  count(value: number): void {
    this.#room(longestCount);
    let rest = value;
    while (rest >= 128) {
      scratch[this.#length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    scratch[this.#length++] = rest;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return Buffer.from(scratch.subarray(0, this.#length));
  }

  #room(bytes: number): void {
    if (this.#length + bytes > scratch.length)
      scratch = Buffer.concat([scratch, Buffer.alloc(scratch.length + bytes)]);
  }
}

/** Seven bits a byte of 53. */
const longestCount = 8;

class NumberSource {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  number(): string {
    const code = this.#count();
    if (code === asBinary64) return String(this.#take(8).readDoubleLE());
    if (code === asLetters) return this.#take(this.#count()).toString("latin1");
    const places = code % fractionPlaces;
    const signed = Math.floor(code / fractionPlaces);
    const sign = signed % 2 === 1 ? "-" : "";
    const digits = String(Math.floor(signed / 2));
    if (places === 0) return sign + digits;
    const padded = digits.padStart(places + 1, "0");
    return `${sign}${padded.slice(0, -places)}.${padded.slice(-places)}`;
  }

  time(timestampUs: number, offsetUs: number): string {
    const digits = this.#count();
    const delta = this.#count();
    const deltaUs = delta % 2 === 1 ? -(delta + 1) / 2 : delta / 2;
    const atUs = timestampUs + deltaUs + offsetUs;
    const seconds = Math.floor(atUs / 1_000_000);
    const text = writeSecond(seconds * 1000);
    if (digits === 0) return text;
    const micros = String(atUs - seconds * 1_000_000).padStart(microDigits, "0");
    if (digits <= microDigits) return `${text}.${micros.slice(0, digits)}`;
    return `${text}.${micros}${String(this.#count()).padStart(digits - microDigits, "0")}`;
  }

  #count(): number {
    let value = 0;
    let scale = 1;
    for (let read = 0; read < longestCount; read += 1) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new RangeError("a stored frame's numbers end too early");
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
    throw new RangeError("a stored frame's number is too long");
  }

  #take(bytes: number): Buffer {
    const from = this.#at;
    this.#at += bytes;
    if (this.#at > this.#bytes.length) throw new RangeError("a stored frame's numbers end too early");
    return this.#bytes.subarray(from, this.#at);
  }
}
