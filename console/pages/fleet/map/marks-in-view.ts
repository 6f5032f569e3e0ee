import { type MapView, pixelOf } from "../../../map/geometry/map-view.ts";
import { type Marks, markTones } from "../../../map/marks/marks.ts";

export interface MarksInView {
  /** By `markTones`. */
  readonly byTone: readonly number[];
  readonly total: number;
  /** The first of them, worst first. */
  readonly worst: readonly number[];
}

/** The vehicles in the window: what the map shows, for who reads it. */
export function marksInView(marks: Marks, view: MapView, most: number): MarksInView {
  const byTone = markTones.map(() => 0);
  const worst: number[] = [];
  // The drawing order has the worst last.
  for (let place = marks.order.length - 1; place >= 0; place -= 1) {
    const mark = marks.order[place]!;
    const { x, y } = pixelOf(view, { x: marks.x[mark]!, y: marks.y[mark]! });
    if (x < 0 || y < 0 || x > view.width || y > view.height) continue;
    byTone[marks.tone[mark]!]! += 1;
    if (worst.length < most) worst.push(mark);
  }
  return { byTone, total: byTone.reduce((sum, one) => sum + one, 0), worst };
}
