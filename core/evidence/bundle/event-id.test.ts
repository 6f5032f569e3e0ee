import { expect, test } from "vitest";

import { formatEventId } from "./event-id.ts";

test("an event id carries the UTC date of the breach and sixty random bits", () => {
  // 60 low bits: 00000 00001 … 01011, which Crockford writes 0 1 … B.
  const bits = BigInt(
    `0b${Array.from({ length: 12 }, (_, digit) => digit.toString(2).padStart(5, "0")).join("")}`,
  );
  const random = Uint8Array.from(bits.toString(16).padStart(16, "0").match(/../g)!, (pair) =>
    Number.parseInt(pair, 16),
  );
  expect(formatEventId("2026-11-20T23:59:59.999Z", random)).toBe("EVB-20261120-0123456789AB");
});

test("every bit of the suffix counts and the letters I, L, O and U do not occur", () => {
  const ones = new Uint8Array(8).fill(0xff);
  expect(formatEventId("2026-11-20T00:00:00.000Z", ones)).toBe("EVB-20261120-ZZZZZZZZZZZZ");
  for (let bit = 0; bit < 60; bit++) {
    const one = new Uint8Array(8);
    one[7 - Math.floor(bit / 8)] = 1 << (bit % 8);
    const suffix = formatEventId("2026-11-20T00:00:00.000Z", one).slice(-12);
    expect(suffix).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
    expect(suffix).not.toBe("000000000000");
  }
});

test("another number of random bytes is refused", () => {
  expect(() => formatEventId("2026-11-20T00:00:00.000Z", new Uint8Array(7))).toThrow(RangeError);
});
