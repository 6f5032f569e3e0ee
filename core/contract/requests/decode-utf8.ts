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

function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  const isNext = (offset: number, low = 0x80, high = 0xbf): boolean =>
    (bytes[at + offset] ?? 0) >= low && (bytes[at + offset] ?? 0) <= high;
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return isNext(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const low = first === 0xe0 ? 0xa0 : 0x80;
    const high = first === 0xed ? 0x9f : 0xbf;
    return isNext(1, low, high) && isNext(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const low = first === 0xf0 ? 0x90 : 0x80;
    const high = first === 0xf4 ? 0x8f : 0xbf;
    return isNext(1, low, high) && isNext(2) && isNext(3) ? 4 : 0;
  }
  return 0;
}
