import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";

import { type CorpusRequest, joined } from "./corpus-row.ts";

/** The bytes of a request. Headers that are always needed are added unless the row says otherwise. */
export function writeRequest(request: CorpusRequest, given: { readonly apiKey: string | null }): Buffer {
  const body = bodyOf(request);
  const headers = new Map<string, readonly string[]>([["Host", ["localhost"]]]);
  if (given.apiKey !== null) headers.set("Authorization", [`Bearer ${given.apiKey}`]);
  if (body !== null) {
    headers.set("Content-Type", ["application/json"]);
    if (request.chunked === true) headers.set("Transfer-Encoding", ["chunked"]);
    else headers.set("Content-Length", [String(body.length)]);
  }
  headers.set("Connection", ["close"]);
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    if (value === null) headers.delete(name);
    else headers.set(name, typeof value === "string" ? [value] : value);
  }
  const lines = [...headers].flatMap(([name, values]) => values.map((value) => `${name}: ${value}\r\n`));
  const head = Buffer.from(
    `${request.method} ${joined(request.path)} HTTP/1.1\r\n${lines.join("")}\r\n`,
    "latin1",
  );
  if (body === null) return head;
  return Buffer.concat([head, request.chunked === true ? inChunks(body) : body]);
}

function bodyOf(request: CorpusRequest): Buffer | null {
  const { body, coding } = request;
  if (body === undefined) return null;
  const plain =
    typeof body === "object" && "base64" in body
      ? Buffer.from(body.base64, "base64")
      : Buffer.from(joined(body), "utf8");
  if (coding === undefined) return plain;
  const coded = compressors[coding](plain);
  const kept = Buffer.from(coded.subarray(0, coded.length - (request.cut ?? 0)));
  if (request.flip !== undefined) {
    const at = Math.floor(kept.length / 2) + request.flip;
    kept[at] = (kept[at] ?? 0) ^ 0xff;
  }
  return request.append === undefined ? kept : Buffer.concat([kept, Buffer.from(request.append)]);
}

const compressors = { gzip: gzipSync, br: brotliCompressSync, zstd: zstdCompressSync };

const chunkBytes = 64 * 1024;

function inChunks(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += chunkBytes) {
    const chunk = body.subarray(at, at + chunkBytes);
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n"));
  }
  return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
}
