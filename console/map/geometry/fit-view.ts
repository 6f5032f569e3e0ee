import { type MapView, settled } from "./map-view.ts";
import { wrapped } from "./mercator.ts";

/** The points to be seen, as columns in the unit square. */
export interface WorldPoints {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}

/** Nearer than this a single vehicle would stand in an empty window. */
const nearestFit = 11;
/** Room for the label of a place at the edge. */
const marginPx = { x: 90, y: 36 };
/** Half a degree of longitude each. */
const slots = 720;

/** The nearest view that has all of them: across the antimeridian if that is the shorter way round. */
export function fitted(
  points: WorldPoints,
  window: { readonly width: number; readonly height: number },
): MapView {
  if (points.x.length === 0) return settled({ ...window, center: { x: 0.5, y: 0.42 }, zoom: 0 });
  const east = eastwardSpan(points.x);
  const south = spanOf(points.y);
  const zoomOf = (spanOfWorld: number, pixels: number, margin: number): number =>
    spanOfWorld === 0 ? nearestFit : Math.log2(Math.max(pixels - 2 * margin, pixels / 3) / 256 / spanOfWorld);
  const zoom = Math.min(
    nearestFit,
    zoomOf(east.length, window.width, marginPx.x),
    zoomOf(south.to - south.from, window.height, marginPx.y),
  );
  const center = { x: wrapped(east.from + east.length / 2), y: (south.from + south.to) / 2 };
  return settled({ ...window, center, zoom });
}

/** The shortest way eastward over all of them: the circle without its widest empty stretch. */
function eastwardSpan(xs: ArrayLike<number>): { readonly from: number; readonly length: number } {
  const taken = new Uint8Array(slots);
  for (let at = 0; at < xs.length; at += 1) taken[Math.min(slots - 1, Math.floor(xs[at]! * slots))] = 1;
  const from = beginAfterWidestGap(taken) / slots;
  let nearest = 1;
  let farthest = 0;
  for (let at = 0; at < xs.length; at += 1) {
    const along = wrapped(xs[at]! - from);
    nearest = Math.min(nearest, along);
    farthest = Math.max(farthest, along);
  }
  return { from: wrapped(from + nearest), length: farthest - nearest };
}

/** The first taken slot after the longest run of empty ones, going round once. */
function beginAfterWidestGap(taken: Uint8Array): number {
  const first = taken.indexOf(1);
  let [widest, begin, run] = [0, first, 0];
  for (let step = 1; step <= slots; step += 1) {
    const slot = (first + step) % slots;
    if (taken[slot] === 0) {
      run += 1;
      continue;
    }
    if (run > widest) [widest, begin] = [run, slot];
    run = 0;
  }
  return begin;
}

function spanOf(values: ArrayLike<number>): { readonly from: number; readonly to: number } {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < values.length; at += 1) {
    from = Math.min(from, values[at]!);
    to = Math.max(to, values[at]!);
  }
  return { from, to };
}
