import { hull } from "./hull.ts";
import type { ShownSensor } from "./shown-sensor.ts";
import type { Vector } from "./pose.ts";
import { outlines, wheels, type Point } from "./vehicle-shape.ts";
import { drawnSensor, edgesOf } from "./view-shape.ts";

export const flatViews = ["top", "side", "front"] as const;
export type FlatView = (typeof flatViews)[number];

/** A flat drawing of the vehicle and its sensors: what to draw, in metres, x to the right and y down. */
export interface PoseDrawing {
  readonly view: FlatView;
  /** left, top, width, height. */
  readonly box: readonly [number, number, number, number];
  readonly body: readonly string[];
  readonly sensors: readonly DrawnField[];
}

export interface DrawnField {
  readonly id: string;
  readonly isFaded: boolean;
  readonly baseline: string;
  readonly now: string;
  /** The surface between the rays of the present pose. */
  readonly surface: string;
  readonly at: Point;
  readonly blurM: number;
}

export interface FlatPoses {
  readonly sensors: readonly ShownSensor[];
  readonly factor: number;
  readonly focus: string | null;
}

/** The same geometry as the picture in space, seen from above, from its right and from ahead. */
export function poseDrawing(view: FlatView, { sensors, factor, focus }: FlatPoses): PoseDrawing {
  const flat = (vectors: readonly Vector[]) => vectors.map((vector) => flattened(view, vector));
  const all = sensors.map((sensor) => ({ sensor, drawn: drawnSensor(sensor, factor) }));
  const reached = all.flatMap(({ drawn: { baseline, now, blurM } }) => {
    const [x, y, z] = now.origin;
    const ball: readonly Vector[] = [-blurM, blurM].map((by) => [x + by, y + by, z + by]);
    return [...baseline.far, ...now.far, ...ball];
  });
  return {
    view,
    box: boxAround(boxes[view], flat(reached)),
    body: bodyOf(view),
    sensors: all.map(({ sensor, drawn }) => {
      return {
        id: sensor.id,
        isFaded: focus !== null && focus !== sensor.id,
        baseline: segmentsPath(flat(edgesOf(drawn.baseline, sensor.shows))),
        now: segmentsPath(flat(edgesOf(drawn.now, sensor.shows))),
        surface: closedPath(hull(flat([drawn.now.origin, ...drawn.now.far]))),
        at: flattened(view, drawn.now.origin),
        blurM: drawn.blurM,
      };
    }),
  };
}

const boxes: Readonly<Record<FlatView, PoseDrawing["box"]>> = {
  top: [-2.6, -3.6, 13, 7.2],
  side: [-2.6, -4.1, 13, 5],
  front: [-4, -4.1, 8, 5],
};

/** The usual place, and what a drift that is drawn large has beyond it; the vehicle must not become a dot for that. */
function boxAround(usual: PoseDrawing["box"], points: readonly Point[]): PoseDrawing["box"] {
  const [left, top, width, height] = usual;
  const [fromX, toX] = stretched(
    [left, left + width],
    points.map(([x]) => x),
  );
  const [fromY, toY] = stretched(
    [top, top + height],
    points.map(([, y]) => y),
  );
  return [fromX, fromY, toX - fromX, toY - fromY];
}

function stretched([from, to]: readonly [number, number], places: readonly number[]): [number, number] {
  const least = Math.min(from, ...places.map((at) => at - marginM));
  const most = Math.max(to, ...places.map((at) => at + marginM));
  const length = to - from;
  return [Math.max(least, from - length), Math.min(most, to + length)];
}

const marginM = 0.2;

function flattened(view: FlatView, [x, y, z]: Vector): Point {
  switch (view) {
    case "top":
      return [x, -y];
    case "side":
      return [x, -z];
    case "front":
      return [y, -z];
  }
}

function bodyOf(view: FlatView): readonly string[] {
  const up = (points: readonly Point[]) => closedPath(points.map(([x, y]): Point => [x, -y]));
  const { radius, width } = wheels;
  switch (view) {
    case "top":
      return [up(outlines.top.body), up(outlines.top.cabin), up(outlines.top.roof)];
    case "side":
      return [
        up(outlines.side.body),
        up(outlines.side.cabin),
        ...wheels.at.filter(([, y]) => y < 0).map(([x, , z]) => circlePath([x, -z], radius)),
      ];
    case "front":
      return [
        up(outlines.front.cabin),
        up(outlines.front.body),
        ...wheels.at
          .filter(([x]) => x > 0)
          .map(([, y, z]) => closedPath(rectangle([y, -z], width / 2, radius))),
      ];
  }
}

function segmentsPath(points: readonly Point[]): string {
  return points.map((point, at) => `${at % 2 === 0 ? "M" : "L"}${written(point)}`).join("");
}

function closedPath(points: readonly Point[]): string {
  if (points.length === 0) return "";
  return `${points.map((point, at) => `${at === 0 ? "M" : "L"}${written(point)}`).join("")}Z`;
}

function circlePath([x, y]: Point, radius: number): string {
  const arc = `a${radius} ${radius} 0 1 0`;
  return `M${written([x - radius, y])}${arc} ${2 * radius} 0${arc} ${-2 * radius} 0Z`;
}

function rectangle([x, y]: Point, halfWidth: number, halfHeight: number): readonly Point[] {
  return [
    [x - halfWidth, y - halfHeight],
    [x + halfWidth, y - halfHeight],
    [x + halfWidth, y + halfHeight],
    [x - halfWidth, y + halfHeight],
  ];
}

/** Millimetres are finer than any screen, and −0 is not a place. */
function written([x, y]: Point): string {
  return `${Math.round(x * 1000) / 1000 + 0} ${Math.round(y * 1000) / 1000 + 0}`;
}
