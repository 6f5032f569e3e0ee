import { expect, test } from "vitest";

import { readContentCoding } from "./content-coding.ts";

test.each([
  [undefined, "identity"],
  ["", "identity"],
  [" Identity ", "identity"],
  ["gzip", "gzip"],
  ["X-GZIP", "gzip"],
  ["br", "br"],
  ["zstd", "zstd"],
])("Content-Encoding %s is %s", (header, coding) => {
  expect(readContentCoding(header)).toBe(coding);
});

test.each(["deflate", "gzip, gzip", "compress"])(
  "Content-Encoding %s is refused, with what is taken",
  (header) => {
    expect(() => readContentCoding(header)).toThrow(
      expect.objectContaining({
        code: "content_coding_unsupported",
        headers: { "Accept-Encoding": "gzip, br, zstd" },
      }),
    );
  },
);
