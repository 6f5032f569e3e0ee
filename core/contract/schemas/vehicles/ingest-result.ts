import { members, poseMembers } from "../../../sensors/sensor-lists.ts";
import { Type } from "typebox";

import { Tier, VehicleId, oneOf } from "../vocabulary.ts";

const Warnings = Type.Array(Type.String(), {
  description:
    "Only present when there is something to warn about: `rotation_not_orthonormal`, or `sensor_dropped`, of which " +
    "`dropped_readings` says more.",
});

const DroppedReading = Type.Object(
  {
    pointer: Type.String({
      description: "JSON pointer of the reading inside the frame, or of its `timestamp`.",
    }),
    detail: Type.String({ description: "Why its sensor cannot have this value, and what to do." }),
  },
  {
    $id: "DroppedReading",
    description: "A reading that its sensor cannot have. It was left out; the rest of the frame counted.",
  },
);

/** Of one frame. */
export const droppedReadings = Type.Array(DroppedReading, {
  maxItems: members.length,
  description: "The readings that were left out. Only present when there are some.",
});

export const IngestResult = Type.Object(
  {
    vehicle_id: VehicleId,
    status: oneOf(["accepted", "duplicate"], {
      $id: "IngestStatus",
      description: "`duplicate`: this very frame was counted before; nothing moved.",
    }),
    frames_ingested: Type.Integer({
      minimum: 0,
      maximum: 1,
      description: "1, or 0 for a duplicate. What is counted here is durable on disk.",
    }),
    fleet_tier: Tier,
    timestamp: Type.String({
      description: "The frame's time in UTC: exactly as received, unless it was sent with another offset.",
    }),
    warnings: Type.Optional(Warnings),
    dropped_readings: Type.Optional(droppedReadings),
  },
  {
    $id: "IngestResult",
    description: "Answer to one frame.",
    examples: [
      {
        vehicle_id: "veh-0042",
        status: "accepted",
        frames_ingested: 1,
        fleet_tier: "NOMINAL",
        timestamp: "2025-03-01T08:00:00.000Z",
      },
    ],
  },
);

export const FrameFault = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: "Position of the frame in the batch, from 0." }),
    line: Type.Optional(
      Type.Integer({ minimum: 1, description: "Line of the NDJSON body, from 1, blank lines counted." }),
    ),
    code: Type.String({ description: "Stable code of the fault, as in problems." }),
    pointer: Type.String({ description: "JSON pointer inside the frame; empty for the whole frame." }),
    detail: Type.String({ description: "What is wrong and what to do." }),
  },
  { $id: "FrameFault", description: "Why one frame of a batch was not taken." },
);

export const FrameWarning = Type.Object(
  {
    ...FrameFault.properties,
    code: Type.String({ description: "`sensor_dropped`, `rotation_not_orthonormal` or `frame_late`." }),
    pointer: Type.String({ description: "JSON pointer of the reading inside the frame." }),
    detail: Type.String({ description: "What is wrong, what was done and what to do." }),
  },
  {
    $id: "FrameWarning",
    description:
      "A frame that counted: a reading was left out, or taken with a doubt, or it came too late to be judged.",
  },
);

/** How many faults a batch answer lists before it only counts them; and how many warnings. */
export const batchErrorsLimit = 100;

export const batchCounts = {
  frames_ingested: Type.Integer({ minimum: 0, description: "Frames counted by this call." }),
  frames_duplicate: Type.Integer({ minimum: 0, description: "Frames that had been counted before." }),
  frames_rejected: Type.Integer({ minimum: 0, description: "Frames that were not taken; see `errors`." }),
};
export const batchErrors = Type.Array(FrameFault, {
  maxItems: batchErrorsLimit,
  description: `The first ${batchErrorsLimit} rejected frames, in order.`,
});
export const errorsTruncated = Type.Boolean({
  description: "True when more frames were rejected than are listed.",
});

export const BatchIngestResult = Type.Object(
  {
    status: oneOf(["accepted", "partial"], {
      $id: "BatchStatus",
      description:
        "`accepted`: every frame was taken or is a duplicate (200); `partial`: some were rejected (207).",
    }),
    ...batchCounts,
    fleet_tier: Tier,
    vehicles: Type.Integer({ minimum: 0, description: "Distinct vehicles the batch touched." }),
    errors: batchErrors,
    errors_truncated: errorsTruncated,
    frames_late: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          "Frames counted by this call that came too late to be judged: each reading more than 10 minutes older than the newest of its sensor. Only present when there are some.",
      }),
    ),
    frames_with_warnings: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          "Frames that counted, now or before, and have a warning; see `warnings`. Only present when there are some.",
      }),
    ),
    warnings: Type.Optional(
      Type.Array(FrameWarning, {
        maxItems: batchErrorsLimit,
        description: `The first ${batchErrorsLimit} warnings, in order. Only present when there are some.`,
      }),
    ),
    warnings_truncated: Type.Optional(
      Type.Boolean({ description: "True when there are more warnings than are listed." }),
    ),
    request_id: Type.String({ description: "Also in the header `X-Request-Id`." }),
  },
  {
    $id: "BatchIngestResult",
    description: "Answer to a batch. `fleet_tier` is the worst tier among the vehicles the batch touched.",
    examples: [
      {
        status: "partial",
        frames_ingested: 998,
        frames_duplicate: 1,
        frames_rejected: 1,
        fleet_tier: "CAUTION",
        vehicles: 40,
        errors: [
          {
            index: 17,
            line: 18,
            code: "rotation_matrix_invalid",
            pointer: `/sensors/${poseMembers[0]!.name}`,
            detail:
              "max |RᵀR − I| is 0.31; a rotation matrix needs at most 0.05. Send the matrix row by row.",
          },
        ],
        errors_truncated: false,
        request_id: "req_01JX3Q8Z5T",
      },
    ],
  },
);
