import { buffer } from "node:stream/consumers";
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";

import { expect, test } from "vitest";

import { createDecoder, readContentCoding } from "./content-coding.ts";

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

test.each([
  ["gzip", gzipSync],
  ["br", brotliCompressSync],
  ["zstd", zstdCompressSync],
] as const)("%s is decoded to its end, and nothing may follow it", async (coding, compress) => {
  const coded = compress(Buffer.from("a frame"));
  const whole = createDecoder(coding);
  whole.end(coded);
  expect(String(await buffer(whole))).toBe("a frame");
  const more = createDecoder(coding);
  more.end(Buffer.concat([coded, Buffer.from("x")]));
  await expect(buffer(more)).rejects.toThrow();
});
