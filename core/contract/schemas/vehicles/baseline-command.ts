import { turnedNames } from "../../../sensors/sensor-lists.ts";
import { Type } from "typebox";

import { plainTextPattern } from "../../plain-text.ts";
import { Baseline, Tier, UtcTime, VehicleId, oneOf } from "../vocabulary.ts";

const BaselineAction = oneOf(["learn", "freeze", "unfreeze"], {
  $id: "BaselineAction",
  description:
    "`learn`: start a new baseline, after a repair or calibration; `freeze`: let later frames no longer enter it; `unfreeze`: let them again. While a breach is open its baseline is held, too, and `unfreeze` dismisses the breach: the frames of the change become part of the baseline, and the tier is NOMINAL. After a repair use `learn`, or report it with `POST /v1/vehicles/{vehicle_id}/work`.",
});

export const BaselineCommand = Type.Object(
  {
    action: BaselineAction,
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: plainTextPattern,
      description: "Why; kept in the vehicle's history.",
    }),
  },
  {
    $id: "BaselineCommand",
    additionalProperties: false,
    description: "What to do with a vehicle's baseline.",
    examples: [{ action: "learn", reason: `front ${turnedNames} recalibrated, work order 4711` }],
  },
);

export const BaselineResult = Type.Object(
  {
    vehicle_id: VehicleId,
    action: BaselineAction,
    reason: Type.String(),
    baseline: Baseline,
    tier: Tier,
    at: UtcTime,
  },
  {
    $id: "BaselineResult",
    description: "The baseline and the tier after the command.",
    examples: [
      {
        vehicle_id: "veh-0042",
        action: "learn",
        reason: `front ${turnedNames} recalibrated, work order 4711`,
        baseline: { state: "learning", frames: 0, needed: 50 },
        tier: "UNKNOWN",
        at: "2025-03-01T09:30:00.000Z",
      },
    ],
  },
);
