import type { ChartLine, ChartPlan } from "../chart-plan.ts";

/** A place where values leave the chart. */
export interface EdgeMark {
  readonly atS: number;
  readonly value: number;
  readonly side: "above" | "below";
}

/**
 * Where a plan leaves its axis, oldest first on each side: a line once for each stretch, where it is furthest out; single
 * readings each by themselves. Marks that would lie on top of each other share one, the furthest.
 */
export function edgeMarks(plan: ChartPlan): readonly EdgeMark[] {
  const measured = plan.lines.filter((line) => line.look !== "limit" && line.look !== "beyond");
  const marks = measured.flatMap((line) => marksOf(line, plan));
  return (["above", "below"] as const).flatMap((side) =>
    oneEach(
      marks.filter((mark) => mark.side === side),
      plan.timesS,
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

/** How many marks stand side by side along an edge. */
const places = 24;

/** The furthest mark of each place along the edge that has any. */
function oneEach(marks: readonly EdgeMark[], timesS: readonly number[]): readonly EdgeMark[] {
  const firstS = timesS.at(0) ?? 0;
  const lengthS = (timesS.at(-1) ?? firstS) - firstS;
  const best = new Map<number, EdgeMark>();
  for (const mark of marks) {
    const place = lengthS === 0 ? 0 : Math.floor(((mark.atS - firstS) / lengthS) * places);
    const before = best.get(place);
    best.set(place, before === undefined ? mark : further(before, mark));
  }
  return [...best.values()].sort((a, b) => a.atS - b.atS);
}

function marksOf(line: ChartLine, plan: ChartPlan): readonly EdgeMark[] {
  const isJoined = line.look !== "dots";
  const { min, max } = plan.range;
  const marks: EdgeMark[] = [];
  let open: EdgeMark | null = null;
  // Read once for each picture of it: of a hundred thousand points most lie within, and cost two comparisons.
  for (let index = 0; index < line.values.length; index += 1) {
    const value = line.values[index] ?? null;
    if (value === null || (open === null && value >= min && value <= max)) continue;
    const mark = markOf(value, plan.timesS[index] ?? 0, plan);
    if (open !== null && mark !== null && isJoined && open.side === mark.side) {
      open = further(open, mark);
      continue;
    }
    if (open !== null) marks.push(open);
    open = mark;
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
