import { clockOf, confidenceOf, isHeard, roundedLength, roundedMatrix } from "./hearing.ts";
import type { Hearing, SensorName } from "./hearing.ts";
import { openNoise } from "./noise-source.ts";
import type { NoiseKind, NoiseSource } from "./noise-source.ts";
import { SmallFastCounter } from "./small-fast-counter.ts";
import { wanderAt } from "./wander.ts";
import type { Wander } from "./wander.ts";

/*
 * Vehicles for the bench of noise. They share nothing with the scoring, the simulator or the other benches: their own random
 * numbers, their own rotations.
 */

/** Standard deviation: degrees an axis, metres, and of the logarithm of the lidar's error and its offset. */
export interface NoiseLevel {
  readonly cameraDeg: number;
  readonly radarM: number;
  readonly lidarLog: number;
}

export interface NoisyVehicle {
  readonly seed: number;
  readonly sensors: readonly SensorName[];
  readonly kind: NoiseKind;
  readonly level: NoiseLevel;
  readonly framesPerSecond: number;
  /** With the time of day, the same every day but for its drift. */
  readonly wander: Wander | null;
  readonly hearing: Hearing;
  /** A step at a frame, counted from 0: its size in deviations of the vehicle's own noise, channel by channel. */
  readonly step: { readonly atFrame: number; readonly sigmas: readonly number[] } | null;
}

export interface NoisyReading {
  readonly timestampUs: number;
  readonly cameraRotation?: readonly number[];
  readonly radarRangeBiasM?: number;
  readonly lidarRegistrationErrorM?: number;
  readonly lidarConfidence?: number;
}

/** What one vehicle is, besides its noise of the moment. */
interface Mounting {
  readonly pose: Quaternion;
  /** Of its own noise over its kind's. */
  readonly scales: readonly number[];
  readonly radarM: number;
  readonly lidarLog: number;
}

/** Camera x, y, z, radar, lidar. */
const channelCount = 5;
/** The midnight before any vehicle's first frame. */
const midnightUs = 1_779_926_400_000_000;
const secondsOfDay = 86_400;

export function* noisyReadings(vehicle: NoisyVehicle, frames: number): Generator<NoisyReading> {
  const random = new SmallFastCounter(vehicle.seed, 0);
  const mounting = mountingOf(random);
  const wander = vehicle.wander === null ? null : wanderAt(vehicle.wander, random);
  // A channel has a stream of its own: vehicles that differ in one sensor agree in the others.
  const sources = Array.from({ length: channelCount }, (_, channel) =>
    openNoise(vehicle.kind, new SmallFastCounter(vehicle.seed, channel + 1)),
  );
  const secondsAt = clockOf(vehicle.hearing, vehicle.framesPerSecond, random);
  const common = openNoise(vehicle.kind, new SmallFastCounter(vehicle.seed, channelCount + 2));
  const chances = new SmallFastCounter(vehicle.seed, channelCount + 1);
  for (let frame = 0; frame < frames; frame += 1) {
    const seconds = secondsAt(frame);
    const out = deviations(vehicle, { mounting, sources, common, frame });
    const moved = wander === null ? still : wander(seconds / secondsOfDay);
    const heard = vehicle.sensors.filter((sensor) =>
      isHeard(vehicle.hearing, sensor, { frame, chance: chances.uniform() }),
    );
    const reading = readingOf({ ...vehicle, sensors: heard }, mounting, { out, moved });
    const confidence = confidenceOf(vehicle.hearing, chances);
    yield {
      timestampUs: midnightUs + Math.round(1e6 * seconds),
      ...reading,
      ...(confidence !== undefined && heard.includes("lidar") && { lidarConfidence: confidence }),
    };
  }
}

const still: readonly number[] = [0, 0, 0, 0, 0];

function mountingOf(random: SmallFastCounter): Mounting {
  const pose = normalised([random.normal(), random.normal(), random.normal(), random.normal()]);
  // All three axes of a camera scatter alike, as the scale of a sensor, not of an axis, differs from vehicle to vehicle.
  const [camera, radar, lidar] = [0, 1, 2].map(() => Math.exp(spreadOfScales * random.normal()));
  return {
    pose,
    scales: [camera!, camera!, camera!, radar!, lidar!],
    radarM: 0.02 * random.normal(),
    lidarLog: Math.log(0.06) + 0.1 * random.normal(),
  };
}

/** Vehicles of a fleet differ in their noise by about a fifth. */
const spreadOfScales = 0.2;

/** Of all channels, in units of the kind's noise. */
function deviations(
  { step, hearing: { shared = 0 } }: NoisyVehicle,
  now: {
    readonly mounting: Mounting;
    readonly sources: readonly NoiseSource[];
    readonly common: NoiseSource;
    readonly frame: number;
  },
): readonly number[] {
  const isMoved = step !== null && now.frame >= step.atFrame;
  const [own, common] = [Math.sqrt(1 - shared), Math.sqrt(shared) * now.common()];
  return now.sources.map((next, channel) => {
    const noise = own * next() + common + (isMoved ? step.sigmas[channel]! : 0);
    return now.mounting.scales[channel]! * noise;
  });
}

function readingOf(
  { sensors, level, hearing }: NoisyVehicle,
  mounting: Mounting,
  { out, moved }: { readonly out: readonly number[]; readonly moved: readonly number[] },
): Omit<NoisyReading, "timestampUs"> {
  const turn = (axis: number) => level.cameraDeg * out[axis]! + moved[axis]!;
  return {
    ...(sensors.includes("camera") && {
      cameraRotation: roundedMatrix(
        hearing,
        matrixOf(product(mounting.pose, turned(turn(0), turn(1), turn(2)))),
      ),
    }),
    ...(sensors.includes("radar") && {
      radarRangeBiasM: roundedLength(hearing, mounting.radarM + level.radarM * out[3]! + moved[3]!),
    }),
    ...(sensors.includes("lidar") && {
      lidarRegistrationErrorM: Math.max(
        0,
        roundedLength(hearing, Math.exp(mounting.lidarLog + level.lidarLog * out[4]!) - 0.01 + moved[4]!),
      ),
    }),
  };
}

/** Scalar part first. */
type Quaternion = readonly [w: number, x: number, y: number, z: number];

function normalised([w, x, y, z]: Quaternion): Quaternion {
  const norm = Math.hypot(w, x, y, z);
  return [w / norm, x / norm, y / norm, z / norm];
}

/** By half the angle about the axis; degrees. */
function turned(xDeg: number, yDeg: number, zDeg: number): Quaternion {
  const angle = Math.hypot(xDeg, yDeg, zDeg) * (Math.PI / 180);
  if (angle === 0) return [1, 0, 0, 0];
  const along = (Math.sin(angle / 2) / angle) * (Math.PI / 180);
  return [Math.cos(angle / 2), along * xDeg, along * yDeg, along * zDeg];
}

function product([a, b, c, d]: Quaternion, [w, x, y, z]: Quaternion): Quaternion {
  return [
    a * w - b * x - c * y - d * z,
    a * x + b * w + c * z - d * y,
    a * y - b * z + c * w + d * x,
    a * z + b * y - c * x + d * w,
  ];
}

/** Row by row. */
function matrixOf([w, x, y, z]: Quaternion): readonly number[] {
  return [
    w * w + x * x - y * y - z * z,
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    w * w - x * x + y * y - z * z,
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    w * w - x * x - y * y + z * z,
  ];
}
