import { expect, test } from "vitest";

import {
  allowsScope,
  base62,
  crc32,
  developmentApiKey,
  formatApiKey,
  parseApiKey,
  scopePresets,
  scopes,
} from "./api-key.ts";

const parts = { mode: "live", publicId: "a1B2c3D4e5", secret: "0123456789abcdefghijklmnopqrstuv" } as const;

// The check value of CRC-32/ISO-HDLC in the catalogue of parametrised CRC algorithms, and values of zlib's crc32().
test.each([
  ["123456789", 0xcbf43926],
  ["", 0],
  ["a", 0xe8b7be43],
  ["The quick brown fox jumps over the lazy dog", 0x414fa339],
])("CRC-32 of %j", (text, checksum) => {
  expect(crc32(text)).toBe(checksum);
});

test("six base62 digits hold every CRC-32", () => {
  expect(base62(0, 6)).toBe("000000");
  expect(base62(61, 6)).toBe("00000z");
  expect(base62(62, 6)).toBe("000010");
  // 4294967295 = 4·62⁵ + 42·62⁴ + 41·62³ + 15·62² + 12·62 + 3
  expect(base62(0xffffffff, 6)).toBe("4gfFC3");
});

test("a key is read back into its parts", () => {
  const key = formatApiKey(parts);
  expect(key).toMatch(/^plumb_live_a1B2c3D4e5_0123456789abcdefghijklmnopqrstuv[0-9A-Za-z]{6}$/);
  expect(parseApiKey(key)).toEqual(parts);
});

test("any one changed character makes a key malformed", () => {
  const key = formatApiKey(parts);
  for (let at = 0; at < key.length; at += 1) {
    const changed = key.slice(0, at) + (key[at] === "x" ? "y" : "x") + key.slice(at + 1);
    expect(parseApiKey(changed)).toBeNull();
  }
});

test.each([
  "",
  "plumb_live_",
  developmentApiKey,
  `${formatApiKey(parts)} `,
  formatApiKey(parts).slice(0, -1),
])("%j is no key", (text) => {
  expect(parseApiKey(text)).toBeNull();
});

test("parts without their form make no key", () => {
  expect(() => formatApiKey({ ...parts, publicId: "short" })).toThrow(RangeError);
  expect(() => formatApiKey({ ...parts, secret: `${parts.secret.slice(1)}_` })).toThrow(RangeError);
});

test("presets hold known scopes, and admin may do everything", () => {
  for (const held of Object.values(scopePresets)) for (const scope of held) expect(scopes).toContain(scope);
  expect(scopes.every((scope) => allowsScope(["admin"], scope))).toBe(true);
  expect(allowsScope(scopePresets.insurer, "fleet:read")).toBe(false);
});
