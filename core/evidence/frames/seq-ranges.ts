/** First and last number of a run of journal entries, both included. */
export interface SeqRange {
  readonly first: number;
  readonly last: number;
}

const range = /^([1-9][0-9]{0,15})(?:-([1-9][0-9]{0,15}))?$/;
const maxRanges = 1_000;

/** Reads `12,15-20,31`. Null for anything else, also for a range that runs backwards and for more than 1000 of them. */
export function parseSeqRanges(text: string): readonly SeqRange[] | null {
  const parts = text.split(",", maxRanges + 1);
  if (parts.length > maxRanges) return null;
  const ranges: SeqRange[] = [];
  for (const part of parts) {
    const match = range.exec(part);
    if (match === null) return null;
    const first = Number(match[1]);
    const last = Number(match[2] ?? match[1]);
    if (last < first || !Number.isSafeInteger(last)) return null;
    ranges.push({ first, last });
  }
  return ranges;
}

/** The numbers in these ranges, or the first one that lies outside `within`. Never makes more numbers than `within` has. */
export function seqsIn(
  ranges: readonly SeqRange[],
  within: SeqRange,
):
  | { readonly kind: "inside"; readonly seqs: ReadonlySet<number> }
  | { readonly kind: "outside"; readonly seq: number } {
  const seqs = new Set<number>();
  for (const { first, last } of ranges) {
    if (first < within.first) return { kind: "outside", seq: first };
    if (last > within.last) return { kind: "outside", seq: Math.max(first, within.last + 1) };
    for (let seq = first; seq <= last; seq++) seqs.add(seq);
  }
  return { kind: "inside", seqs };
}
