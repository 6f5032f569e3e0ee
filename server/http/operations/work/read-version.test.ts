import { expect, test } from "vitest";

import { readVersion } from "./read-version.ts";

test.each([
  [undefined, null],
  ["*", null],
  [' "7" ', 7],
  ['"0"', 0],
  ['"7.Hc-s_2"', 7],
  ['W/"7.Hcs"', 7],
])("If-Match: %s names version %s", (header, version) => {
  expect(readVersion(header)).toBe(version);
});

test.each(["7", '"seven"', '"7", "8"', '""', '"-1"', '"07"', '"7.a b"', "", '"99999999999"'])(
  "If-Match: %s is refused, not overlooked",
  (header) => {
    expect(() => readVersion(header)).toThrow(expect.objectContaining({ code: "header_invalid" }));
  },
);
