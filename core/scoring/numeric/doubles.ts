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

/**
 * Writes one value over a list, or over a part of it, and hands it back. `fill` with a whole number makes a list of small
 * integers of a list of doubles, and the next fraction makes that anew.
 */
export function filled(list: number[], value: number, from = 0, end = list.length): number[] {
  for (let at = from; at < end; at += 1) list[at] = value;
  return list;
}

/** A list of bare doubles of the same values, of the caller's own. */
export function doublesOf(values: readonly number[]): number[] {
  const doubles = zeros(values.length);
  for (let at = 0; at < doubles.length; at += 1) doubles[at] = values[at]!;
  return doubles;
}
