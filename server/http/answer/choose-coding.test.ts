import { expect, test } from "vitest";

import { chooseCoding } from "./choose-coding.ts";

test.each([
  // Nothing was asked.
  [undefined, null],
  ["", null],
  ["identity", null],
  ["deflate", null],
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["GZIP;Q=0.1", "gzip"],
  ["gzip, deflate, br, zstd", "zstd"],
  ["gzip, deflate, br", "br"],
  ["*", "zstd"],
  ["zstd;q=0.5, br;q=0.8, gzip;q=0.8", "br"],
  ["zstd;q=0, *", "br"],
  ["gzip;q=0.001", "gzip"],
  ["gzip, identity", "gzip"],
  // What is liked less than the bytes as they are is not what was asked for.
  ["gzip;q=0.5, identity", null],
  ["gzip;q=0.5, identity;q=0.4", "gzip"],
  ["identity;q=0, gzip;q=0.1", "gzip"],
  ["gzip;q=0", null],
  // Everything is excluded: then the bytes as they are, as RFC 9110 12.5.3 recommends.
  ["*;q=0", null],
  ["identity;q=0", null],
  ["gzip;q=0, *;q=0", null],
])("Accept-Encoding %s leads to %s", (header, coding) => {
  expect(chooseCoding(header)).toBe(coding);
});

test("of a list without end only the beginning is read", () => {
  expect(chooseCoding(`${"deflate,".repeat(64)}gzip`)).toBe(null);
});
