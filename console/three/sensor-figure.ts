import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  SphereGeometry,
  type Object3D,
} from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import type { Vector } from "../scene/pose.ts";
import { edgesOf, type DrawnSensor, type ViewShape } from "../scene/view-shape.ts";

export interface SensorColors {
  /** Of the baseline, dashed. */
  readonly baseline: string;
  /** Of now, solid. */
  readonly now: string;
}

/** Sensors beside the one that is looked at. */
const fadedOpacity = 0.2;

/** One sensor: its baseline dashed, where it looks now solid, the surface between its rays filled. */
export function sensorFigure(
  drawn: DrawnSensor,
  colors: SensorColors,
  { isFaded, hasHousing }: { readonly isFaded: boolean; readonly hasHousing: boolean },
): Group {
  const opacity = isFaded ? fadedOpacity : 1;
  const group = new Group();
  if (hasHousing) group.add(housing(drawn.now.origin, { color: colors.now, opacity }));
  if (drawn.blurM > 0) group.add(blur(drawn, { color: colors.now, opacity: 0.13 * opacity }));
  // Only the size of its error is measured.
  if (drawn.sensor.shows === "size") return group;
  group.add(
    lines(edgesOf(drawn.baseline, drawn.sensor.shows), {
      color: colors.baseline,
      opacity,
      width: 1.5,
      isDashed: true,
    }),
    lines(edgesOf(drawn.now, drawn.sensor.shows), {
      color: colors.now,
      opacity,
      width: isFaded ? 1.5 : 2.5,
      isDashed: false,
    }),
    fill(drawn.now, { color: colors.now, opacity: 0.13 * opacity }),
  );
  return group;
}

interface Paint {
  readonly color: string;
  readonly opacity: number;
}

function lines(
  segments: readonly Vector[],
  { color, opacity, width, isDashed }: Paint & { readonly width: number; readonly isDashed: boolean },
): Object3D {
  const geometry = new LineSegmentsGeometry();
  geometry.setPositions(segments.flat());
  const material = new LineMaterial({
    color,
    linewidth: width,
    dashed: isDashed,
    dashSize: 0.16,
    gapSize: 0.12,
    transparent: opacity < 1,
    opacity,
  });
  const drawn = new LineSegments2(geometry, material);
  if (isDashed) drawn.computeLineDistances();
  return drawn;
}

function fill({ origin, far }: ViewShape, { color, opacity }: Paint): Object3D {
  const geometry = new BufferGeometry();
  const corners = [origin, ...far];
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(corners.flat()), 3));
  geometry.setIndex(far.slice(1).flatMap((_, at) => [0, at + 1, at + 2]));
  return new Mesh(geometry, seeThrough({ color, opacity }));
}

function housing([x, y, z]: Vector, { color, opacity }: Paint): Object3D {
  const ball = new Mesh(
    new SphereGeometry(0.07, 16, 12),
    new MeshBasicMaterial({ color, opacity, transparent: opacity < 1 }),
  );
  ball.position.set(x, y, z);
  return ball;
}

/** An error whose direction is not known is a ball, not an arrow. */
function blur({ now, blurM }: DrawnSensor, paint: Paint): Object3D {
  const ball = new Mesh(new SphereGeometry(blurM, 24, 16), seeThrough(paint));
  ball.position.set(...now.origin);
  return ball;
}

function seeThrough({ color, opacity }: Paint): MeshBasicMaterial {
  // Surfaces one sees through must not hide each other.
  return new MeshBasicMaterial({ color, opacity, transparent: true, depthWrite: false, side: DoubleSide });
}
