import { type JsonFault, faultAt } from "./json-fault.ts";

export type DecodedText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "fault"; readonly fault: JsonFault };

/** UTF-8 to text, refusing every malformed sequence. A byte order mark is kept, so that the reader refuses it. */
export function decodeStrictUtf8(bytes: Uint8Array): DecodedText {
  try {
    return { kind: "text", text: decoder.decode(bytes) };
  } catch {
    const byteOffset = firstMalformedByte(bytes);
    const before = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, byteOffset));
    return {
      kind: "fault",
      fault: faultAt(before, before.length, ["utf8_invalid", "", "the bytes are not UTF-8"]),
    };
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Offset of the first byte that is not well-formed UTF-8 (Unicode 16, table 3-7); the length when there is none. */
function firstMalformedByte(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

/** Well-formed sequences by their first byte: how long they are, and what the second byte may be. Later ones are 80 to bf. */
const sequences = [
  { first: [0x00, 0x7f], length: 1, second: [0x00, 0xff] },
  { first: [0xc2, 0xdf], length: 2, second: [0x80, 0xbf] },
  { first: [0xe0, 0xe0], length: 3, second: [0xa0, 0xbf] },
  { first: [0xe1, 0xec], length: 3, second: [0x80, 0xbf] },
  { first: [0xed, 0xed], length: 3, second: [0x80, 0x9f] },
  { first: [0xee, 0xef], length: 3, second: [0x80, 0xbf] },
  { first: [0xf0, 0xf0], length: 4, second: [0x90, 0xbf] },
  { first: [0xf1, 0xf3], length: 4, second: [0x80, 0xbf] },
  { first: [0xf4, 0xf4], length: 4, second: [0x80, 0x8f] },
] as const;

/** 0 where no well-formed sequence begins. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const sequence = sequences.find(({ first }) => isWithin(bytes[at], first));
  if (sequence === undefined) return 0;
  const [, second, ...later] = bytes.subarray(at, at + sequence.length);
  if (sequence.length === 1) return 1;
  const isWhole = later.length === sequence.length - 2 && isWithin(second, sequence.second);
  return isWhole && later.every((byte) => isWithin(byte, [0x80, 0xbf])) ? sequence.length : 0;
}

function isWithin(byte: number | undefined, [low, high]: readonly [low: number, high: number]): boolean {
  return byte !== undefined && byte >= low && byte <= high;
}
