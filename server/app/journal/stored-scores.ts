import type { ScorePlace, StoredScore, StoredScores } from "../ports/reading/journal-reader.ts";

export const noScores: StoredScores = { seqs: [], timesUs: [], ends: [], bytes: new Uint8Array() };

/** Scores as columns. */
export function columnsOfScores(scores: readonly StoredScore[]): StoredScores {
  const bytes = new Uint8Array(scores.reduce((sum, { score }) => sum + score.length, 0));
  let end = 0;
  const ends = scores.map(({ score }) => {
    bytes.set(score, end);
    return (end += score.length);
  });
  const [seqs, timesUs] = [scores.map(({ seq }) => seq), scores.map(({ timestampUs }) => timestampUs)];
  return { seqs, timesUs, ends, bytes };
}

/** Both, one after the other. */
export function joinScores(first: StoredScores, then: StoredScores): StoredScores {
  if (first.seqs.length === 0) return then;
  if (then.seqs.length === 0) return first;
  return columnsOfScores([...scoresInColumns(first), ...scoresInColumns(then)]);
}

/** And each by itself again; its bytes are those of the columns. */
export function scoresInColumns({ seqs, timesUs, ends, bytes }: StoredScores): readonly StoredScore[] {
  return ends.map((end, at) => ({
    seq: seqs[at]!,
    timestampUs: timesUs[at]!,
    score: bytes.subarray(ends[at - 1] ?? 0, end),
  }));
}

/** Where the last one stands; null where there is none. */
export function lastPlaceOf({ seqs, timesUs }: StoredScores): ScorePlace | null {
  const [seq, timestampUs] = [seqs.at(-1), timesUs.at(-1)];
  return seq === undefined || timestampUs === undefined ? null : { seq, timestampUs };
}
