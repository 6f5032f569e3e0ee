import { expect, test } from "vitest";

import { hourBegins } from "./quotas.ts";

test.each([
  [59 * 60_000_000, 0],
  [60 * 60_000_000 - 1, 0],
  [60 * 60_000_000, 1],
])("an hour at %i µs is its minute and the 59 before", (nowUs, first) => {
  expect(hourBegins(nowUs)).toBe(first);
});
