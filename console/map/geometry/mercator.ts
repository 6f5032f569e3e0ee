/** A place on the flat map. The whole world is a square of side 1: `x` grows to the east, `y` to the south. */
export interface WorldPoint {
  readonly x: number;
  readonly y: number;
}

/** A place on the Earth. Named members: the API writes [lat, lon], map code elsewhere [lon, lat]. */
export interface Place {
  readonly latDeg: number;
  readonly lonDeg: number;
}

/** Web Mercator is a square and ends here; the poles are drawn on its edge. */
export const edgeLatitudeDeg = (Math.atan(Math.sinh(Math.PI)) * 180) / Math.PI;

/** Spherical Mercator (EPSG:3857) onto the square. Beyond the edge latitude a place stands on the edge. */
export function worldPointOf({ latDeg, lonDeg }: Place): WorldPoint {
  return { x: worldX(lonDeg), y: worldY(latDeg) };
}

export function worldX(lonDeg: number): number {
  return wrapped(lonDeg / 360 + 0.5);
}

export function worldY(latDeg: number): number {
  const lat = Math.min(edgeLatitudeDeg, Math.max(-edgeLatitudeDeg, latDeg));
  const sine = Math.sin((lat * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return Math.min(1, Math.max(0, y));
}

export function placeOf({ x, y }: WorldPoint): Place {
  const latDeg = (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
  return { latDeg, lonDeg: (wrapped(x) - 0.5) * 360 };
}

/** Length of the whole equator, of which a step of 1 in the square is the share cos(latitude). WGS 84. */
const equatorM = 2 * Math.PI * 6_378_137;

/** Metres on the ground of a step of 1 in the square, at that height of it. */
export function metresAcross(y: number): number {
  return equatorM / Math.cosh(Math.PI * (1 - 2 * y));
}

/** Onto 0 to 1: one step to the east of the antimeridian is its west. */
export function wrapped(x: number): number {
  return x - Math.floor(x);
}
