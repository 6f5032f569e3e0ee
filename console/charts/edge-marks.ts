import type { ChartPlan } from "./chart-plan.ts";

/** A stretch of a line that leaves the chart, marked where it is furthest out. */
export interface EdgeMark {
  readonly atS: number;
  readonly value: number;
  readonly side: "above" | "below";
}

/**
 * One mark for each stretch beyond the axis, oldest first. Stretches too near to each other to be told apart share one:
 * readings that jump in and out of the picture would otherwise draw a fringe along its edge.
 */
export function edgeMarks(plan: ChartPlan): readonly EdgeMark[] {
  const measured = plan.lines.filter((line) => line.look !== "limit" && line.look !== "beyond");
  const marks = measured.flatMap((line) => marksOf(line.values, plan));
  return (["above", "below"] as const).flatMap((side) =>
    merged(
      marks.filter((mark) => mark.side === side).sort((a, b) => a.atS - b.atS),
      nearestS(plan.timesS),
    ),
  );
}

/** The mark that also gets its value in print: the furthest one out on each side. */
export function furthestMarks(marks: readonly EdgeMark[]): readonly EdgeMark[] {
  return (["above", "below"] as const).flatMap((side) => {
    const onSide = marks.filter((mark) => mark.side === side);
    return onSide.length === 0 ? [] : [onSide.reduce(further)];
  });
}

/** A fortieth of the width: about the width of one mark. */
function nearestS(timesS: readonly number[]): number {
  return ((timesS.at(-1) ?? 0) - (timesS.at(0) ?? 0)) / 40;
}

function merged(marks: readonly EdgeMark[], nearest: number): readonly EdgeMark[] {
  const kept: EdgeMark[] = [];
  for (const mark of marks) {
    const before = kept.at(-1);
    if (before !== undefined && mark.atS - before.atS < nearest)
      kept[kept.length - 1] = further(before, mark);
    else kept.push(mark);
  }
  return kept;
}

function marksOf(values: readonly (number | null)[], plan: ChartPlan): readonly EdgeMark[] {
  const marks: EdgeMark[] = [];
  let open: EdgeMark | null = null;
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const mark = markOf(value, plan.timesS[index] ?? 0, plan);
    if (open !== null && open.side !== mark?.side) {
      marks.push(open);
      open = null;
    }
    if (mark !== null) open = open === null ? mark : further(open, mark);
  }
  return open === null ? marks : [...marks, open];
}

function markOf(value: number, atS: number, { range }: ChartPlan): EdgeMark | null {
  if (value > range.max) return { atS, value, side: "above" };
  return value < range.min ? { atS, value, side: "below" } : null;
}

function further(one: EdgeMark, other: EdgeMark): EdgeMark {
  return Math.abs(other.value) > Math.abs(one.value) ? other : one;
}
