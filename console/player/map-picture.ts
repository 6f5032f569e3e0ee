import { junctionOutline } from "../../core/scenario/streets/junctions.ts";
import { boxCorners } from "../../core/scenario/streets/buildings.ts";
import { geoPoint } from "../../core/scenario/streets/geo-point.ts";
import type { StreetNetwork } from "../../core/scenario/streets/generate-streets.ts";
import { pictureFont } from "../labels/picture-font.ts";
import { hull } from "../scene/hull.ts";
import type { PicturePalette } from "../scene/picture-palette.ts";
import type { Vector } from "../scene/pose.ts";
import { streetOutline } from "../scene/street-shapes.ts";
import { drawnSensor } from "../scene/view-shape.ts";
import type { PlayerFrame } from "./player-frame.ts";
import type { Story } from "./story/story.ts";

/** Metres across the picture. */
const shownM = 150;
/** Fields of view on the map reach this many times as far as beside the vehicle. */
const fieldScale = 4;

interface MapView {
  readonly palette: PicturePalette;
  readonly now: string;
  readonly factor: number;
}

/** The generated streets from above, north up, with the vehicle in the middle. */
export class MapPicture {
  readonly #canvas: HTMLCanvasElement;
  readonly #story: Story;
  readonly #streets: Path2D;
  readonly #buildings: Path2D;

  constructor(canvas: HTMLCanvasElement, story: Story) {
    this.#canvas = canvas;
    this.#story = story;
    this.#streets = streetsPath(story.network);
    this.#buildings = polygons(story.network.buildings.map((building) => boxCorners(building)));
  }

  draw(frame: PlayerFrame, view: MapView): void {
    const context = this.#canvas.getContext("2d");
    if (context === null) return;
    const { width, height } = this.#canvas;
    const scale = Math.max(width, height) / shownM;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = view.palette.hover;
    context.fillRect(0, 0, width, height);
    // North up: y grows upwards in the streets and downwards on a canvas.
    context.setTransform(
      scale,
      0,
      0,
      -scale,
      width / 2 - scale * frame.ego.xM,
      height / 2 + scale * frame.ego.yM,
    );
    this.#drawTown(context, view.palette);
    drawVehicle(context, frame, view);
    context.setTransform(1, 0, 0, 1, 0, 0);
    this.#drawMargin(context, { frame, view, scale });
  }

  #drawTown(context: CanvasRenderingContext2D, palette: PicturePalette): void {
    context.fillStyle = palette.line;
    context.fill(this.#buildings);
    context.fillStyle = palette.panel;
    context.fill(this.#streets);
    context.strokeStyle = palette.control;
    context.lineWidth = 0.2;
    context.stroke(this.#streets);
  }

  #drawMargin(
    context: CanvasRenderingContext2D,
    { frame, view, scale }: { readonly frame: PlayerFrame; readonly view: MapView; readonly scale: number },
  ): void {
    const { width, height } = this.#canvas;
    const ratio = this.#canvas.width / Math.max(1, this.#canvas.clientWidth);
    const { latDeg, lonDeg } = geoPoint(
      this.#story.feed.parameters.visualizer.map_center as [number, number],
      frame.ego,
    );
    context.fillStyle = view.palette.text;
    context.font = pictureFont(12 * ratio);
    const place = `${latDeg.toFixed(5)}°, ${lonDeg.toFixed(5)}°`.replaceAll("-", "\u2212");
    context.fillText(`${place} · streets made from the seed, not a map of the place`, 12 * ratio, 20 * ratio);
    const barM = 20;
    const left = width - 12 * ratio - barM * scale;
    context.fillRect(left, height - 14 * ratio, barM * scale, 3 * ratio);
    context.textAlign = "right";
    context.fillText(`${barM} m · north is up`, width - 12 * ratio, height - 22 * ratio);
    context.textAlign = "left";
  }
}

function drawVehicle(context: CanvasRenderingContext2D, frame: PlayerFrame, view: MapView): void {
  const { xM, yM, headingRad } = frame.ego;
  const onMap = ([x, y]: Vector): readonly [number, number] => [
    xM + x * Math.cos(headingRad) - y * Math.sin(headingRad),
    yM + x * Math.sin(headingRad) + y * Math.cos(headingRad),
  ];
  for (const sensor of frame.sensors) {
    const { baseline, now } = drawnSensor(sensor, view.factor);
    for (const [shape, isNow] of [
      [baseline, false],
      [now, true],
    ] as const) {
      if (shape.far.length === 0) continue;
      const out = shape.far.map((point) => onMap(stretched(shape.origin, point)));
      tracePolygon(context, hull([onMap(shape.origin), ...out]));
      context.setLineDash(isNow ? [] : [2, 1.5]);
      context.lineWidth = isNow ? 0.6 : 0.4;
      context.strokeStyle = isNow ? view.now : view.palette.text;
      context.stroke();
    }
  }
  context.setLineDash([]);
  tracePolygon(
    context,
    body.map((point) => onMap(point)),
  );
  context.fillStyle = view.now;
  context.fill();
}

/** The vehicle on the map: a box with a pointed front. */
const body: readonly Vector[] = [
  [-0.9, 0.9, 0],
  [2.9, 0.9, 0],
  [3.7, 0, 0],
  [2.9, -0.9, 0],
  [-0.9, -0.9, 0],
];

function stretched([ox, oy, oz]: Vector, [x, y, z]: Vector): Vector {
  return [ox + (x - ox) * fieldScale, oy + (y - oy) * fieldScale, oz + (z - oz) * fieldScale];
}

function tracePolygon(
  context: CanvasRenderingContext2D,
  points: readonly (readonly [number, number])[],
): void {
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  context.closePath();
}

/** Streets and junctions as one surface. */
function streetsPath({ streets, junctions }: StreetNetwork): Path2D {
  return polygons([
    ...streets.map((street) => streetOutline(street)),
    ...junctions.map((junction) => junctionOutline(junction)),
  ]);
}

function polygons(outlines: readonly (readonly { readonly xM: number; readonly yM: number }[])[]): Path2D {
  const path = new Path2D();
  for (const outline of outlines) {
    for (const [at, { xM, yM }] of outline.entries()) {
      if (at === 0) path.moveTo(xM, yM);
      else path.lineTo(xM, yM);
    }
    path.closePath();
  }
  return path;
}
