import type { TimeMarks } from "../model/state.ts";

export const noMarks: TimeMarks = [];

/**
 * The marks after a frame. The first has one, and every eighth entry, and both sides of a pause; all others leave them as
 * they are. `newestUs` is the newest time before this frame.
 */
export function markTime(
  marks: TimeMarks,
  { seq, timestampUs }: { readonly seq: number; readonly timestampUs: number },
  newestUs: number | null,
): TimeMarks {
  if (newestUs !== null && endsPause(marks, { seq, timestampUs }, newestUs)) {
    const before = marks.at(-2) === seq - 1 ? marks : withMark(marks, seq - 1, newestUs);
    return withMark(before, seq, timestampUs);
  }
  return seq % spacing !== 1 && marks.length > 0 ? marks : withMark(marks, seq, timestampUs);
}

/** Whether a pause lies between two entries: both its sides are marked, and nothing was heard between them. */
export function pausesBetween(marks: TimeMarks, fromSeq: number, endSeq: number): boolean {
  for (let at = 2; at < marks.length; at += 2) {
    const [seqBefore, seqAfter] = [marks[at - 2]!, marks[at]!];
    if (seqBefore >= fromSeq && seqAfter < endSeq && seqAfter === seqBefore + 1) return true;
  }
  return false;
}

/** Many times as long as the frames since the last mark but one were apart. */
function endsPause(
  marks: TimeMarks,
  { seq, timestampUs }: { readonly seq: number; readonly timestampUs: number },
  newestUs: number,
): boolean {
  if (marks.length < 4) return false;
  const [markSeq, markUs] = [marks.at(-4)!, marks.at(-3)!];
  return (
    timestampUs - newestUs > (longPause * Math.max(0, newestUs - markUs)) / Math.max(1, seq - 1 - markSeq)
  );
}

function withMark(marks: TimeMarks, seq: number, timeUs: number): TimeMarks {
  const kept = marks.length / 2 < maxMarks ? marks : withoutLeastMissed(marks, { seq, timeUs });
  return [...kept, seq, timeUs];
}

/** Time of an entry, between its neighbours' marks; before the first mark that mark's, after the last `newest`. */
export function timeOf(marks: TimeMarks, seq: number, newest: { seq: number; timeUs: number }): number {
  let [laterSeq, laterUs] = [newest.seq, newest.timeUs];
  if (seq >= laterSeq) return laterUs;
  for (let at = marks.length - 2; at >= 0; at -= 2) {
    const [markSeq, markUs] = [marks[at]!, marks[at + 1]!];
    if (markSeq <= seq) {
      const share = laterSeq > markSeq ? (seq - markSeq) / (laterSeq - markSeq) : 0;
      return markUs + share * (laterUs - markUs);
    }
    [laterSeq, laterUs] = [markSeq, markUs];
  }
  return laterUs;
}

const spacing = 8;
const maxMarks = 24;
const longPause = 8;

/**
 * Leaves out the mark that is least missed for its age: its neighbours are close, and the time between them is the one it
 * tells. The first and the last stay.
 */
function withoutLeastMissed(marks: TimeMarks, now: { seq: number; timeUs: number }): TimeMarks {
  let least = { row: 2, missed: Infinity };
  for (let row = 2; row < marks.length - 2; row += 2) {
    const [seq, timeUs] = [marks[row]!, marks[row + 1]!];
    const [beforeSeq, beforeUs] = [marks[row - 2]!, marks[row - 1]!];
    const [afterSeq, afterUs] = [marks[row + 2]!, marks[row + 3]!];
    const between = beforeUs + ((seq - beforeSeq) / (afterSeq - beforeSeq)) * (afterUs - beforeUs);
    const misplaced = Math.abs(timeUs - between) / Math.max(1, now.timeUs - timeUs);
    const missed = (afterSeq - beforeSeq) / (now.seq - seq) + misplaced;
    if (missed < least.missed) least = { row, missed };
  }
  return [...marks.slice(0, least.row), ...marks.slice(least.row + 2)];
}
