import { concatBytes, equalBytes } from "../../../../core/encoding/bytes.ts";

/** "Take out `remove` bytes at `at` and put these in": offsets in the original, in ascending order, never overlapping. */
export interface ByteEdit {
  readonly at: number;
  readonly remove: number;
  /** Base64. */
  readonly insert: string;
}

/** The edits that turn one file into another, found piece by piece; not the fewest, but few. */
export function editScript(before: Uint8Array, after: Uint8Array): readonly ByteEdit[] {
  const [old, fresh] = [pieces(before), pieces(after)];
  const kept = commonSubsequence(old, fresh);
  const edits: ByteEdit[] = [];
  let [oldAt, freshAt, offset] = [0, 0, 0];
  for (const [oldNext, freshNext] of [...kept, [old.length, fresh.length] as const]) {
    const removed = concatBytes(...old.slice(oldAt, oldNext));
    const inserted = concatBytes(...fresh.slice(freshAt, freshNext));
    if (removed.length + inserted.length > 0) {
      edits.push({ at: offset, remove: removed.length, insert: Buffer.from(inserted).toString("base64") });
    }
    offset += removed.length + (old[oldNext]?.length ?? 0);
    [oldAt, freshAt] = [oldNext + 1, freshNext + 1];
  }
  return edits;
}

export function applyEdits(before: Uint8Array, edits: readonly ByteEdit[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const edit of edits) {
    parts.push(before.subarray(at, edit.at), Buffer.from(edit.insert, "base64"));
    at = edit.at + edit.remove;
  }
  return concatBytes(...parts, before.subarray(at));
}

const comma = ",".charCodeAt(0);
const lineFeed = 0x0a;

/** Cut behind commas and line feeds, where JSON changes. */
function pieces(bytes: Uint8Array): readonly Uint8Array[] {
  const all: Uint8Array[] = [];
  let start = 0;
  bytes.forEach((byte, index) => {
    if (byte !== comma && byte !== lineFeed) return;
    all.push(bytes.subarray(start, index + 1));
    start = index + 1;
  });
  all.push(bytes.subarray(start));
  return all;
}

/** Index pairs of a common subsequence: what both begin and end with, and the longest of what lies between. */
function commonSubsequence(
  one: readonly Uint8Array[],
  other: readonly Uint8Array[],
): readonly (readonly [number, number])[] {
  const shorter = Math.min(one.length, other.length);
  let first = 0;
  while (first < shorter && equalBytes(one[first]!, other[first]!)) first += 1;
  let last = 0;
  while (last < shorter - first && equalBytes(one.at(-1 - last)!, other.at(-1 - last)!)) last += 1;
  const between = longestCommonSubsequence(
    one.slice(first, one.length - last),
    other.slice(first, other.length - last),
  );
  return [
    ...Array.from({ length: first }, (_, at) => [at, at] as const),
    ...between.map(([at, otherAt]) => [first + at, first + otherAt] as const),
    ...Array.from({ length: last }, (_, at) => [one.length - last + at, other.length - last + at] as const),
  ];
}

/** By the textbook table. */
function longestCommonSubsequence(
  one: readonly Uint8Array[],
  other: readonly Uint8Array[],
): readonly (readonly [number, number])[] {
  const width = other.length + 1;
  const longest = new Uint32Array((one.length + 1) * width);
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      longest[i * width + j] = equalBytes(one[i]!, other[j]!)
        ? longest[(i + 1) * width + j + 1]! + 1
        : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
    }
  }
  const pairs: (readonly [number, number])[] = [];
  let [i, j] = [0, 0];
  while (i < one.length && j < other.length) {
    if (equalBytes(one[i]!, other[j]!)) pairs.push([i++, j++]);
    else if (longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!) i += 1;
    else j += 1;
  }
  return pairs;
}
