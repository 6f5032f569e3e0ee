import type { Readable } from "node:stream";

/**
 * The lines of a byte stream, without their line feeds, byte for byte: text that is not UTF-8 has to reach the one who
 * refuses it. A last line without a line feed counts; a line over the limit is cut there, which its reader will refuse.
 */
export async function* readLines(source: Readable): AsyncGenerator<Uint8Array, void> {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  for await (const chunk of source) {
    const bytes: Buffer = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    let from = 0;
    for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, from)) {
      pending.push(bytes.subarray(from, at));
      yield joined(pending);
      pending = [];
      pendingBytes = 0;
      from = at + 1;
    }
    const rest = bytes.subarray(from);
    if (pendingBytes < lineBytesLimit) pending.push(rest);
    pendingBytes += rest.length;
  }
  if (pendingBytes > 0) yield joined(pending);
}

/** A little more than the service takes a line, so that an endless line ends as a refused one and not as a full memory. */
const lineBytesLimit = 128 * 1024;

function joined(parts: readonly Buffer[]): Uint8Array {
  const first = parts[0];
  return parts.length === 1 && first !== undefined ? first : Buffer.concat(parts);
}
