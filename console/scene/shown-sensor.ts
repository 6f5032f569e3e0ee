import type { Kind, Sensor } from "../../core/sensors/sensor-lists.ts";
import type { Pose } from "./pose.ts";

/**
 * One sensor as the pictures show it. What is measured of it decides what may be drawn: a turn where a rotation is
 * measured, a longer or shorter reach where a range bias is, a blur where only a size of error is.
 */
export type ShownSensor = ShownTurn | ShownRange | ShownSize;
export type Shows = Kind["pose"]["shows"];

interface Shown {
  readonly id: string;
  readonly kind: Sensor;
  /** How a sentence names it: "The front …". */
  readonly name: string;
  readonly baseline: Pose;
  readonly now: Pose;
  readonly hfovDeg: number;
  readonly vfovDeg: number;
}

/** Its rotation is measured: baseline and now are two poses. */
export interface ShownTurn extends Shown {
  readonly shows: "turn";
}

/** Its range bias is measured: everything it sees is this much too far, metres, against the baseline. */
export interface ShownRange extends Shown {
  readonly shows: "range";
  readonly rangeShiftM: number;
}

/** The size of its error is measured, metres, and how much it grew; no direction. */
export interface ShownSize extends Shown {
  readonly shows: "size";
  readonly errorM: number;
  readonly errorGrowthM: number;
}

/** How strongly a drift is drawn. The factor is printed in every picture. */
export const exaggerations = [1, 5, 10, 25] as const;
