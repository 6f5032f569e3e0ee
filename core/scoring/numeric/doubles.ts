/**
 * A list of zeros. Lists of numbers that are read millions of times begin here: the engine keeps such a list as bare
 * doubles whatever is written to it, and copies it as one piece of memory. Shorter-lived than typed arrays, and cheaper.
 */
export function zeros(length: number): number[] {
  return (blanks[length] ?? firstOf(length)).slice();
}

/** Lengths up to a limit are kept once they were asked for. */
function firstOf(length: number): readonly number[] {
  const blank = blankOf(length);
  if (length < blanks.length) blanks[length] = blank;
  return blank;
}

function blankOf(length: number): readonly number[] {
  const blank: number[] = [];
  // A list that has held a fraction stays a list of doubles.
  for (let at = 0; at <= length; at += 1) blank.push(0.5);
  blank.pop();
  // One by one: a list that is filled at once becomes one of what it was filled with, of small integers.
  for (let at = 0; at < length; at += 1) blank[at] = 0;
  return blank;
}

const blanks: (readonly number[] | undefined)[] = Array.from({ length: 1024 }, (_, length) =>
  length < 128 ? blankOf(length) : undefined,
);
