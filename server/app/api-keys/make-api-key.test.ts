import { createHash } from "node:crypto";
import { expect, test } from "vitest";

import { parseApiKey } from "../../../core/contract/api-key.ts";
import { makingForTests } from "../../keys-for-tests.ts";
import { makeApiKey } from "./make-api-key.ts";

test("a key names its mode and its public id, and another pepper makes another digest of it", () => {
  const { key, publicId, hash } = makeApiKey("test", makingForTests());
  expect(parseApiKey(key)).toMatchObject({ mode: "test", publicId });
  const same = makeApiKey("test", makingForTests());
  expect(same.hash).toEqual(hash);
  expect(makeApiKey("test", makingForTests(8)).hash).not.toEqual(hash);
});

test("every digit of a key is equally likely", () => {
  let block = 0;
  const seeded = (count: number) =>
    createHash("sha512")
      .update(String((block += 1)))
      .digest()
      .subarray(0, count);
  const counts = new Map<string, number>();
  for (let n = 0; n < 2_000; n += 1) {
    const { key } = makeApiKey("live", { ...makingForTests(), randomBytes: seeded });
    for (const digit of parseApiKey(key)!.secret) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  }
  // Taking every byte modulo 62 would make the first eight digits 21 % too frequent.
  const expected = (2_000 * 32) / 62;
  expect(counts.size).toBe(62);
  for (const count of counts.values()) expect(Math.abs(count / expected - 1)).toBeLessThan(0.12);
});
