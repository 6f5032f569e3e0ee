import { type ChartLine, type ChartPlan, quantityLabel } from "../chart-plan.ts";

/** A place where values leave the chart. */
export interface EdgeMark {
  readonly atS: number;
  readonly value: number;
  readonly side: "above" | "below";
}

/** What the marks depend on: a plan that only shows another stretch keeps them. */
type Marked = Pick<ChartPlan, "lines" | "timesS" | "range" | "quantity">;

/** A mark as it is drawn: the furthest one out on each side has its value in print. */
export interface LabelledMark extends EdgeMark {
  readonly label: string | null;
}

export function labelledMarks(plan: Marked): readonly LabelledMark[] {
  const marks = edgeMarks(plan);
  const furthest = furthestMarks(marks);
  const labelOf = (mark: EdgeMark): string | null =>
    furthest.includes(mark) ? quantityLabel(plan.quantity, mark.value) : null;
  return marks.map((mark) => ({ ...mark, label: labelOf(mark) }));
}

/**
 * Where a plan leaves its axis, oldest first on each side: a line once for each stretch, where it is furthest out; single
 * readings each by themselves. Marks that would lie on top of each other share one, the furthest.
 */
export function edgeMarks(plan: Marked): readonly EdgeMark[] {
  const measured = plan.lines.filter((line) => line.look !== "limit" && line.look !== "beyond");
  const marks = measured.flatMap((line) => marksOf(line, plan));
  return (["above", "below"] as const).flatMap((side) =>
    oneEach(
      marks.filter((mark) => mark.side === side),
      plan.timesS,
    ),
  );
}

/** The furthest one out on each side. */
function furthestMarks(marks: readonly EdgeMark[]): readonly EdgeMark[] {
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

function marksOf({ look, values }: ChartLine, plan: Marked): readonly EdgeMark[] {
  const marks: EdgeMark[] = [];
  let wasBeyond = false;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? null;
    if (value === null) continue;
    const mark = markOf(value, index, plan);
    const goesOn = wasBeyond && look !== "dots" && marks.at(-1)?.side === mark?.side;
    if (mark !== null) marks.push(goesOn ? further(marks.pop()!, mark) : mark);
    wasBeyond = mark !== null;
  }
  return marks;
}

function markOf(value: number, index: number, { range, timesS }: Marked): EdgeMark | null {
  if (value >= range.min && value <= range.max) return null;
  return { atS: timesS[index] ?? 0, value, side: value > range.max ? "above" : "below" };
}

function further(one: EdgeMark, other: EdgeMark): EdgeMark {
  return Math.abs(other.value) > Math.abs(one.value) ? other : one;
}
