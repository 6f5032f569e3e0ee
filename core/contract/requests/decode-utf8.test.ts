import * as fc from "fast-check";
import { expect, test } from "vitest";

import { decodeStrictUtf8 } from "./decode-utf8.ts";

test("text survives encoding and decoding", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(decodeStrictUtf8(new TextEncoder().encode(text))).toEqual({ kind: "text", text });
    }),
    { numRuns: 500, seed: 1 },
  );
});

test.each([
  ["a lone continuation byte", [0x61, 0x80], 1],
  ["an overlong slash", [0xc0, 0xaf], 0],
  ["a surrogate in UTF-8", [0x22, 0xed, 0xa0, 0x80, 0x22], 1],
  ["a code point beyond Unicode", [0xf4, 0x90, 0x80, 0x80], 0],
  ["a sequence cut off at the end", [0x61, 0x62, 0xe2, 0x82], 2],
  ["Latin-1", [0x67, 0x72, 0xf6, 0xdf, 0x65], 2],
  ["UTF-16", [0xff, 0xfe, 0x7b, 0x00], 0],
])("%s is refused at its first byte", (_what, bytes, byteOffset) => {
  const decoded = decodeStrictUtf8(new Uint8Array(bytes));
  expect(decoded).toMatchObject({ kind: "fault", fault: { code: "utf8_invalid", byteOffset } });
});

test("the place of a malformed byte agrees with the decoder for every two and three byte tail", () => {
  const pairs = Array.from({ length: 0x80 * 0x100 }, (_, at) => [0x80 + (at >> 8), at & 0xff] as const);
  const wrong = pairs.filter(([first, second]) => !isPlacedRight([0x61, first, second, 0x80, 0x80]));
  expect(wrong).toEqual([]);
});

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Whether all before the byte that is called malformed is text, by the decoder's own judgement. */
function isPlacedRight(bytes: readonly number[]): boolean {
  const decoded = decodeStrictUtf8(new Uint8Array(bytes));
  if (decoded.kind === "text") return true;
  const { byteOffset } = decoded.fault;
  try {
    decoder.decode(new Uint8Array(bytes.slice(0, byteOffset)));
    return byteOffset < bytes.length;
  } catch {
    return false;
  }
}
