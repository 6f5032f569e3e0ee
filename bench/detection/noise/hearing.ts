import type { SmallFastCounter } from "./small-fast-counter.ts";

export const sensorNames = ["camera", "radar", "lidar"] as const;
export type SensorName = (typeof sensorNames)[number];

/** When and how a vehicle is heard, besides every sensor in every frame, evenly and to the last digit. */
export interface Hearing {
  /** Share of frames each sensor is missing from, by itself. */
  readonly missing?: number;
  /** Heard for so many hours a day, from an hour drawn anew each day. */
  readonly hoursADay?: number;
  /** Rates in frames a second, each for 200 frames, in turn. */
  readonly alternates?: readonly number[];
  /** Frame a sensor is first heard in. */
  readonly joins?: Partial<Record<SensorName, number>>;
  /** Stamped up to so many minutes too late or too early, and so out of order. */
  readonly shuffledMinutes?: number;
  /** Share of every channel's variance that is one noise, common to all. */
  readonly shared?: number;
  /** A sensor's value comes with every so many frames. */
  readonly every?: Partial<Record<SensorName, number>>;
  /** Matrix entries to so many decimals, lengths to a centimetre. */
  readonly decimals?: number;
  /** The lidar states its confidence: much the same, or from a fifth to one. */
  readonly confidence?: "steady" | "varying";
}

/** Seconds since the first midnight, frame by frame. */
export function clockOf(
  hearing: Hearing,
  framesPerSecond: number,
  random: SmallFastCounter,
): (frame: number) => number {
  const secondsOfDay = 86_400;
  const begins = random.uniform() * secondsOfDay;
  const { alternates, hoursADay, shuffledMinutes } = hearing;
  if (shuffledMinutes !== undefined) {
    const off = () => 60 * shuffledMinutes * (2 * random.uniform() - 1);
    return (frame) => begins + frame / framesPerSecond + off();
  }
  if (alternates !== undefined) return alternatingClock(begins, alternates);
  if (hoursADay === undefined) return (frame) => begins + frame / framesPerSecond;
  const framesOfDrive = Math.round(hoursADay * 3600 * framesPerSecond);
  let leaves = 0;
  return (frame) => {
    const inDrive = frame % framesOfDrive;
    if (inDrive === 0) leaves = random.uniform() * (24 - hoursADay) * 3600;
    return Math.floor(frame / framesOfDrive) * secondsOfDay + leaves + inDrive / framesPerSecond;
  };
}

const framesOfRate = 200;

function alternatingClock(begins: number, alternates: readonly number[]): (frame: number) => number {
  let seconds = begins;
  return (frame) => (seconds += 1 / alternates[Math.floor(frame / framesOfRate) % alternates.length]!);
}

export function isHeard(
  hearing: Hearing,
  sensor: SensorName,
  at: { frame: number; chance: number },
): boolean {
  const { missing = 0, joins, every } = hearing;
  return (
    at.frame >= (joins?.[sensor] ?? 0) && at.frame % (every?.[sensor] ?? 1) === 0 && at.chance >= missing
  );
}

/** To a centimetre, where values are rounded. */
export function roundedLength({ decimals }: Hearing, metres: number): number {
  return decimals === undefined ? metres : Math.round(100 * metres) / 100;
}

export function roundedMatrix({ decimals }: Hearing, matrix: readonly number[]): readonly number[] {
  if (decimals === undefined) return matrix;
  const scale = 10 ** decimals;
  return matrix.map((entry) => Math.round(scale * entry) / scale);
}

/** Of the lidar; undefined where it states none. */
export function confidenceOf({ confidence }: Hearing, random: SmallFastCounter): number | undefined {
  if (confidence === undefined) return undefined;
  return confidence === "steady"
    ? Math.min(1, 0.85 + 0.03 * Math.abs(random.normal()))
    : 0.2 + 0.8 * random.uniform();
}
