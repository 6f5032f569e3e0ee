/** A labelled window, as the first and the last row in it. */
export interface AnomalyWindow {
  readonly first: number;
  readonly last: number;
}

export interface NabScore {
  /** Standard profile: +1 for a window found at its start, −1 for one missed, −0.11 for a false alarm far from any. */
  readonly score: number;
  /** Rows called in windows and outside of them, after the probation. */
  readonly rowsInWindows: number;
  readonly rowsOutside: number;
  readonly windows: number;
}

/** Rows at the start that are not scored: 15 %, but never more than 15 % of 5,000. */
export function probationaryRows(rows: number): number {
  return Math.min(Math.floor(0.15 * rows), 0.15 * 5000);
}

/**
 * The score of one file in the Numenta Anomaly Benchmark's standard profile (Lavin & Ahmad 2015, "Evaluating real-time anomaly
 * detection algorithms", and its scorer): the best place called in each window counts by a sigmoid of its position; a call
 * outside costs more the further it is behind the last window.
 */
export function scoreFile(
  calledRows: readonly number[],
  windows: readonly AnomalyWindow[],
  rows: number,
): NabScore {
  const probation = probationaryRows(rows);
  const scored = windows.filter(({ last }) => last >= probation);
  const called = calledRows.filter((row) => row >= probation);
  const holds = (row: number) => scored.find(({ first, last }) => row >= first && row <= last);
  const outside = called.filter((row) => holds(row) === undefined);
  const found = scored.map((window) =>
    called.filter((row) => row >= window.first && row <= window.last).map((row) => reward(row, window)),
  );
  const hits = found.reduce((total, rewards) => total + Math.max(missedWindow, ...rewards), 0);
  const costs = outside.reduce((total, row) => total + falseCall * penalty(row, windows), 0);
  return {
    score: hits + costs,
    rowsInWindows: called.length - outside.length,
    rowsOutside: outside.length,
    windows: scored.length,
  };
}

const missedWindow = -1;
const falseCall = 0.11;

function reward(row: number, { first, last }: AnomalyWindow): number {
  return scaledSigmoid(-(last - row + 1) / (last - first + 1)) / scaledSigmoid(-1);
}

function penalty(row: number, windows: readonly AnomalyWindow[]): number {
  const before = windows.findLast(({ last }) => last < row);
  return before === undefined ? -1 : scaledSigmoid((row - before.last) / (before.last - before.first));
}

/** 2σ(−5x) − 1: nearly 1 at the left edge of a window (x = −1), 0 at its right edge, −1 from three widths behind it. */
function scaledSigmoid(place: number): number {
  return place >= 3 ? -1 : 2 / (1 + Math.exp(5 * place)) - 1;
}
