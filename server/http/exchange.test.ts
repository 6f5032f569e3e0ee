import { expect, test } from "vitest";

import { readTraceparent } from "./exchange.ts";

const sources = { randomHex: (bytes: number) => "5".repeat(bytes * 2) };
const trace = "0af7651916cd43dd8448eb211c80319c";

test("the caller's trace goes on with a span of our own", () => {
  expect(readTraceparent(`00-${trace}-b7ad6b7169203331-01`, sources)).toBe(`00-${trace}-5555555555555555-01`);
});

test.each([
  undefined,
  "",
  `00-${"0".repeat(32)}-b7ad6b7169203331-01`,
  `00-${trace}-${"0".repeat(16)}-01`,
  `ff-${trace}-b7ad6b7169203331-01`,
  `00-${trace.toUpperCase()}-b7ad6b7169203331-01`,
  `00-${trace}-b7ad6b7169203331`,
])("%s begins a new trace", (given) => {
  expect(readTraceparent(given, sources)).toBe(`00-${"5".repeat(32)}-${"5".repeat(16)}-00`);
});
