/** A place in the plane and a direction. x east, y north, metres; the heading counter-clockwise from east, radians. */
export interface Pose {
  readonly xM: number;
  readonly yM: number;
  readonly headingRad: number;
}

/** A line (curvature 0) or an arc that begins at its pose; a positive curvature turns left. */
export interface PathPiece extends Pose {
  readonly lengthM: number;
  readonly curvaturePerM: number;
}

export interface Point {
  readonly xM: number;
  readonly yM: number;
}

/** A piece shorter than this is left out: nobody can drive or draw it. */
const shortestPieceM = 1e-9;

export function poseAlong({ xM, yM, headingRad, curvaturePerM }: PathPiece, sM: number): Pose {
  if (curvaturePerM === 0) {
    return { xM: xM + sM * Math.cos(headingRad), yM: yM + sM * Math.sin(headingRad), headingRad };
  }
  const turnedRad = headingRad + curvaturePerM * sM;
  return {
    xM: xM + (Math.sin(turnedRad) - Math.sin(headingRad)) / curvaturePerM,
    yM: yM - (Math.cos(turnedRad) - Math.cos(headingRad)) / curvaturePerM,
    headingRad: turnedRad,
  };
}

export function pathLengthM(path: readonly PathPiece[]): number {
  return path.reduce((sum, { lengthM }) => sum + lengthM, 0);
}

/** The pose at any distance along the path; before its beginning and after its end, that of the end nearer by. */
export function followPath(path: readonly PathPiece[]): (sM: number) => Pose {
  const startsM: number[] = [];
  let lengthM = 0;
  for (const piece of path) {
    startsM.push(lengthM);
    lengthM += piece.lengthM;
  }
  return (sM) => {
    const within = Math.min(Math.max(0, sM), lengthM);
    const at = lastAtMost(startsM, within);
    return poseAlong(path[at]!, within - startsM[at]!);
  };
}

function lastAtMost(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (ascending[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * From one pose to another: straight on, an arc, straight on, tangent everywhere. The arc's radius is the largest that
 * fits, or the one given. The two straights must meet ahead of the start and behind the end.
 */
export function roundCorner(start: Pose, end: Pose, largestRadiusM = Number.POSITIVE_INFINITY): PathPiece[] {
  const dxM = end.xM - start.xM;
  const dyM = end.yM - start.yM;
  const turnRad = wrapAngle(end.headingRad - start.headingRad);
  if (Math.abs(turnRad) < 1e-9) return [{ ...start, lengthM: Math.hypot(dxM, dyM), curvaturePerM: 0 }];

  const sine = Math.sin(turnRad);
  const beforeM = (dxM * Math.sin(end.headingRad) - dyM * Math.cos(end.headingRad)) / sine;
  const afterM = (dyM * Math.cos(start.headingRad) - dxM * Math.sin(start.headingRad)) / sine;
  if (!(beforeM > 0 && afterM > 0)) throw new RangeError("the two straights do not meet between the poses");

  const slope = Math.tan(Math.abs(turnRad) / 2);
  const radiusM = Math.min(largestRadiusM, Math.min(beforeM, afterM) / slope);
  const tangentM = radiusM * slope;
  return chainPieces(start, [
    { lengthM: beforeM - tangentM, curvaturePerM: 0 },
    { lengthM: radiusM * Math.abs(turnRad), curvaturePerM: Math.sign(turnRad) / radiusM },
    { lengthM: afterM - tangentM, curvaturePerM: 0 },
  ]);
}

function chainPieces(
  start: Pose,
  shapes: readonly Pick<PathPiece, "lengthM" | "curvaturePerM">[],
): PathPiece[] {
  const path: PathPiece[] = [];
  let from = start;
  for (const shape of shapes) {
    if (shape.lengthM < shortestPieceM) continue;
    const piece = { ...from, ...shape };
    path.push(piece);
    from = poseAlong(piece, piece.lengthM);
  }
  return path;
}

/** The path at a constant distance to the left; to the right where the distance is negative. */
export function offsetPath(path: readonly PathPiece[], leftM: number): PathPiece[] {
  return path.map((piece) => {
    const stretch = 1 - piece.curvaturePerM * leftM;
    if (stretch <= 0) throw new RangeError("the offset is beyond the centre of an arc");
    return {
      ...aside(piece, leftM),
      lengthM: piece.lengthM * stretch,
      curvaturePerM: piece.curvaturePerM / stretch,
    };
  });
}

/** The pose moved to its left (to its right where negative), looking the same way. */
export function aside({ xM, yM, headingRad }: Pose, leftM: number): Pose {
  return { xM: xM - leftM * Math.sin(headingRad), yM: yM + leftM * Math.cos(headingRad), headingRad };
}

/** The same line or arc, driven the other way. */
export function reversePiece(piece: PathPiece): PathPiece {
  const end = poseAlong(piece, piece.lengthM);
  return {
    ...end,
    headingRad: wrapAngle(end.headingRad + Math.PI),
    lengthM: piece.lengthM,
    curvaturePerM: piece.curvaturePerM === 0 ? 0 : -piece.curvaturePerM,
  };
}

/** Points along the path, both ends among them, arcs in steps of at most the angle given. */
export function tracePath(path: readonly PathPiece[], stepRad = Math.PI / 18): Point[] {
  const points = path.flatMap((piece) => {
    const steps = Math.max(1, Math.ceil((piece.lengthM * Math.abs(piece.curvaturePerM)) / stepRad));
    return Array.from({ length: steps }, (_, step) =>
      pointOf(poseAlong(piece, (piece.lengthM * step) / steps)),
    );
  });
  const last = path.at(-1);
  return last === undefined ? points : [...points, pointOf(poseAlong(last, last.lengthM))];
}

function pointOf({ xM, yM }: Pose): Point {
  return { xM, yM };
}

/** The same direction within −π…π. */
export function wrapAngle(rad: number): number {
  return rad - 2 * Math.PI * Math.round(rad / (2 * Math.PI));
}
