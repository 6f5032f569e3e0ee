import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";

import { expect, test } from "vitest";

import { decodeBody } from "./decode-body.ts";

const codings = [
  ["gzip", gzipSync],
  ["br", brotliCompressSync],
  ["zstd", zstdCompressSync],
] as const;
const several = codings.filter(([coding]) => coding !== "br");

/** In one piece, split at the end of each part, and byte by byte. */
const ways: readonly ((parts: readonly Uint8Array[]) => readonly Uint8Array[])[] = [
  (parts) => [Buffer.concat(parts)],
  (parts) => parts,
  (parts) => Array.from(Buffer.concat(parts), (byte) => Uint8Array.of(byte)),
];

async function decoded(coding: "gzip" | "br" | "zstd", pieces: readonly Uint8Array[]): Promise<string> {
  const received = (async function* () {
    for (const piece of pieces) yield Buffer.from(piece);
  })();
  const chunks: Buffer[] = [];
  for await (const chunk of decodeBody(received, coding)) chunks.push(chunk);
  return String(Buffer.concat(chunks));
}

const damaged = { code: "content_coding_damaged" };

test.each(codings)("%s is decoded to its end", async (coding, compress) => {
  for (const way of ways) expect(await decoded(coding, way([compress("a frame")]))).toBe("a frame");
});

test.each(several)("%s may be of several parts, one behind the other", async (coding, compress) => {
  const texts = ["a\n", "b".repeat(100_000), "", "c\n"];
  const parts = texts.map((text) => compress(text));
  for (const way of ways) expect(await decoded(coding, way(parts))).toBe(texts.join(""));
});

test.each(codings)("behind the end of %s nothing else may stand", async (coding, compress) => {
  for (const behind of ["x", "\0\0\0\0", "{}\n"]) {
    for (const way of ways) {
      const pieces = way([compress("a frame"), Buffer.from(behind)]);
      await expect(decoded(coding, pieces)).rejects.toMatchObject(damaged);
    }
  }
});

test.each(several)("a further part of %s that breaks off is damage", async (coding, compress) => {
  const second = compress("another frame");
  for (const length of [2, second.length - 5]) {
    for (const way of ways) {
      const pieces = way([compress("a frame"), second.subarray(0, length)]);
      await expect(decoded(coding, pieces)).rejects.toMatchObject(damaged);
    }
  }
});

test.each(several)("parts of %s are a bomb together where they are one", async (coding, compress) => {
  const parts = Array.from({ length: 8 }, () => compress(Buffer.alloc(512 * 1024)));
  for (const way of ways.slice(0, 2)) {
    const code = "decompression_ratio_exceeded";
    await expect(decoded(coding, way(parts))).rejects.toMatchObject({ code });
  }
});

test("a fault of the sender is reported as it is", async () => {
  async function* received() {
    yield gzipSync("a frame").subarray(0, 12);
    throw new Error("gone");
  }
  const reading = async () => {
    for await (const chunk of decodeBody(received(), "gzip")) expect(chunk.length).toBeGreaterThan(0);
  };
  await expect(reading()).rejects.toThrow("gone");
});
