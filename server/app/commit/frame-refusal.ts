import type { ProblemCode } from "../../../core/contract/problems.ts";
import type { BodyFault, HeaderFault } from "../../../core/contract/refusal.ts";
import type { WriteRequest } from "../ports/write-request.ts";

/** Why a frame that is read well is not taken: it is beyond a quota, or of a fleet its key is not for. */
export interface FrameRefusal {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly fault: BodyFault | HeaderFault;
}

/** Of a frame for which its organisation has no room: no fault of the frame, which is taken once there is room again. */
export const storageFullCode = "stored_bytes_limit_reached" satisfies ProblemCode;

/** Frames that are taken together or not at all: one of them alone, or a batch that asks for it. */
export function isTakenWhole(request: WriteRequest): boolean {
  if (request.kind !== "frames") return true;
  return request.wholeOrNothing === true || request.answer.form === "single";
}

/** Says which frame of a batch it is about: the refusal stands for the whole of it. */
export function placedIn(request: WriteRequest, at: number, refusal: FrameRefusal): FrameRefusal {
  if (request.kind !== "frames" || request.answer.form !== "batch") return refusal;
  const { index, line } = request.places?.[at] ?? { index: at };
  const place = line === undefined ? `Frame ${index}` : `Line ${line}`;
  const detail = `${place}: ${refusal.detail} Nothing of the batch was taken.`;
  return { ...refusal, detail, fault: { ...refusal.fault, detail } };
}
