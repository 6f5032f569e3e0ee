import { ofSixDigitCode, sixDigitCode } from "../../numeric/rounding/six-digits.ts";

/**
 * A way to write values of type T as bytes and read exactly the same values back. Every number keeps its 64 bits;
 * equal values give equal bytes, so that two states can be compared by their digests.
 */
export interface Codec<T> {
  write(value: T, sink: ByteSink): void;
  read(source: ByteSource): T;
}

/** Runs a codec over a value that must use up all the bytes. Throws RangeError on bytes that are cut short or too long. */
export function decodeBytes<T>(codec: Codec<T>, bytes: Uint8Array): T {
  const source = new ByteSource(bytes);
  const value = codec.read(source);
  source.expectEnd();
  return value;
}

/** Whoever encodes many values keeps a sink and hands it in: a new one costs as much as a score. */
export function encodeBytes<T>(codec: Codec<T>, value: T, sink = new ByteSink()): Uint8Array {
  sink.clear();
  codec.write(value, sink);
  return sink.bytes();
}

/** Binary64, little-endian. */
export const float64: Codec<number> = {
  write: (value, sink) => sink.float64(value),
  read: (source) => source.float64(),
};

/** A whole number from 0 to 2^53 − 1 in as few bytes as it needs. */
export const count: Codec<number> = {
  write: (value, sink) => sink.count(value),
  read: (source) => source.count(),
};

export const boolean: Codec<boolean> = {
  write: (value, sink) => sink.byte(value ? 1 : 0),
  read: (source) => choose([false, true], source.byte()),
};

/** How a number of a score is written: not at all, as a count, as six digits in three bytes or in eight. */
export const numberKinds = { expected: 0, whole: 1, narrow: 2, wide: 3 } as const;
const { whole, narrow, wide } = numberKinds;

/** A zero of the other sign is another number. (`Object.is` says the same, and takes longer.) */
function isSame(value: number, usual: number): boolean {
  return value === usual && (value !== 0 || 1 / value === 1 / usual);
}

function isWhole(value: number): boolean {
  return value >= 0 && value < 2 ** 21 && Math.floor(value) === value && (value !== 0 || 1 / value > 0);
}

/** One of a list of names, as its position: new names go to the end. */
export function oneOf<const T extends string>(names: readonly T[]): Codec<T> {
  return {
    write: (value, sink) => sink.byte(names.indexOf(value)),
    read: (source) => choose(names, source.byte()),
  };
}

export function nullable<T>(codec: Codec<T>): Codec<T | null> {
  return {
    write: (value, sink) => {
      sink.byte(value === null ? 0 : 1);
      if (value !== null) codec.write(value, sink);
    },
    read: (source) => (source.byte() === 0 ? null : codec.read(source)),
  };
}

/** For the last member of all: null takes no bytes. */
export function trailing<T>(codec: Codec<T>): Codec<T | null> {
  return {
    write: (value, sink) => {
      if (value !== null) codec.write(value, sink);
    },
    read: (source) => (source.isAtEnd() ? null : codec.read(source)),
  };
}

export function listOf<T>(codec: Codec<T>): Codec<readonly T[]> {
  return {
    write: (values, sink) => {
      sink.count(values.length);
      for (const value of values) codec.write(value, sink);
    },
    read: (source) => {
      const length = source.count();
      source.expectAtLeast(length);
      return Array.from({ length }, () => codec.read(source));
    },
  };
}

/** The members in the order in which they are written here. */
export function record<T extends object>(members: { readonly [K in keyof T]: Codec<T[K]> }): Codec<T> {
  const names = Object.keys(members) as (keyof T)[];
  return {
    write: (value, sink) => {
      for (const name of names) members[name].write(value[name], sink);
    },
    read: (source) => {
      const value = {} as T;
      for (const name of names) value[name] = members[name].read(source);
      return value;
    },
  };
}

function choose<T>(values: readonly T[], position: number): T {
  const value = values[position];
  if (value === undefined) throw new RangeError(`no such choice: ${position} of ${values.length}`);
  return value;
}

/** Where bytes are gathered, for one value after another. */
export class ByteSink {
  #view: DataView;
  /** Its length: to ask the view takes longer than to write into it. */
  #room: number;
  readonly #isShared: boolean;
  /** Where the value under way begins. */
  #start = 0;
  #length = 0;

  /**
   * With room for so many to begin with: it grows as it must. `shared`: the values' bytes stand one after another in memory
   * they share, which is held as long as any of them is. For many that go together: memory of its own costs a value more
   * than its bytes do.
   */
  constructor(roomBytes = 1024, { shared = false } = {}) {
    this.#view = new DataView(new ArrayBuffer(roomBytes));
    this.#room = roomBytes;
    this.#isShared = shared;
  }

  /** Also of what a fault has left behind. */
  clear(): void {
    this.#length = this.#start;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#view.setUint8(this.#length, value);
    this.#length += 1;
  }

  float64(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  /**
   * The first so many of a list beside what is usual of each, those with a code of six digits in its three bytes. Without their
   * number in front: whoever reads them knows it.
   */
  statedNumbers(length: number, values: readonly number[], usual: readonly number[]): void {
    this.#reserve(mostANumber * length);
    const view = this.#view;
    let to = this.#length;
    let kindsPlace = to;
    let kinds = 0;
    for (let at = 0; at < length; at += 1) {
      const place = at % numbersAByte;
      if (place === 0) {
        kindsPlace = to;
        kinds = 0;
        view.setUint8(kindsPlace, kinds);
        to += 1;
      }
      const value = values[at]!;
      if (isSame(value, usual[at]!)) continue;
      if (isWhole(value)) {
        kinds |= whole << (2 * place);
        let bits = value | 0;
        for (; bits >= 128; bits >>= 7, to += 1) view.setUint8(to, (bits & 127) | 128);
        view.setUint8(to, bits);
        to += 1;
      } else {
        const code = sixDigitCode(value);
        kinds |= (code < 0 ? wide : narrow) << (2 * place);
        if (code < 0) {
          view.setFloat64(to, value, true);
          to += 8;
        } else {
          view.setUint16(to, code & 0xffff, true);
          view.setUint8(to + 2, code >>> 16);
          to += 3;
        }
      }
      view.setUint8(kindsPlace, kinds);
    }
    this.#length = to;
  }

  count(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a count: ${value}`);
    let rest = value;
    // Shifts know 32 bits only, and division takes longer.
    for (; rest >= 2 ** 31; rest = Math.floor(rest / 128)) this.byte((rest % 128) + 128);
    let bits = rest | 0;
    for (; bits >= 128; bits >>= 7) this.byte((bits & 127) | 128);
    this.byte(bits);
  }

  /** All that was written of the value; with no more memory than it takes where none is shared. */
  bytes(): Uint8Array {
    const written = this.#written();
    if (!this.#isShared) return written.slice();
    this.#start = this.#length;
    return written;
  }

  #written(): Uint8Array {
    return new Uint8Array(this.#view.buffer, this.#start, this.#length - this.#start);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#room) return;
    const written = this.#written();
    const room = this.#isShared ? this.#room : 2 * this.#room;
    const next = new Uint8Array(Math.max(room, 2 * (written.length + more)));
    next.set(written);
    this.#view = new DataView(next.buffer);
    this.#room = next.length;
    this.#start = 0;
    this.#length = written.length;
  }
}

/** Bytes of which many are zero: of eight words of eight bytes a byte that says which are not, then those. */
export const sparseBytes: Codec<Uint8Array> = {
  write: (value, sink) => {
    sink.count(value.length);
    for (let from = 0; from < value.length; from += 64) {
      let held = 0;
      for (let word = 0; word < 8; word += 1) if (hasAny(value, from + 8 * word)) held |= 1 << word;
      sink.byte(held);
      for (let at = from; at < Math.min(from + 64, value.length); at += 1) {
        if (held & (1 << ((at - from) >> 3))) sink.byte(value[at]!);
      }
    }
  },
  read: (source) => {
    const length = source.count();
    source.expectAtLeast(Math.ceil(length / 64));
    const value = new Uint8Array(length);
    for (let from = 0; from < length; from += 64) {
      const held = source.byte();
      for (let at = from; at < Math.min(from + 64, length); at += 1) {
        if (held & (1 << ((at - from) >> 3))) value[at] = source.byte();
      }
    }
    return value;
  },
};

function hasAny(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < Math.min(from + 8, bytes.length); at += 1) if (bytes[at] !== 0) return true;
  return false;
}

/** A byte holds the kinds of so many numbers. */
const numbersAByte = 4;
/** Bytes that a number takes, with its kind. */
const mostANumber = 1 + 8;

class ByteSource {
  readonly #view: DataView;
  readonly #end: number;
  #position = 0;
  /** What is left of the byte of kinds under way, and of how many numbers. */
  #kinds = 0;
  #numbersOfKinds = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#end = bytes.byteLength;
  }

  byte(): number {
    this.expectAtLeast(1);
    return this.#view.getUint8(this.#position++);
  }

  float64(): number {
    this.expectAtLeast(8);
    const value = this.#view.getFloat64(this.#position, true);
    this.#position += 8;
    return value;
  }

  /** A list that does not say how long it is. */
  beginNumbers(): void {
    this.#numbersOfKinds = 0;
  }

  /** The next of a list that `statedNumbers` wrote. */
  statedNumber(usual: number): number {
    const kind = this.#nextKind();
    if (kind === wide) return this.float64();
    if (kind === narrow) return ofSixDigitCode(this.byte() + 256 * this.byte() + 65_536 * this.byte());
    return kind === whole ? this.count() : usual;
  }

  #nextKind(): number {
    if (this.#numbersOfKinds === 0) {
      this.#kinds = this.byte();
      this.#numbersOfKinds = numbersAByte;
    }
    const kind = this.#kinds & 3;
    this.#kinds >>>= 2;
    this.#numbersOfKinds -= 1;
    return kind;
  }

  count(): number {
    const first = this.byte();
    if (first < 128) return first;
    let value = first & 127;
    let unit = 128;
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * unit;
      if (!Number.isSafeInteger(value)) throw new RangeError("not a count: too large");
      if (byte < 128) return value;
      unit *= 128;
    }
  }

  expectAtLeast(bytes: number): void {
    if (this.#position + bytes > this.#end) throw new RangeError("the bytes are cut short");
  }

  isAtEnd(): boolean {
    return this.#position === this.#end;
  }

  expectEnd(): void {
    if (!this.isAtEnd()) throw new RangeError("bytes are left over");
  }
}

export type { ByteSource };
