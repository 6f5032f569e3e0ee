import { settleBefore } from "./change-sums.ts";
import type { Weighed } from "./gather-change.ts";
import { exp } from "../numeric/exp.ts";
import { weighChange } from "./weigh-change.ts";
import type { ChangeSums } from "../model/state.ts";
import type { ChangePointInterval } from "../model/score.ts";

/**
 * The shortest stretch of the histogram's rows that reaches from the lower to the upper tail of the posterior of the
 * change point: P(start = c) is the term of c over e^W, the sum of all terms. `toSeq` is the last entry before the row
 * after the stretch.
 */
export function changePointInterval(
  { sums, model }: Pick<Weighed, "sums" | "model">,
  probability: number,
  newestSeq: number,
): ChangePointInterval {
  const rows = sums.buckets.length;
  const all = weighChange(sums, model).nats;
  /** P(the change began in this row or later), which falls with the row. */
  const sinceRow = (row: number) =>
    exp(weighChange(startingAt(sums, row, model.referenceFrozen), model).nats - all);
  const tail = 0.5 * (1 - probability);
  const first = lastRowWith(rows, (row) => sinceRow(row) >= 1 - tail);
  const last = lastRowWith(rows, (row) => sinceRow(row) > tail);
  const seqOf = (row: number) => sums.buckets.seqAt(row);
  return { fromSeq: seqOf(first), toSeq: last + 1 < rows ? seqOf(last + 1) - 1 : newestSeq };
}

/** The same sums with a change allowed only from a row on: the rows before it are reference. */
function startingAt(sums: ChangeSums, row: number, referenceFrozen: boolean): ChangeSums {
  if (!referenceFrozen) return settleBefore(sums, row);
  return { ...sums, buckets: sums.buckets.slice(row) };
}

/** The last row for which a test that holds up to some row holds; 0 when it never does. */
function lastRowWith(rows: number, holds: (row: number) => boolean): number {
  let [low, high] = [0, rows];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}
