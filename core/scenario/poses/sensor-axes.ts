import type { Vector3 } from "../../scoring/numeric/quaternion.ts";

/**
 * A camera's drift is measured in its optical frame (x right, y down, z forward); poses are given in frames whose x
 * points along the line of sight, y left, z up. The one place where one becomes the other.
 */
export function fromOptical([right, down, forward]: Vector3): Vector3 {
  // Adding zero turns −0 into 0.
  return [forward + 0, -right + 0, -down + 0];
}

export function toOptical([forward, left, up]: Vector3): Vector3 {
  return [-left + 0, -up + 0, forward + 0];
}
