import { wrapped, type WorldPoint } from "./mercator.ts";

/** What of the world is in the window: its middle, how near, and the window's size in CSS pixels. */
export interface MapView {
  readonly center: WorldPoint;
  /** As of web maps: at 0 the world is 256 pixels wide, and each step doubles it. */
  readonly zoom: number;
  readonly width: number;
  readonly height: number;
}

export const leastZoom = 0;
export const greatestZoom = 17;
/** Natural Earth's 1:50 million shapes are honest to about here; beyond, coasts would only pretend. */
export const detailEndsAtZoom = 8;

export function worldSizePx(zoom: number): number {
  return 256 * 2 ** zoom;
}

/** The view as it may be: between the zooms, never beyond the poles, and its middle on the world. */
export function settled(view: MapView): MapView {
  const smallest = Math.max(leastZoom, Math.log2(Math.max(view.width / 2, view.height) / 256));
  const zoom = Math.min(greatestZoom, Math.max(smallest, view.zoom));
  const half = view.height / 2 / worldSizePx(zoom);
  const y = half >= 0.5 ? 0.5 : Math.min(1 - half, Math.max(half, view.center.y));
  return { ...view, zoom, center: { x: wrapped(view.center.x), y } };
}

/** The world moved under the window by that many pixels. */
export function panned(view: MapView, dx: number, dy: number): MapView {
  const size = worldSizePx(view.zoom);
  return settled({ ...view, center: { x: view.center.x - dx / size, y: view.center.y - dy / size } });
}

/** Nearer or farther, with what is under that pixel kept there. */
export function zoomed(view: MapView, by: number, at: { readonly x: number; readonly y: number }): MapView {
  const before = worldPointAt(view, at);
  const { zoom } = settled({ ...view, zoom: view.zoom + by });
  const size = worldSizePx(zoom);
  const center = {
    x: before.x - (at.x - view.width / 2) / size,
    y: before.y - (at.y - view.height / 2) / size,
  };
  return settled({ ...view, zoom, center });
}

type Pixel = { readonly x: number; readonly y: number };

/** One finger drags what is under it along; two keep what is under each there, as far as north stays up. */
export function held(view: MapView, from: readonly Pixel[], to: readonly Pixel[]): MapView {
  const [before, after] = [middle(from), middle(to)];
  const moved = panned(view, after.x - before.x, after.y - before.y);
  const [was, is] = [spread(from), spread(to)];
  return was === 0 || is === 0 ? moved : zoomed(moved, Math.log2(is / was), after);
}

function middle(all: readonly Pixel[]): Pixel {
  const sum = all.reduce((so, { x, y }) => ({ x: so.x + x, y: so.y + y }));
  return { x: sum.x / all.length, y: sum.y / all.length };
}

function spread([one, other]: readonly Pixel[]): number {
  return one === undefined || other === undefined ? 0 : Math.hypot(other.x - one.x, other.y - one.y);
}

/** What is under a pixel; `x` may be beyond 0 to 1, on a further copy of the world. */
export function worldPointAt(view: MapView, at: { readonly x: number; readonly y: number }): WorldPoint {
  const size = worldSizePx(view.zoom);
  return {
    x: view.center.x + (at.x - view.width / 2) / size,
    y: view.center.y + (at.y - view.height / 2) / size,
  };
}

/** Pixel of the world's west edge and north edge: of the copy whose middle is nearest the window's. */
export function originPx(view: MapView): { readonly x: number; readonly y: number } {
  const size = worldSizePx(view.zoom);
  return { x: view.width / 2 - view.center.x * size, y: view.height / 2 - view.center.y * size };
}

/** Copies of the world in the window, as whole steps to the east: `[-1, 0]` with the antimeridian in view. */
export function copiesInView(view: MapView): readonly number[] {
  const size = worldSizePx(view.zoom);
  const { x } = originPx(view);
  const first = Math.floor(-x / size);
  const last = Math.floor((view.width - 1 - x) / size);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** Pixel of a point on the copy of the world that is nearest the middle of the window. */
export function pixelOf(view: MapView, point: WorldPoint): { readonly x: number; readonly y: number } {
  const size = worldSizePx(view.zoom);
  const across = wrapped(point.x - view.center.x + 0.5) - 0.5;
  return {
    x: view.width / 2 + across * size,
    y: view.height / 2 + (point.y - view.center.y) * size,
  };
}
