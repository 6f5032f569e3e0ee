import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createZstdDecompress } from "node:zlib";

import { HttpRefusal } from "../answer/http-refusal.ts";

export const contentCodings = ["gzip", "br", "zstd"] as const;
export type ContentCoding = (typeof contentCodings)[number] | "identity";

/** One coding or none; a chain of codings only serves to hide a bomb. Refuses the rest with 415. */
export function readContentCoding(header: string | undefined): ContentCoding {
  if (header === undefined) return "identity";
  const name = header.trim().toLowerCase();
  if (name === "identity" || name === "") return "identity";
  const coding = contentCodings.find((known) => known === name || (known === "gzip" && name === "x-gzip"));
  if (coding !== undefined) return coding;
  const detail = `Content-Encoding must be one of ${contentCodings.join(", ")}, or left out.`;
  throw new HttpRefusal("content_coding_unsupported", detail, {
    faults: [{ header: "content-encoding", code: "content_coding_unsupported", detail }],
    headers: { "Accept-Encoding": contentCodings.join(", ") },
  });
}

/** What it leaves behind its end is for `decodeBody` to see to. */
export function createDecoder(
  coding: Exclude<ContentCoding, "identity">,
): Transform & { readonly bytesWritten: number } {
  const options = { chunkSize: decodedChunkBytes };
  switch (coding) {
    case "gzip":
      return createGunzip(options);
    case "br":
      // Nothing may follow its end: taking part of a body silently would lose frames.
      return createBrotliDecompress({ ...options, rejectGarbageAfterEnd: true });
    case "zstd":
      return createZstdDecompress(options);
  }
}

const decodedChunkBytes = 64 * 1024;
