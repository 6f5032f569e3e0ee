import type { VehicleState } from "../model/state.ts";
import type { TrackName } from "../model/sensors.ts";

/**
 * Whether a sensor's reference keeps learning: not while it was frozen by command, and not while a breach is open,
 * because a reference that follows a drift would hide it.
 */
export function referenceMoves(state: VehicleState, name: TrackName): boolean {
  if (state.frozen) return false;
  return name === "confidence" ? state.confidenceAlarm === null : state.breach === null;
}
