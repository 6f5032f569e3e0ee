import type { Pose } from "./pose.ts";

/**
 * One sensor as the pictures show it. What is measured of it decides what may be drawn: a turn where a rotation is
 * measured, a longer or shorter reach where a range bias is, a blur where only a size of error is.
 */
export type ShownSensor = ShownCamera | ShownRadar | ShownLidar;

interface Shown {
  readonly id: string;
  /** How a sentence names it: "The front camera". */
  readonly name: string;
  readonly baseline: Pose;
  readonly hfovDeg: number;
  readonly vfovDeg: number;
}

/** Its rotation is measured: baseline and now are two poses. */
export interface ShownCamera extends Shown {
  readonly kind: "camera";
  readonly now: Pose;
}

/** Its range bias is measured: everything it sees is this much too far, metres, against the baseline. */
export interface ShownRadar extends Shown {
  readonly kind: "radar";
  readonly now: Pose;
  readonly rangeShiftM: number;
}

/** The size of its registration error is measured, metres, and how much it grew; no direction. */
export interface ShownLidar extends Shown {
  readonly kind: "lidar";
  readonly now: Pose;
  readonly errorM: number;
  readonly errorGrowthM: number;
}

/** How strongly a drift is drawn. The factor is printed in every picture. */
export const exaggerations = [1, 5, 10, 25] as const;
