import { zstdCompressSync } from "node:zlib";

import { expect, test } from "vitest";

import { decodeBody } from "./decode-body.ts";

test("there is a limit of zstd frames", async () => {
  const empty = zstdCompressSync("");
  const body = Buffer.concat(Array.from({ length: 10_001 }, () => empty));
  const received = (async function* () {
    yield body;
  })();
  const decoded = async () => {
    for await (const chunk of decodeBody(received, "zstd")) expect(chunk.length).toBe(0);
  };
  await expect(decoded()).rejects.toMatchObject({ code: "content_coding_damaged" });
});
