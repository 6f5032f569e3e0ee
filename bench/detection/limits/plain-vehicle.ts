import { RandomStream } from "../simulated/random-stream.ts";

/*
 * Vehicles for the benches of the limits, which share nothing with the simulator or the scoring: their own numbers, their own
 * rotations. A frame is what `fold` takes.
 */

export interface PlainFrame {
  readonly kind: "frame";
  readonly reading: {
    readonly timestampUs: number;
    readonly cameraRotation?: readonly number[];
    readonly radarRangeBiasM?: number;
    readonly lidarRegistrationErrorM?: number;
  };
}

export type PlainSensor = "camera" | "radar" | "lidar";

export interface PlainVehicle {
  readonly seed: number;
  /** Standard deviation an axis in degrees, in metres, and of the logarithm of the lidar's error. */
  readonly noise: { readonly cameraDeg: number; readonly radarM: number; readonly lidarLog: number };
  /** Which sensors a frame carries, counted from 0. */
  readonly carries: (frame: number, sensor: PlainSensor) => boolean;
  /** How far they are out, on top: degrees about the camera's second axis, metres. */
  readonly moved?: (frame: number) => {
    readonly cameraDeg?: number;
    readonly radarM?: number;
    readonly lidarM?: number;
    /** In the logarithm of the error. */
    readonly lidarLog?: number;
  };
}

/** One frame a minute: radar with a bias of 0.02 m, lidar with an error of 0.03 m, a camera turned by some 37°. */
export function* plainFrames(vehicle: PlainVehicle, frames: number): Generator<PlainFrame> {
  const random = new RandomStream(vehicle.seed);
  for (let frame = 0; frame < frames; frame += 1) {
    // Every frame draws the same numbers, so that vehicles that differ in one sensor agree in the others.
    const draws = [0, 1, 2, 3, 4].map(() => random.normal());
    yield { kind: "frame", reading: readingOf(vehicle, frame, draws) };
  }
}

function readingOf({ noise, carries, moved }: PlainVehicle, frame: number, draws: readonly number[]) {
  const [x, y, z, r, l] = draws as [number, number, number, number, number];
  const { cameraDeg = 0, radarM = 0, lidarM = 0, lidarLog = 0 } = moved?.(frame) ?? {};
  const turn = rotation(noise.cameraDeg * x, noise.cameraDeg * y + cameraDeg, noise.cameraDeg * z);
  return {
    timestampUs: 1_780_000_000_000_000 + 60_000_000 * frame,
    ...(carries(frame, "camera") && { cameraRotation: times(mount, turn) }),
    ...(carries(frame, "radar") && { radarRangeBiasM: 0.02 + noise.radarM * r + radarM }),
    ...(carries(frame, "lidar") && {
      lidarRegistrationErrorM: 0.03 * Math.exp(noise.lidarLog * l + lidarLog) + lidarM,
    }),
  };
}

const mount = rotation(12, -7, 34);

/** Rodrigues' formula; degrees about three axes, row by row. */
function rotation(xDeg: number, yDeg: number, zDeg: number): readonly number[] {
  const [x, y, z] = [xDeg, yDeg, zDeg].map((deg) => (deg * Math.PI) / 180) as [number, number, number];
  const angle = Math.hypot(x, y, z);
  const sine = angle === 0 ? 1 : Math.sin(angle) / angle;
  const versine = angle === 0 ? 0.5 : (1 - Math.cos(angle)) / (angle * angle);
  return [
    [0, -z, y],
    [z, 0, -x],
    [-y, x, 0],
  ].flatMap((row, i, cross) =>
    row.map((entry, j) => {
      const squared = cross[i]!.reduce((sum, part, k) => sum + part * cross[k]![j]!, 0);
      return (i === j ? 1 : 0) + sine * entry + versine * squared;
    }),
  );
}

function times(a: readonly number[], b: readonly number[]): readonly number[] {
  return a.map((_, at) => {
    const [i, j] = [Math.floor(at / 3), at % 3];
    return a[3 * i]! * b[j]! + a[3 * i + 1]! * b[3 + j]! + a[3 * i + 2]! * b[6 + j]!;
  });
}
