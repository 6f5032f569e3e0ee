import { zeros } from "../numeric/doubles.ts";
import type { TimeMark, TimeMarks } from "../model/state.ts";

export const noMarks: TimeMarks = zeros(0);

/**
 * The marks after a frame. The first has one, and every eighth entry, and both sides of a pause; all others leave them as
 * they are. `newestUs` is the newest time before this frame.
 */
export function markTime(
  marks: TimeMarks,
  { seq, timestampUs }: { readonly seq: number; readonly timestampUs: number },
  newestUs: number | null,
): TimeMarks {
  const mark = { seq, timeUs: timestampUs };
  if (newestUs !== null && endsPause(marks, mark, newestUs)) {
    const isMarked = marks.at(-2) === seq - 1;
    return withMark(isMarked ? marks : withMark(marks, { seq: seq - 1, timeUs: newestUs }), mark);
  }
  return seq % spacing !== 1 && marks.length > 0 ? marks : withMark(marks, mark);
}

/** Whether a pause lies between two entries: both its sides are marked, and nothing was heard between them. */
export function pausesBetween(marks: TimeMarks, fromSeq: number, endSeq: number): boolean {
  for (let at = 0; at + 2 < marks.length; at += 2) {
    const seq = marks[at]!;
    const after = marks[at + 2]!;
    if (after === seq + 1 && seq >= fromSeq && after < endSeq) return true;
  }
  return false;
}

/** Many times as long as the frames since the last mark but one were apart. */
function endsPause(marks: TimeMarks, { seq, timeUs }: TimeMark, newestUs: number): boolean {
  if (marks.length < 4) return false;
  const markedSeq = marks[marks.length - 4]!;
  const markedUs = marks[marks.length - 3]!;
  return (
    timeUs - newestUs > (longPause * Math.max(0, newestUs - markedUs)) / Math.max(1, seq - 1 - markedSeq)
  );
}

function withMark(marks: TimeMarks, mark: TimeMark): TimeMarks {
  const isFull = marks.length >= 2 * maxMarks;
  const leaves = isFull ? leastMissed(marks, mark) : marks.length;
  const more = zeros(marks.length + (isFull ? 0 : 2));
  for (let at = 0, to = 0; at < marks.length; at += 2) {
    if (at === leaves) continue;
    more[to] = marks[at]!;
    more[to + 1] = marks[at + 1]!;
    to += 2;
  }
  more[more.length - 2] = mark.seq;
  more[more.length - 1] = mark.timeUs;
  return more;
}

/** Time of an entry, between its neighbours' marks; before the first mark that mark's, after the last `newest`. */
export function timeOf(marks: TimeMarks, seq: number, newest: TimeMark): number {
  if (seq >= newest.seq) return newest.timeUs;
  let laterSeq = newest.seq;
  let laterUs = newest.timeUs;
  for (let at = marks.length - 2; at >= 0; at -= 2) {
    const markedSeq = marks[at]!;
    const markedUs = marks[at + 1]!;
    if (markedSeq <= seq) {
      const share = laterSeq > markedSeq ? (seq - markedSeq) / (laterSeq - markedSeq) : 0;
      return markedUs + share * (laterUs - markedUs);
    }
    laterSeq = markedSeq;
    laterUs = markedUs;
  }
  return laterUs;
}

const spacing = 8;
const maxMarks = 24;
const longPause = 8;

/**
 * Where the mark stands that is least missed for its age: its neighbours are close, and the time between them is the one it
 * tells. The first and the last stay.
 */
function leastMissed(marks: TimeMarks, now: TimeMark): number {
  let least = 2;
  let leastOfAll = Infinity;
  for (let at = 2; at + 2 < marks.length; at += 2) {
    const missed = missedWithout(marks, at, now);
    if (missed >= leastOfAll) continue;
    leastOfAll = missed;
    least = at;
  }
  return least;
}

function missedWithout(marks: TimeMarks, at: number, now: TimeMark): number {
  const beforeSeq = marks[at - 2]!;
  const beforeUs = marks[at - 1]!;
  const seq = marks[at]!;
  const timeUs = marks[at + 1]!;
  const afterSeq = marks[at + 2]!;
  const share = (seq - beforeSeq) / (afterSeq - beforeSeq);
  const between = beforeUs + share * (marks[at + 3]! - beforeUs);
  const misplaced = Math.abs(timeUs - between) / Math.max(1, Math.abs(now.timeUs - timeUs));
  return (afterSeq - beforeSeq) / (now.seq - seq) + misplaced;
}
