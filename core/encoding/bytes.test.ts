import { expect, test } from "vitest";

import { concatBytes, equalBytes, fromHex, textOf, toHex, utf8 } from "./bytes.ts";

test("text survives its bytes, a byte order mark included", () => {
  for (const text of ["", "größe", "😀", "\ufeffx"]) expect(textOf(utf8(text))).toBe(text);
});

test.each([[[0xff]], [[0xc0, 0x80]], [[0xed, 0xa0, 0x80]], [[0xe2, 0x82]]])("%j is not UTF-8", (bytes) => {
  expect(textOf(Uint8Array.from(bytes))).toBeNull();
});

test("parts are joined in their order, and no parts are no bytes", () => {
  expect(concatBytes(Uint8Array.of(1), Uint8Array.of(), Uint8Array.of(2, 3))).toEqual(Uint8Array.of(1, 2, 3));
  expect(concatBytes()).toEqual(Uint8Array.of());
});

test("bytes are equal when all are, and there are as many", () => {
  expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
  expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
  expect(equalBytes(Uint8Array.of(1), Uint8Array.of(1, 0))).toBe(false);
});

test("every byte has its two digits, and they are read back", () => {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  expect(toHex(all)).toBe(Buffer.from(all).toString("hex"));
  expect(fromHex(toHex(all))).toEqual(all);
});

test.each(["0", "0G", "AB", " 00", "0x00"])("%j is not lowercase hexadecimal", (text) => {
  expect(fromHex(text)).toBeNull();
});
