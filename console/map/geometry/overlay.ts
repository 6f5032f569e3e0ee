import { type MapView, worldSizePx } from "./map-view.ts";
import { wrapped } from "./mercator.ts";

/** How a picture of one view lies over another view: each of its pixels is scaled, then moved. */
export interface Overlay {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export function overlayOf(drawn: MapView, view: MapView): Overlay {
  const size = worldSizePx(view.zoom);
  const scale = size / worldSizePx(drawn.zoom);
  // The shorter way round: a picture near the antimeridian has both sides of it.
  const east = wrapped(drawn.center.x - view.center.x + 0.5) - 0.5;
  const south = drawn.center.y - view.center.y;
  return {
    scale,
    x: view.width / 2 + east * size - (drawn.width / 2) * scale,
    y: view.height / 2 + south * size - (drawn.height / 2) * scale,
  };
}

/** Whether the picture reaches every edge of the window. */
export function covers(drawn: MapView, { scale, x, y }: Overlay, window: MapView): boolean {
  const isWide = x <= hairPx && x + drawn.width * scale >= window.width - hairPx;
  return isWide && y <= hairPx && y + drawn.height * scale >= window.height - hairPx;
}

/** What rounding may leave at an edge, far less than a pixel. */
const hairPx = 1e-3;
