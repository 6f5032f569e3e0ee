/** How far 9 numbers are from being a rotation matrix. */
export interface RotationDefect {
  /** E = max |RᵀR − I| over all entries. */
  readonly orthonormality: number;
  readonly determinant: number;
}

/** Largest E taken (api.md 1): beyond it the numbers are something else than a rotation. */
export const orthonormalityLimit = 0.05;
/** E beyond which rounding no longer explains it: taken with a warning. */
export const orthonormalityWarning = 0.001;

export function rotationDefect(matrix: readonly number[]): RotationDefect {
  // By index: this runs for every frame, and taking an array apart by pattern costs several times as much.
  const a = matrix[0]!;
  const b = matrix[1]!;
  const c = matrix[2]!;
  const d = matrix[3]!;
  const e = matrix[4]!;
  const f = matrix[5]!;
  const g = matrix[6]!;
  const h = matrix[7]!;
  const i = matrix[8]!;
  const orthonormality = Math.max(
    Math.abs(a * a + d * d + g * g - 1),
    Math.abs(b * b + e * e + h * h - 1),
    Math.abs(c * c + f * f + i * i - 1),
    Math.abs(a * b + d * e + g * h),
    Math.abs(a * c + d * f + g * i),
    Math.abs(b * c + e * f + h * i),
  );
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  return { orthonormality, determinant };
}

export function isRotation(defect: RotationDefect): boolean {
  return defect.orthonormality <= orthonormalityLimit && defect.determinant > 0;
}
