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
  for (let first = 0x80; first <= 0xff; first += 1) {
    for (let second = 0; second <= 0xff; second += 1) {
      const bytes = new Uint8Array([0x61, first, second, 0x80, 0x80]);
      const decoded = decodeStrictUtf8(bytes);
      if (decoded.kind === "text") continue;
      const good = bytes.subarray(0, decoded.fault.byteOffset);
      expect(() => new TextDecoder("utf-8", { fatal: true }).decode(good)).not.toThrow();
      expect(decoded.fault.byteOffset).toBeLessThan(bytes.length);
    }
  }
});
