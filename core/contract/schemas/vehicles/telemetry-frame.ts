import { exampleReadings } from "../../../sensors/contract-words.ts";
import { Type } from "typebox";

import { memberSchemas } from "../../../encoding/field-schemas.ts";
import { plainTextPattern } from "../../plain-text.ts";
import { CaptureTime, VehicleId } from "../vocabulary.ts";

/** The largest metadata object kept, as canonical JSON. */
export const metadataLimitBytes = 4096;

export const Sensors = Type.Object(
  memberSchemas(({ description, ...member }) =>
    member.shape === "rotation"
      ? Type.Array(Type.Number(), { minItems: 9, maxItems: 9, description })
      : Type.Number({ minimum: member.minimum, maximum: member.maximum, description }),
  ),
  {
    $id: "Sensors",
    additionalProperties: false,
    minProperties: 1,
    description:
      "What the sensors reported; at least one member. A sensor that did not report is left out, never sent as zero; null is " +
      "taken as left out. A reading that its sensor cannot have (out of range, the text `NaN`, a matrix that is no rotation) is " +
      "dropped with the warning `sensor_dropped`, and the others count; with `strict=true` the frame is refused. A frame with no " +
      "reading left is refused.",
  },
);

export const FrameMetadata = Type.Object(
  {
    fleet_id: Type.Optional(
      Type.String({
        maxLength: 128,
        pattern: plainTextPattern,
        description:
          "Fleet the vehicle belongs to, a printable string, stored composed (Unicode NFC). Left out or empty: the vehicle keeps its last known one.",
      }),
    ),
    region: Type.Optional(
      Type.String({
        maxLength: 128,
        pattern: plainTextPattern,
        description:
          "Region the vehicle is in, a printable string, stored composed (Unicode NFC). Left out or empty: the vehicle keeps its last known one.",
      }),
    ),
  },
  {
    $id: "FrameMetadata",
    additionalProperties: true,
    description: `Free members are kept as given; at most ${metadataLimitBytes} bytes as canonical JSON in all.`,
  },
);

/** A frame that works as it stands, against a fresh server. */
export const exampleFrame = {
  vehicle_id: "veh-0042",
  timestamp: "2025-03-01T08:00:00.000Z",
  sensors: exampleReadings,
  metadata: { fleet_id: "vans-north", region: "eu-central" },
};

export const TelemetryFrame = Type.Object(
  {
    vehicle_id: VehicleId,
    timestamp: CaptureTime,
    sensors: Sensors,
    metadata: Type.Optional(FrameMetadata),
  },
  {
    $id: "TelemetryFrame",
    additionalProperties: false,
    description:
      "One reading of one vehicle's sensors. A frame counts once: vehicle, timestamp and the readings of `sensors` that count are its identity.",
    examples: [exampleFrame],
  },
);

export const TelemetryBatch = Type.Object(
  { frames: Type.Array(TelemetryFrame, { minItems: 1, maxItems: 10_000 }) },
  {
    $id: "TelemetryBatch",
    additionalProperties: false,
    description: "Up to 10 000 frames in one body.",
    examples: [{ frames: [exampleFrame] }],
  },
);
