import type { FramePlace, IncomingFrame } from "./parse-frame.ts";
import { coarseRotation, pointerOf, sensorDropped } from "./read-sensors.ts";
import { orthonormalityWarning } from "../../encoding/rotation-rule.ts";

/** One doubt about a frame of a batch that was taken, as the answer lists it. */
export interface FrameWarning extends FramePlace {
  readonly code: string;
  readonly pointer: string;
  readonly detail: string;
}

/** What a batch answer says of a frame that counts; nothing of nearly all. */
export function frameWarnings(
  { warnings, dropped }: IncomingFrame,
  place: FramePlace,
): readonly FrameWarning[] {
  if (warnings.length === 0) return none;
  const coarse = warnings.includes(coarseRotation)
    ? [{ ...place, code: coarseRotation, pointer: pointerOf("camera_rotation_matrix"), detail: coarseDetail }]
    : none;
  const left = dropped.map(({ member, detail }) => ({
    ...place,
    code: sensorDropped,
    pointer: pointerOf(member),
    detail: `Left out, and the rest of the frame counted: ${detail}`,
  }));
  return [...coarse, ...left];
}

const none: readonly FrameWarning[] = [];
const coarseDetail = `max |RᵀR − I| is above ${orthonormalityWarning}, more than rounding explains. Send at least 5 decimals.`;
