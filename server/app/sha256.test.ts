import { expect, test } from "vitest";

import { toHex, utf8 } from "../../core/encoding/bytes.ts";
import { sha256, sha256Hex } from "./sha256.ts";

// FIPS 180-4, examples of SHA-256.
test.each([
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
])("of %j", (text, digest) => {
  expect(sha256Hex(text)).toBe(digest);
  expect(toHex(sha256(utf8(text)))).toBe(digest);
});
