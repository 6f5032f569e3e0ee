/**
 * When a vehicle's entries happened, from a few marks: rows of entry number and time, dense for the newest entries and
 * ever sparser with age. A change is dated by entry number; a rate a day needs its time.
 */
export type TimeMarks = readonly number[];

export const noMarks: TimeMarks = [];

/** The marks after a frame. The first has one, and every eighth entry; all others leave them as they are. */
export function markTime(marks: TimeMarks, seq: number, timeUs: number): TimeMarks {
  if (seq % spacing !== 1 && marks.length > 0) return marks;
  const rows = marks.length / 2;
  const kept = rows < mostMarks ? marks : withoutLeastMissed(marks, seq);
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
const mostMarks = 24;

/** Leaves out the mark whose neighbours are closest for their age. The first and the last stay. */
function withoutLeastMissed(marks: TimeMarks, nowSeq: number): TimeMarks {
  let least = { row: 2, gap: Infinity };
  for (let row = 2; row < marks.length - 2; row += 2) {
    const gap = (marks[row + 2]! - marks[row - 2]!) / (nowSeq - marks[row]!);
    if (gap < least.gap) least = { row, gap };
  }
  return [...marks.slice(0, least.row), ...marks.slice(least.row + 2)];
}
