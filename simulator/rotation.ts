/** 3×3 rotation matrix, row-major. */
export type Rotation = readonly [number, number, number, number, number, number, number, number, number];
export type Vector3 = readonly [number, number, number];

const radiansPerDegree = Math.PI / 180;

/** Rotation by |vector| degrees about the vector: Rodrigues' formula by way of the half-angle quaternion. */
export function rotationFromVectorDeg(vectorDeg: Vector3): Rotation {
  const angleDeg = Math.hypot(...vectorDeg);
  if (angleDeg === 0) return [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const halfAngle = (angleDeg * radiansPerDegree) / 2;
  const scale = Math.sin(halfAngle) / angleDeg;
  const [x, y, z] = vectorDeg;
  return rotationFromQuaternion([Math.cos(halfAngle), scale * x, scale * y, scale * z]);
}

/**
 * Every orientation equally likely when the three arguments are uniform on [0, 1).
 * Shoemake, K. (1992), "Uniform random rotations", Graphics Gems III.
 */
export function uniformRotation(first: number, second: number, third: number): Rotation {
  const low = Math.sqrt(1 - first);
  const high = Math.sqrt(first);
  return rotationFromQuaternion([
    high * Math.cos(2 * Math.PI * third),
    low * Math.sin(2 * Math.PI * second),
    low * Math.cos(2 * Math.PI * second),
    high * Math.sin(2 * Math.PI * third),
  ]);
}

export function multiply(left: Rotation, right: Rotation): Rotation {
  const [a, b, c, d, e, f, g, h, i] = left;
  const [j, k, l, m, n, o, p, q, r] = right;
  return [
    a * j + b * m + c * p,
    a * k + b * n + c * q,
    a * l + b * o + c * r,
    d * j + e * m + f * p,
    d * k + e * n + f * q,
    d * l + e * o + f * r,
    g * j + h * m + i * p,
    g * k + h * n + i * q,
    g * l + h * o + i * r,
  ];
}

/** The quaternion is (w, x, y, z) of unit length. */
function rotationFromQuaternion([w, x, y, z]: readonly [number, number, number, number]): Rotation {
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  ];
}
