/** Change points marked by each of several people; a change point is the first row of a new segment, counted from 0. */
export type Annotations = readonly (readonly number[])[];

/**
 * How well two segmentations agree, as the length-weighted best Jaccard overlap of each annotated segment, averaged over the
 * annotators (Arbeláez et al. 2011; van den Burg & Williams 2020, "An evaluation of change point detection algorithms").
 */
export function covering(annotations: Annotations, predicted: readonly number[], rows: number): number {
  const ours = segmentsOf(predicted, rows);
  const coverings = annotations.map((marked) => {
    const total = segmentsOf(marked, rows).reduce((sum, segment) => {
      const best = Math.max(...ours.map((other) => overlap(segment, other)));
      return sum + (segment.end - segment.first) * best;
    }, 0);
    return total / rows;
  });
  return mean(coverings);
}

/**
 * F1 with a margin of five rows: precision against the union of all annotators' marks, recall averaged over annotators; row 0
 * counts as a change point for everybody, so that an empty set is not undefined (van den Burg & Williams 2020).
 */
export function f1Score(annotations: Annotations, predicted: readonly number[]): number {
  const called = withStart(predicted);
  const marked = annotations.map(withStart);
  const everyone = withStart(marked.flat());
  const precision = countFound(everyone, called) / called.length;
  const recall = mean(marked.map((marks) => countFound(marks, called) / marks.length));
  return (2 * precision * recall) / (precision + recall);
}

const marginRows = 5;

/** Each call finds one mark at most: the nearest within the margin that no earlier mark has taken. */
function countFound(marks: readonly number[], called: readonly number[]): number {
  const left = new Set(called);
  let found = 0;
  for (const mark of marks) {
    const near = [...left].filter((call) => Math.abs(call - mark) <= marginRows);
    if (near.length === 0) continue;
    left.delete(near.reduce((best, call) => (Math.abs(call - mark) < Math.abs(best - mark) ? call : best)));
    found++;
  }
  return found;
}

interface Segment {
  readonly first: number;
  readonly end: number;
}

function segmentsOf(changes: readonly number[], rows: number): Segment[] {
  const starts = withStart(changes).filter((start) => start < rows);
  return starts.map((first, at) => ({ first, end: starts[at + 1] ?? rows }));
}

function withStart(changes: readonly number[]): number[] {
  return [...new Set([0, ...changes])].toSorted((a, b) => a - b);
}

function overlap(a: Segment, b: Segment): number {
  const common = Math.max(0, Math.min(a.end, b.end) - Math.max(a.first, b.first));
  return common / (a.end - a.first + b.end - b.first - common);
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}
