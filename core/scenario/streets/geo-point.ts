/** WGS 84. */
const equatorM = 6_378_137;
const flattening = 1 / 298.257223563;
const eccentricity2 = flattening * (2 - flattening);

export interface GeoPoint {
  readonly latDeg: number;
  readonly lonDeg: number;
}

/**
 * Where on earth a place of the street plane is: east and north of `[latitude, longitude]`, as `map_center` is written.
 * The plane touches the ellipsoid there (Torge & Müller, Geodesy, 4th ed., 4.1); right at the poles and across ±180°.
 */
export function geoPoint(
  [centreLatDeg, centreLonDeg]: readonly [number, number],
  { xM, yM }: { readonly xM: number; readonly yM: number },
): GeoPoint {
  const lat = radians(centreLatDeg);
  const lon = radians(centreLonDeg);
  const [sinLat, cosLat] = [Math.sin(lat), Math.cos(lat)];
  const normalM = equatorM / Math.sqrt(1 - eccentricity2 * sinLat * sinLat);

  // Earth-centred, in the meridian plane of the centre: out from the axis, east of that plane, along the axis.
  const outM = normalM * cosLat - yM * sinLat;
  const alongM = normalM * (1 - eccentricity2) * sinLat + yM * cosLat;
  const fromAxisM = Math.hypot(outM, xM);
  const turnedRad = Math.atan2(xM, outM);
  return {
    latDeg: degrees(geodeticLatitude(fromAxisM, alongM)),
    lonDeg: wrapDegrees(degrees(lon + turnedRad)),
  };
}

/** Bowring (1976): below a micrometre near the ground. */
function geodeticLatitude(fromAxisM: number, alongM: number): number {
  const poleM = equatorM * (1 - flattening);
  const reduced = Math.atan2(alongM * equatorM, fromAxisM * poleM);
  const secondEccentricity2 = eccentricity2 / (1 - eccentricity2);
  return Math.atan2(
    alongM + secondEccentricity2 * poleM * Math.sin(reduced) ** 3,
    fromAxisM - eccentricity2 * equatorM * Math.cos(reduced) ** 3,
  );
}

function radians(deg: number): number {
  return (deg * Math.PI) / 180;
}

function degrees(rad: number): number {
  return (rad * 180) / Math.PI;
}

function wrapDegrees(deg: number): number {
  return deg - 360 * Math.round(deg / 360);
}
