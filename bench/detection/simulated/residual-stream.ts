import { RandomStream } from "./random-stream.ts";

/** Camera x, y, z, radar, lidar: the five residual channels, in units of their own in-control σ. */
export const channelCount = 5;

export const noiseFamilies = ["normal", "t5", "t3", "outliers-1-percent", "ar-0.3"] as const;
export type NoiseFamily = (typeof noiseFamilies)[number];

/** Which direction of the five-dimensional residual moves; every direction has total size 1. */
export const directions = {
  radar: [0, 0, 0, 1, 0],
  lidar: [0, 0, 0, 0, 1],
  "camera one axis": [1, 0, 0, 0, 0],
  "camera oblique": [1 / Math.sqrt(3), 1 / Math.sqrt(3), 1 / Math.sqrt(3), 0, 0],
  "radar and lidar": [0, 0, 0, Math.SQRT1_2, Math.SQRT1_2],
  "all sensors": [1 / 3, 1 / 3, 1 / 3, 1 / Math.sqrt(3), 1 / Math.sqrt(3)],
} as const satisfies Record<string, readonly number[]>;
export type Direction = keyof typeof directions;

/** How the mean moves after the change, as a factor on the size at the n-th frame since it (n from 1). */
export type Shape = "step" | "ramp" | "intermittent";

export interface StreamPlan {
  readonly seed: number;
  readonly noise: NoiseFamily;
  readonly baselineFrames: number;
  /** Monitored frames before the change, and the most after it. */
  readonly framesBefore: number;
  readonly framesAfter: number;
  readonly change: { readonly direction: Direction; readonly shape: Shape; readonly size: number } | null;
  /** Share of frames in which each sensor is missing. */
  readonly missing: number;
}

/** Rows of `channelCount` numbers, frame after frame, NaN where a sensor is missing; the baseline's frames come first. */
export function generateResiduals(plan: StreamPlan): Float64Array {
  const random = new RandomStream(plan.seed);
  const frames = plan.baselineFrames + plan.framesBefore + plan.framesAfter;
  const rows = new Float64Array(frames * channelCount);
  const { locations, scales } = drawVehicle(random);
  const noise = noiseSource(plan.noise, random);
  for (let frame = 0; frame < frames; frame++) {
    const since = frame - plan.baselineFrames - plan.framesBefore + 1;
    for (let channel = 0; channel < channelCount; channel++) {
      const shift = since > 0 && plan.change ? shiftAt(plan.change, channel, since) : 0;
      rows[frame * channelCount + channel] =
        locations[channel]! + scales[channel]! * (noise(channel) + shift);
    }
    if (plan.missing > 0)
      dropSensors(rows.subarray(frame * channelCount, (frame + 1) * channelCount), plan.missing, random);
  }
  return rows;
}

/** Every vehicle has its own mount and its own noise: location and scale are not what the detector was told. */
export interface StreamVehicle {
  readonly locations: readonly number[];
  readonly scales: readonly number[];
}

/** The vehicle behind the stream of this seed. */
export function vehicleOf(seed: number): StreamVehicle {
  return drawVehicle(new RandomStream(seed));
}

function drawVehicle(random: RandomStream): StreamVehicle {
  const locations = Array.from({ length: channelCount }, () => 3 * random.normal());
  const scales = Array.from({ length: channelCount }, () => Math.exp(0.3 * random.normal()));
  return { locations, scales };
}

function shiftAt(change: NonNullable<StreamPlan["change"]>, channel: number, since: number): number {
  const along = directions[change.direction][channel]! * change.size;
  switch (change.shape) {
    case "step":
      return along;
    case "ramp":
      return along * since;
    case "intermittent":
      return (since - 1) % 100 < 30 ? along : 0;
  }
}

function noiseSource(family: NoiseFamily, random: RandomStream): (channel: number) => number {
  switch (family) {
    case "normal":
      return () => random.normal();
    case "t5":
      return () => random.studentT(5);
    case "t3":
      return () => random.studentT(3);
    case "outliers-1-percent":
      return () => (random.uniform() < 0.01 ? 10 * Math.sign(random.normal()) : random.normal());
    case "ar-0.3":
      return autoregressive(0.3, random);
  }
}

function autoregressive(phi: number, random: RandomStream): (channel: number) => number {
  const last = Array.from({ length: channelCount }, () => random.normal());
  const fresh = Math.sqrt(1 - phi * phi);
  return (channel) => (last[channel] = phi * last[channel]! + fresh * random.normal());
}

function dropSensors(row: Float64Array, share: number, random: RandomStream): void {
  if (random.uniform() < share) row.fill(Number.NaN, 0, 3);
  if (random.uniform() < share) row[3] = Number.NaN;
  if (random.uniform() < share) row[4] = Number.NaN;
}
