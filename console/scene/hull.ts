import type { Point } from "./vehicle-shape.ts";

/**
 * The outline around points, without those inside. Andrew, A. M. (1979), "Another efficient algorithm for convex hulls in
 * two dimensions", Information Processing Letters 9: the monotone chain.
 */
export function hull(points: readonly Point[]): readonly Point[] {
  const sorted = points.toSorted(([ax, ay], [bx, by]) => ax - bx || ay - by);
  return [...chain(sorted), ...chain(sorted.toReversed())];
}

function chain(sorted: readonly Point[]): readonly Point[] {
  const kept: Point[] = [];
  for (const point of sorted) {
    while (kept.length >= 2 && turnOf(kept.at(-2)!, kept.at(-1)!, point) <= 0) kept.pop();
    kept.push(point);
  }
  return kept.slice(0, -1);
}

function turnOf([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}
