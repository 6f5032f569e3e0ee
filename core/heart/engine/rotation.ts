import { atan2, PI } from "./numeric.ts";

/**
 * Rotations: a matrix of nine numbers in row order, a unit quaternion of four with the scalar part first, a rotation vector
 * of three in degrees. All of them stand in memory, as doubles that follow each other.
 */

function at(base: usize, index: i32): f64 {
  return f64.load(base + (usize(index) << 3));
}
function set(base: usize, index: i32, value: f64): void {
  f64.store(base + (usize(index) << 3), value);
}

/**
 * The rotation nearest to a matrix whose determinant is above 0, in the sum of squares of its entries: the orthogonal factor
 * of its polar decomposition by Newton's iteration X ← (X + X⁻ᵀ)/2 (Higham 1986). The matrix is written over.
 */
export function projectRotation(matrix: usize, quaternion: usize): void {
  for (let step: i32 = 0; step < 20; step++) {
    if (stepTowardsRotation(matrix) < 1e-15) break;
  }
  toQuaternion(matrix, quaternion);
}
/** A cofactor of the matrix: over the determinant, an entry of the transposed inverse. */
function cofactor(m: usize, row: i32, column: i32): f64 {
  const r1: i32 = row === 2 ? 0 : row + 1;
  const r2: i32 = r1 === 2 ? 0 : r1 + 1;
  const c1: i32 = column === 2 ? 0 : column + 1;
  const c2: i32 = c1 === 2 ? 0 : c1 + 1;
  return at(m, 3 * r1 + c1) * at(m, 3 * r2 + c2) - at(m, 3 * r1 + c2) * at(m, 3 * r2 + c1);
}
const COFACTORS: usize = 64;
function stepTowardsRotation(m: usize): f64 {
  for (let i: i32 = 0; i < 9; i++) {
    const row: i32 = i < 3 ? 0 : i < 6 ? 1 : 2;
    set(COFACTORS, i, cofactor(m, row, i - 3 * row));
  }
  const determinant: f64 =
    at(m, 0) * at(COFACTORS, 0) + at(m, 1) * at(COFACTORS, 1) + at(m, 2) * at(COFACTORS, 2);
  let moved: f64 = 0;
  for (let i: i32 = 0; i < 9; i++) {
    const next: f64 = 0.5 * (at(m, i) + at(COFACTORS, i) / determinant);
    const move: f64 = Math.abs(at(m, i) - next);
    if (move > moved) moved = move;
    set(m, i, next);
  }
  return moved;
}
/** Shepperd's method: divide by the largest of the four components. */
function toQuaternion(m: usize, q: usize): void {
  const r0: f64 = at(m, 0);
  const r4: f64 = at(m, 4);
  const r8: f64 = at(m, 8);
  const trace: f64 = r0 + r4 + r8;
  const x: f64 = at(m, 7) - at(m, 5);
  const y: f64 = at(m, 2) - at(m, 6);
  const z: f64 = at(m, 3) - at(m, 1);
  if (trace >= r0 && trace >= r4 && trace >= r8) {
    setQuaternion(q, 1 + trace, x, y, z);
  } else if (r0 >= r4 && r0 >= r8) {
    setQuaternion(q, x, 1 + 2 * r0 - trace, at(m, 1) + at(m, 3), at(m, 2) + at(m, 6));
  } else if (r4 >= r8) {
    setQuaternion(q, y, at(m, 1) + at(m, 3), 1 + 2 * r4 - trace, at(m, 5) + at(m, 7));
  } else {
    setQuaternion(q, z, at(m, 2) + at(m, 6), at(m, 5) + at(m, 7), 1 + 2 * r8 - trace);
  }
}
/** Brought to length 1. */
function setQuaternion(q: usize, w: f64, x: f64, y: f64, z: f64): void {
  const length: f64 = Math.sqrt(w * w + x * x + y * y + z * z);
  set(q, 0, w / length);
  set(q, 1, x / length);
  set(q, 2, y / length);
  set(q, 3, z / length);
}

/** The way from one rotation to another as a rotation vector in degrees, 0 to 180 long, in the axes of the first. */
export function rotationBetween(from: usize, to: usize, vector: usize): void {
  const w: f64 = at(from, 0);
  const x: f64 = -at(from, 1);
  const y: f64 = -at(from, 2);
  const z: f64 = -at(from, 3);
  const scalar: f64 = w * at(to, 0) - x * at(to, 1) - y * at(to, 2) - z * at(to, 3);
  const sign: f64 = scalar < 0 ? -1 : 1;
  const i: f64 = sign * (w * at(to, 1) + x * at(to, 0) + y * at(to, 3) - z * at(to, 2));
  const j: f64 = sign * (w * at(to, 2) - x * at(to, 3) + y * at(to, 0) + z * at(to, 1));
  const k: f64 = sign * (w * at(to, 3) + x * at(to, 2) - y * at(to, 1) + z * at(to, 0));
  const length: f64 = Math.sqrt(i * i + j * j + k * k);
  // 2·arctan(‖v‖/w)/‖v‖ → 2(1 + ‖v‖²/6) as the vector part vanishes.
  const scale: f64 =
    length < 1e-6 ? 2 * (1 + (length * length) / 6) : (2 * atan2(length, sign * scalar)) / length;
  const degrees: f64 = (scale * 180) / PI;
  set(vector, 0, degrees * i);
  set(vector, 1, degrees * j);
  set(vector, 2, degrees * k);
}

/** A rotation after a further one, a rotation vector in degrees about its axes. */
export function turnedBy(from: usize, vector: usize, to: usize): void {
  const x: f64 = (at(vector, 0) * PI) / 360;
  const y: f64 = (at(vector, 1) * PI) / 360;
  const z: f64 = (at(vector, 2) * PI) / 360;
  const square: f64 = x * x + y * y + z * z;
  // Taylor series of cos t and sin t / t, whose angle is half of the vector's: 90° at most.
  let cosine: f64 = 1;
  let sine: f64 = 1;
  for (let even: i32 = 26; even > 0; even -= 2) {
    cosine = 1 - (square * cosine) / f64((even - 1) * even);
    sine = 1 - (square * sine) / f64(even * (even + 1));
  }
  const i: f64 = sine * x;
  const j: f64 = sine * y;
  const k: f64 = sine * z;
  const w0: f64 = at(from, 0);
  const x0: f64 = at(from, 1);
  const y0: f64 = at(from, 2);
  const z0: f64 = at(from, 3);
  set(to, 0, w0 * cosine - x0 * i - y0 * j - z0 * k);
  set(to, 1, w0 * i + x0 * cosine + y0 * k - z0 * j);
  set(to, 2, w0 * j - x0 * k + y0 * cosine + z0 * i);
  set(to, 3, w0 * k + x0 * j - y0 * i + z0 * cosine);
}
