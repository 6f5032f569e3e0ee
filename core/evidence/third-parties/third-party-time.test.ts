import { expect, test } from "vitest";

import { brokenTime, openTime } from "./third-party-time.ts";

test("neither a broken statement nor an open one states a time", () => {
  expect(brokenTime("forged")).toEqual({ finding: { kind: "fail", detail: "forged" }, notAfterUs: null });
  expect(openTime("none given")).toEqual({
    finding: { kind: "not_checked", reason: "none given", wanted: true },
    notAfterUs: null,
  });
});
