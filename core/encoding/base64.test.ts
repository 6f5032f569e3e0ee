import * as fc from "fast-check";
import { expect, test } from "vitest";

import { fromBase64, fromBase64Url, textToBase64Url, toBase64, toBase64Url } from "./base64.ts";

test("any bytes are written as the platform writes them, and come back", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
      expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString("base64url"));
      expect(fromBase64(toBase64(bytes))).toEqual(bytes);
      expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
    }),
    { seed: 4648 },
  );
});

test("any text is written as the base64url of its UTF-8", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: "grapheme" })), (text) => {
      expect(textToBase64Url(text)).toBe(Buffer.from(text).toString("base64url"));
    }),
    { seed: 3629 },
  );
});

test.each([
  ["padding bits that are not zero", "Zh=="],
  ["padding bits of two bytes", "Zm9="],
  ["no padding", "Zg"],
  ["too much padding", "Zg==="],
  ["padding inside", "Zg==Zg=="],
  ["padding alone", "===="],
  ["one letter left over", "Zm9vY"],
  ["line feed", "Zm9v\nYmFy"],
  ["line feed at the end", "Zm9vYmFy\n"],
  ["space", "Zm9v YmF"],
  ["URL-safe alphabet", "-_-_"],
  ["letter beyond ASCII", "Zm9vé==="],
])("%s is not base64", (_, text) => {
  expect(fromBase64(text)).toBeNull();
});

test.each([
  ["padded", "Zg=="],
  ["padding bits that are not zero", "Zh"],
  ["standard alphabet", "+/+/"],
  ["one letter left over", "Z"],
])("%s is not base64url", (_, text) => {
  expect(fromBase64Url(text)).toBeNull();
});

test("whatever text is read, it is the only text for its bytes", () => {
  const text = fc.string({ unit: fc.constantFrom(...Array.from("AQgwZ9+/=-_ \n")), maxLength: 12 });
  fc.assert(
    fc.property(text, (candidate) => {
      const bytes = fromBase64(candidate);
      if (bytes !== null) expect(toBase64(bytes)).toBe(candidate);
    }),
    { seed: 4648, numRuns: 2000 },
  );
});
