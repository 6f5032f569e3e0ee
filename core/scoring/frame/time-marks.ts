import type { TimeMark, TimeMarks } from "../model/state.ts";

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
  const mark = { seq, timeUs: timestampUs };
  if (newestUs !== null && endsPause(marks, mark, newestUs)) {
    const isMarked = marks.at(-1)?.seq === seq - 1;
    return withMark(isMarked ? marks : withMark(marks, { seq: seq - 1, timeUs: newestUs }), mark);
  }
  return seq % spacing !== 1 && marks.length > 0 ? marks : withMark(marks, mark);
}

/** Whether a pause lies between two entries: both its sides are marked, and nothing was heard between them. */
export function pausesBetween(marks: TimeMarks, fromSeq: number, endSeq: number): boolean {
  return marks.some(({ seq }, at) => {
    const after = marks[at + 1];
    return after !== undefined && after.seq === seq + 1 && seq >= fromSeq && after.seq < endSeq;
  });
}

/** Many times as long as the frames since the last mark but one were apart. */
function endsPause(marks: TimeMarks, { seq, timeUs }: TimeMark, newestUs: number): boolean {
  const mark = marks.at(-2);
  if (mark === undefined) return false;
  return (
    timeUs - newestUs > (longPause * Math.max(0, newestUs - mark.timeUs)) / Math.max(1, seq - 1 - mark.seq)
  );
}

function withMark(marks: TimeMarks, mark: TimeMark): TimeMarks {
  return [...(marks.length < maxMarks ? marks : withoutLeastMissed(marks, mark)), mark];
}

/** Time of an entry, between its neighbours' marks; before the first mark that mark's, after the last `newest`. */
export function timeOf(marks: TimeMarks, seq: number, newest: TimeMark): number {
  if (seq >= newest.seq) return newest.timeUs;
  let later = newest;
  for (const mark of marks.toReversed()) {
    if (mark.seq <= seq) {
      const share = later.seq > mark.seq ? (seq - mark.seq) / (later.seq - mark.seq) : 0;
      return mark.timeUs + share * (later.timeUs - mark.timeUs);
    }
    later = mark;
  }
  return later.timeUs;
}

const spacing = 8;
const maxMarks = 24;
const longPause = 8;

/**
 * Leaves out the mark that is least missed for its age: its neighbours are close, and the time between them is the one it
 * tells. The first and the last stay.
 */
function withoutLeastMissed(marks: TimeMarks, now: TimeMark): TimeMarks {
  let least = { at: 1, missed: Infinity };
  for (const [at, mark] of marks.entries()) {
    const [before, after] = [marks[at - 1], marks[at + 1]];
    if (before === undefined || after === undefined) continue;
    const missed = missedWithout(mark, { before, after, now });
    if (missed < least.missed) least = { at, missed };
  }
  return marks.toSpliced(least.at, 1);
}

function missedWithout(
  { seq, timeUs }: TimeMark,
  { before, after, now }: Readonly<Record<"before" | "after" | "now", TimeMark>>,
): number {
  const share = (seq - before.seq) / (after.seq - before.seq);
  const between = before.timeUs + share * (after.timeUs - before.timeUs);
  const misplaced = Math.abs(timeUs - between) / Math.max(1, now.timeUs - timeUs);
  return (after.seq - before.seq) / (now.seq - seq) + misplaced;
}
