import { concatBytes } from "../../encoding/bytes.ts";

/** Entries of a log as they travel together (c2sp.org/tlog-tiles): each behind its length, two bytes, big-endian. */
export function writeEntries(entries: readonly Uint8Array[]): Uint8Array {
  return concatBytes(...entries.flatMap((entry) => [lengthOf(entry), entry]));
}

/** Null when the bytes end within an entry. */
export function readEntries(bytes: Uint8Array): readonly Uint8Array[] | null {
  const entries: Uint8Array[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length;) {
    if (at + 2 > bytes.length) return null;
    const end = at + 2 + view.getUint16(at);
    if (end > bytes.length) return null;
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries;
}

const longestEntry = 0xffff;

function lengthOf({ length }: Uint8Array): Uint8Array {
  if (length > longestEntry) throw new RangeError(`an entry of ${length} bytes is too long for a log`);
  return Uint8Array.of(length >> 8, length & 0xff);
}
