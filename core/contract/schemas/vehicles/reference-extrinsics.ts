import { Type } from "typebox";

import { perRotation, turnedNames } from "../../../sensors/sensor-lists.ts";
import { plainTextPattern } from "../../plain-text.ts";
import { CaptureTime, RotationMatrix, UtcTime, VehicleId, nullable } from "../vocabulary.ts";

const Source = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: plainTextPattern,
  description: "Where the reference comes from, for example `factory calibration 2025-01-12`.",
});

const exampleRotations = perRotation(({ members: [{ example }] }) => example);

export const ReferenceExtrinsics = Type.Object(
  {
    ...perRotation(({ name }) =>
      nullable(RotationMatrix, {
        description: `The ${name}'s intended rotation, held to the same rules as in a frame; null withdraws it.`,
      }),
    ),
    source: Source,
    valid_from: Type.Optional(CaptureTime),
  },
  {
    $id: "ReferenceExtrinsics",
    additionalProperties: false,
    description:
      `Reference extrinsics of one vehicle: the ${turnedNames} is then also judged against them, so that a baseline cannot absorb an old fault. ` +
      "Without `valid_from` they hold from now on.",
    examples: [
      {
        ...exampleRotations,
        source: "factory calibration 2025-01-12",
        valid_from: "2025-01-12T00:00:00Z",
      },
    ],
  },
);

export const ReferenceResult = Type.Object(
  {
    vehicle_id: VehicleId,
    ...perRotation(() => nullable(RotationMatrix, { description: "Null when the reference was withdrawn." })),
    source: Type.String(),
    valid_from: UtcTime,
    registered_at: UtcTime,
  },
  {
    $id: "ReferenceResult",
    description: "The reference extrinsics as registered.",
    examples: [
      {
        vehicle_id: "veh-0042",
        ...exampleRotations,
        source: "factory calibration 2025-01-12",
        valid_from: "2025-01-12T00:00:00.000Z",
        registered_at: "2025-03-01T09:30:00.000Z",
      },
    ],
  },
);
