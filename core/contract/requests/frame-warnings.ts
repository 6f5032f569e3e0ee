import type { FramePlace, IncomingFrame } from "./parse-frame.ts";
import { coarseRotation, isCoarseRotation, pointerOf, sensorDropped } from "./read-sensors.ts";
import { orthonormalityWarning } from "../../encoding/rotation-rule.ts";
import { type Member, members, type Reading } from "../../sensors/sensor-lists.ts";

/** One doubt about a frame of a batch that was taken, as the answer lists it. */
export interface FrameWarning extends FramePlace {
  readonly code: string;
  readonly pointer: string;
  readonly detail: string;
}

/** What a batch answer says of a frame that counts; nothing of nearly all. */
export function frameWarnings(
  { warnings, dropped, reading }: IncomingFrame,
  place: FramePlace,
): readonly FrameWarning[] {
  if (warnings.length === 0) return none;
  const coarse = warnings.includes(coarseRotation)
    ? members
        .filter((member) => isCoarse(member, reading))
        .map(({ name }) => ({
          ...place,
          code: coarseRotation,
          pointer: pointerOf(name),
          detail: coarseDetail,
        }))
    : none;
  const left = dropped.map(({ member, detail }) => ({
    ...place,
    code: sensorDropped,
    pointer: pointerOf(member),
    detail: `Left out, and the rest of the frame counted: ${detail}`,
  }));
  return [...coarse, ...left];
}

/** Code of a frame of which every reading came too late. */
export const frameLate = "frame_late";

export function lateWarning(place: FramePlace): FrameWarning {
  return { ...place, code: frameLate, pointer: "/timestamp", detail: lateDetail };
}

function isCoarse({ shape, reading: field }: Member, reading: Reading): boolean {
  const value = reading[field];
  return shape === "rotation" && Array.isArray(value) && isCoarseRotation(value);
}

const none: readonly FrameWarning[] = [];
const lateDetail =
  "Kept and scored, but it came too late to be judged: more than 10 minutes older than the newest frame of its sensors. Send each sensor's frames in the order of their times, and check the sender's clock.";
const coarseDetail = `max |RᵀR − I| is above ${orthonormalityWarning}, more than rounding explains. Send at least 5 decimals.`;
