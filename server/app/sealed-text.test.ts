import { expect, test } from "vitest";

import { openSealedText, sealText } from "./sealed-text.ts";

const key = new Uint8Array(32).fill(7);

test.each(["", "plumb_live_x", "é – 鍵"])("%j comes back as it was sealed", (text) => {
  expect(openSealedText(sealText(text, key), key)).toBe(text);
});

test("a sealed text shows nothing of what it holds, and never looks the same twice", () => {
  const sealed = sealText("plumb_live_secret", key);
  expect(Buffer.from(sealed, "base64").toString("latin1")).not.toContain("secret");
  expect(sealText("plumb_live_secret", key)).not.toBe(sealed);
});

test("neither another key nor a changed byte opens it", () => {
  const sealed = sealText("plumb_live_secret", key);
  expect(() => openSealedText(sealed, new Uint8Array(32).fill(8))).toThrow();
  const bytes = Buffer.from(sealed, "base64");
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1;
    expect(() => openSealedText(changed.toString("base64"), key)).toThrow();
  }
  expect(() => openSealedText("AAAA", key)).toThrow();
});
