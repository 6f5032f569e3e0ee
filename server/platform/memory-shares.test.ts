import { expect, test } from "vitest";

import { memoryShares } from "./memory-shares.ts";

const mebibyte = 2 ** 20;

test.each([
  [64, { states: 16, pages: 4, young: 16 }],
  [512, { states: 64, pages: 16, young: 32 }],
  [1024, { states: 128, pages: 32, young: 64 }],
  [4096, { states: 512, pages: 32, young: 96 }],
  [65_536, { states: 512, pages: 32, young: 96 }],
])("of %i MiB parts take what leaves room beside them, and never more than is of use", (allowed, shares) => {
  expect(memoryShares(allowed * mebibyte)).toEqual({
    stateCacheBytes: shares.states * mebibyte,
    pageCacheKiB: shares.pages * 1024,
    youngMebibytes: shares.young,
  });
});

test("they are those of this machine or container where nobody says", () => {
  const { youngMebibytes, stateCacheBytes } = memoryShares();
  expect(youngMebibytes).toBeGreaterThanOrEqual(16);
  expect(stateCacheBytes).toBeLessThanOrEqual(512 * mebibyte);
});
