/**
 * Angle of the point (x, y) in radians, −π to π, in the numeric profile: within 2 ulp, the same 64 bits in every
 * language. Arguments are finite; atan2(0, 0) is 0.
 *
 * The angle of the smaller over the larger coordinate is taken from the nearest of nine stored angles arctan(i/8),
 * and the rest, at most 1/16, by the Taylor series of degree 15 (truncated below 2^−68).
 */
export function atan2(y: number, x: number): number {
  const up = Math.abs(y);
  const along = Math.abs(x);
  if (up === 0 && along === 0) return 0;
  const steep = up > along;
  const eighths = Math.floor((8 * Math.min(up, along)) / Math.max(up, along) + 0.5);
  const slope = eighths / 8;
  const t = steep ? (along - slope * up) / (up + slope * along) : (up - slope * along) / (along + slope * up);
  const z = t * t;
  const series =
    -1 / 3 + z * (1 / 5 + z * (-1 / 7 + z * (1 / 9 + z * (-1 / 11 + z * (1 / 13 + z * (-1 / 15))))));
  const rest = t + t * z * series;
  let angle = arctanHigh[eighths]! + (arctanLow[eighths]! + rest);
  if (steep) angle = halfPi - (angle - halfPiLow);
  if (x < 0) angle = pi - (angle - piLow);
  return y < 0 ? -angle : angle;
}

export const pi = 3.141592653589793;
const piLow = 1.2246467991473532e-16;
const halfPi = 1.5707963267948966;
const halfPiLow = 6.123233995736766e-17;

/** arctan(i/8), i = 0 … 8, as a double and what is left of it. */
const arctanHigh = [
  0, 0.12435499454676144, 0.24497866312686414, 0.35877067027057225, 0.4636476090008061, 0.5585993153435624,
  0.6435011087932844, 0.7188299996216245, 0.7853981633974483,
];
const arctanLow = [
  0, -3.1253241424539383e-18, 1.0698755618734451e-17, -2.4623815582638635e-17, 2.2698777452961687e-17,
  -5.4556305485916264e-18, 1.5834785051444286e-17, -2.1478388444456983e-17, 3.061616997868383e-17,
];
