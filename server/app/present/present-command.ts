import { statedPoses } from "../../../core/sensors/sensor-lists.ts";
import { formatTime } from "../../../core/encoding/instant.ts";
import type { BaselineResult, ReferenceResult } from "../../../core/contract/types.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import { presentBaseline } from "./present-baseline.ts";
import type { CommandRequest } from "../ports/write-request.ts";

/** The answer to a command, with the vehicle as it stands after it. */
export function presentCommand(
  { entry, reason, receivedAtUs }: CommandRequest,
  vehicle: VehicleSummary,
): BaselineResult | ReferenceResult {
  switch (entry.kind) {
    case "baseline":
      return {
        vehicle_id: vehicle.vehicleId,
        action: entry.action,
        reason,
        baseline: presentBaseline({
          state: vehicle.baselineState,
          frames: vehicle.baselineFrames,
          needed: vehicle.baselineNeeded,
        }),
        tier: vehicle.tier,
        at: formatTime(receivedAtUs),
      };
    case "reference":
      return {
        vehicle_id: vehicle.vehicleId,
        ...statedPoses(entry),
        source: reason,
        valid_from: formatTime(entry.validFromUs),
        registered_at: formatTime(receivedAtUs),
      };
  }
}
