/** Radians, in the order Rz·Ry·Rx: first roll about x, then pitch about y, then yaw about z, all about fixed axes. */
export interface EulerAngles {
  readonly roll: number;
  readonly pitch: number;
  readonly yaw: number;
}

export function eulerOf([x = 0, y = 0, z = 0, w = 1]: readonly number[]): EulerAngles {
  const sinPitch = Math.min(1, Math.max(-1, 2 * (w * y - z * x)));
  return {
    roll: Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)) + 0,
    pitch: Math.asin(sinPitch) + 0,
    yaw: Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)) + 0,
  };
}

export function degreesOf({ roll, pitch, yaw }: EulerAngles): EulerAngles {
  const scale = 180 / Math.PI;
  return { roll: roll * scale, pitch: pitch * scale, yaw: yaw * scale };
}
