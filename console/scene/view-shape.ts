import { exaggerated, placed, type Pose, type Vector } from "./pose.ts";
import type { ShownSensor, Shows } from "./shown-sensor.ts";

/**
 * How far a field of view is drawn: not the reach of the sensor, which would leave the picture. Where only the size of an
 * error is measured there is none, for there is no direction to draw.
 */
export const drawnReachM: Readonly<Record<Shows, number>> = { turn: 5, range: 3.5, size: 0 };

/** The field of view of a sensor: its lines, and the surface at its far end. */
export interface ViewShape {
  readonly origin: Vector;
  /** Corners of the far end, in order around it. */
  readonly far: readonly Vector[];
  /** The far end of the axis. */
  readonly tip: Vector;
}

/** Baseline and now of one sensor, as both are drawn: the drift multiplied, the baseline as it is. */
export interface DrawnSensor {
  readonly sensor: ShownSensor;
  readonly baseline: ViewShape;
  readonly now: ViewShape;
  /** Radius of the ball that stands for an error without a direction, metres; 0 for none. */
  readonly blurM: number;
}

export function drawnSensor(sensor: ShownSensor, factor: number): DrawnSensor {
  const pose = exaggerated(sensor.baseline, sensor.now, factor);
  const reachM = drawnReachM[sensor.shows];
  const shiftM = sensor.shows === "range" ? sensor.rangeShiftM * factor : 0;
  return {
    sensor,
    baseline: viewShape(sensor, sensor.baseline, reachM),
    // A bias that would turn the field inside out is drawn as one that nearly closes it.
    now: viewShape(sensor, pose, Math.max(Math.min(0.2, reachM), reachM + shiftM)),
    blurM: sensor.shows === "size" ? Math.max(0, sensor.errorGrowthM) * factor : 0,
  };
}

function viewShape(sensor: ShownSensor, pose: Pose, reachM: number): ViewShape {
  return {
    origin: pose.at,
    far: farEnd(sensor, reachM).map((point) => placed(pose, point)),
    tip: placed(pose, [reachM, 0, 0]),
  };
}

function farEnd(sensor: ShownSensor, reachM: number): readonly Vector[] {
  switch (sensor.shows) {
    case "turn":
      return frustumEnd(sensor, reachM);
    case "range":
      return arcEnd(sensor, reachM);
    case "size":
      return [];
  }
}

function frustumEnd({ hfovDeg, vfovDeg }: ShownSensor, reachM: number): readonly Vector[] {
  const y = reachM * halfTangent(hfovDeg);
  const z = reachM * halfTangent(vfovDeg);
  return [
    [reachM, y, z],
    [reachM, -y, z],
    [reachM, -y, -z],
    [reachM, y, -z],
  ];
}

/** Where distances are measured the field is a sector: what is seen at one distance lies on an arc. */
function arcEnd({ hfovDeg }: ShownSensor, reachM: number): readonly Vector[] {
  const half = (hfovDeg * Math.PI) / 360;
  const steps = Math.max(8, Math.round(hfovDeg / 6));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = half - (2 * half * step) / steps;
    return [reachM * Math.cos(angle), reachM * Math.sin(angle), 0];
  });
}

/** A fisheye sees more than a flat far end can show: such a field is drawn as wide as it can be. */
const widestHalfDeg = 75;

function halfTangent(angleDeg: number): number {
  return Math.tan((Math.min(angleDeg / 2, widestHalfDeg) * Math.PI) / 180);
}

/** The lines of a field, two points each: one that can turn has edges, one whose reach changes two sides and an arc. Both show their axis. */
export function edgesOf({ origin, far, tip }: ViewShape, shows: Shows): readonly Vector[] {
  const [first, last] = [far[0], far.at(-1)];
  if (first === undefined || last === undefined) return [];
  const around = shows === "turn" ? [...far, first] : far;
  const end = around.slice(1).flatMap((corner, at) => [around[at] ?? corner, corner]);
  const rays = shows === "turn" ? far : [first, last];
  return [...end, ...rays.flatMap((corner) => [origin, corner]), origin, tip];
}
