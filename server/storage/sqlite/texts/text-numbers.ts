import { writeSecond } from "./written-second.ts";

/** Of a second, as the times of frames are written. */
export const microDigits = 6;

/**
 * A number is (digits without the point × 2 + sign) × 16 + digits after the point, seven bits a byte, lowest first. The
 * largest counts of digits mark what has another form.
 */
const fractionPlaces = 16;
const asBinary64 = 15;
const asLetters = 14;
/** With sign and count of places these fit the 53 bits of a whole number. */
export const mostDigits = 14;
export const longestFraction = 13;

/** Times this far from their frame's are written in seconds and microseconds: as microseconds alone they pass 53 bits. */
const farSeconds = 4_000_000_000;
/** Added to the count of digits, which is 9 at most. */
const asFarTime = 16;

/** Microseconds of a second, how many digits were written, and the whole number of those beyond. */
interface Fraction {
  readonly micros: number;
  readonly digits: number;
  readonly beyondMicros: number;
}

/** The bytes of one text at a time; reused, because a text is written for every frame. */
let scratch = Buffer.alloc(1024);

class NumberSink {
  #length = 0;
  #timestampUs = 0;

  /** A text of a frame of this capture time follows. */
  begin(timestampUs: number): void {
    this.#length = 0;
    this.#timestampUs = timestampUs;
  }

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

  /** How many digits of a second, how far from the frame's time, and what is finer than microseconds. */
  time(secondMs: number, { micros, digits, beyondMicros }: Fraction): void {
    const frameSecond = Math.floor(this.#timestampUs / 1_000_000);
    const seconds = secondMs / 1000 - frameSecond;
    if (Math.abs(seconds) < farSeconds) {
      this.count(digits);
      this.#signed(secondMs * 1000 + micros - this.#timestampUs);
    } else {
      this.count(digits + asFarTime);
      this.#signed(seconds);
      this.count(micros);
    }
    if (digits > microDigits) this.count(beyondMicros);
  }

  #signed(value: number): void {
    this.count(value < 0 ? -value * 2 - 1 : value * 2);
  }

  count(value: number): void {
    this.#room(longestCount);
    let rest = value;
    while (rest >= wholeBits) {
      scratch[this.#length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    while (rest >= 128) {
      scratch[this.#length++] = (rest & 127) | 128;
      rest >>>= 7;
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

/** One for all texts: they are read one at a time. */
export const sink = new NumberSink();

/** Seven bits a byte of 53. */
const longestCount = 8;
/** Below it the engine counts in whole numbers. */
const wholeBits = 2 ** 31;

export class NumberSource {
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
    const form = this.#count();
    const digits = form < asFarTime ? form : form - asFarTime;
    const { second, micros } = form < asFarTime ? this.#nearTime(timestampUs) : this.#farTime(timestampUs);
    const text = writeSecond((second + offsetUs / 1_000_000) * 1000);
    if (digits === 0) return text;
    const fraction = String(micros).padStart(microDigits, "0");
    if (digits <= microDigits) return `${text}.${fraction.slice(0, digits)}`;
    return `${text}.${fraction}${String(this.#count()).padStart(digits - microDigits, "0")}`;
  }

  #nearTime(timestampUs: number): { readonly second: number; readonly micros: number } {
    const atUs = timestampUs + this.#signed();
    const second = Math.floor(atUs / 1_000_000);
    return { second, micros: atUs - second * 1_000_000 };
  }

  #farTime(timestampUs: number): { readonly second: number; readonly micros: number } {
    return { second: Math.floor(timestampUs / 1_000_000) + this.#signed(), micros: this.#count() };
  }

  #signed(): number {
    const value = this.#count();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
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
