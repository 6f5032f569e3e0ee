import { pictureFont } from "../../labels/picture-font.ts";
import {
  copiesInView,
  detailEndsAtZoom,
  type MapView,
  originPx,
  worldPointAt,
  worldSizePx,
} from "../geometry/map-view.ts";
import { placeOf, worldX, worldY } from "../geometry/mercator.ts";
import { type BaseShapes, pathUnits } from "./base-shapes.ts";
import type { MapPalette } from "./map-palette.ts";

interface BasePicture {
  readonly view: MapView;
  readonly pixelRatio: number;
  /** Null while they are loaded. */
  readonly shapes: BaseShapes | null;
  readonly palette: MapPalette;
}

/** Water, land, borders and names; where the shapes have no more detail to give, the grid of degrees. */
export function drawBase(context: CanvasRenderingContext2D, picture: BasePicture): void {
  const { view, pixelRatio, shapes, palette } = picture;
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.fillStyle = palette.water;
  context.fillRect(0, 0, view.width, view.height);
  if (shapes !== null) {
    for (const copy of copiesInView(view)) drawCopy(context, { ...picture, shapes, copy });
  }
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  if (view.zoom > detailEndsAtZoom) drawGrid(context, view, palette);
  else if (shapes !== null) drawNames(context, { view, shapes, palette });
}

function drawCopy(
  context: CanvasRenderingContext2D,
  {
    view,
    pixelRatio,
    shapes,
    palette,
    copy,
  }: BasePicture & { readonly shapes: BaseShapes; readonly copy: number },
): void {
  const size = worldSizePx(view.zoom);
  const scale = (size / pathUnits) * pixelRatio;
  const origin = originPx(view);
  context.setTransform(scale, 0, 0, scale, (origin.x + copy * size) * pixelRatio, origin.y * pixelRatio);
  const pixel = pixelRatio / scale;
  context.fillStyle = palette.land;
  context.fill(shapes.land);
  context.lineWidth = pixel;
  context.strokeStyle = palette.border;
  context.stroke(shapes.borders);
  context.strokeStyle = palette.coast;
  context.stroke(shapes.land);
}

const nameFont = pictureFont(11);
const charPx = 6;

/** Those that fit into their country. */
function drawNames(
  context: CanvasRenderingContext2D,
  { view, shapes, palette }: Pick<BasePicture, "view" | "palette"> & { readonly shapes: BaseShapes },
): void {
  const size = worldSizePx(view.zoom);
  const origin = originPx(view);
  context.font = nameFont;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = palette.name;
  for (const copy of copiesInView(view)) {
    for (const { name, x, y, width } of shapes.countries) {
      const px = origin.x + (x + copy) * size;
      const py = origin.y + y * size;
      const isSeen = px > -100 && px < view.width + 100 && py > 0 && py < view.height;
      if (isSeen && width * size > name.length * charPx * 1.3) context.fillText(name, px, py);
    }
  }
}

/** Degrees from one line to the next, so that lines are some hundred pixels apart. */
const gridStepsDeg = [1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005];
const gridPx = 110;

function drawGrid(context: CanvasRenderingContext2D, view: MapView, palette: MapPalette): void {
  const size = worldSizePx(view.zoom);
  const step = gridStepsDeg.findLast((degrees) => (degrees / 360) * size >= gridPx) ?? gridStepsDeg[0]!;
  const origin = originPx(view);
  const northWest = placeOf(worldPointAt(view, { x: 0, y: 0 }));
  const southEast = placeOf(worldPointAt(view, { x: view.width, y: view.height }));
  context.strokeStyle = palette.grid;
  context.fillStyle = palette.name;
  context.lineWidth = 1;
  context.font = nameFont;
  context.textAlign = "left";
  context.textBaseline = "bottom";
  for (const latDeg of multiples(step, southEast.latDeg, northWest.latDeg)) {
    const y = Math.round(origin.y + worldY(latDeg) * size) + 0.5;
    line(context, [0, y], [view.width, y]);
    context.fillText(degreeLabel(latDeg, "N", "S"), 4, y - 2);
  }
  // Across the antimeridian the east is beyond 180 degrees.
  const east = southEast.lonDeg + (southEast.lonDeg < northWest.lonDeg ? 360 : 0);
  for (const lonDeg of multiples(step, northWest.lonDeg, east)) {
    const share = (lonDeg - northWest.lonDeg) / (east - northWest.lonDeg);
    const x = Math.round(share * view.width) + 0.5;
    line(context, [x, 0], [x, view.height]);
    context.fillText(degreeLabel((worldX(lonDeg) - 0.5) * 360, "E", "W"), x + 3, 14);
  }
}

/** All multiples of a step between two values. */
function multiples(step: number, from: number, to: number): readonly number[] {
  const first = Math.ceil(from / step);
  return Array.from(
    { length: Math.max(0, Math.floor(to / step) - first + 1) },
    (_, at) => (first + at) * step,
  );
}

function line(
  context: CanvasRenderingContext2D,
  from: readonly [x: number, y: number],
  to: readonly [x: number, y: number],
): void {
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(...to);
  context.stroke();
}

function degreeLabel(degrees: number, positive: string, negative: string): string {
  const size = Number(Math.abs(degrees).toFixed(3));
  return `${size}° ${degrees < 0 ? negative : positive}`;
}
