import { Type } from "typebox";

import { oneOf } from "../vocabulary.ts";
import { StreamPosition } from "./event.ts";

export const EventGap = Type.Object(
  {
    after: { ...StreamPosition, description: "The position you had." },
    resume_after: {
      ...StreamPosition,
      description: "The newest event that is gone; the stream goes on after it.",
    },
    detail: Type.String(),
  },
  {
    $id: "EventGap",
    description:
      "`data` of the stream's event `gap`: events expired by age or number before you read them. Read the present state of what you follow.",
    examples: [
      {
        after: "evt_01JN8XT5G7P3QZJ9V2M4N6B8CD",
        resume_after: "evt_01JN8ZT5G7P3QZJ9V2M4N6B8CD",
        detail: "Events between the two positions are no longer kept.",
      },
    ],
  },
);

export const streamEndReasons = ["server_stopping", "key_ended"] as const;

export const StreamEnd = Type.Object(
  {
    reason: oneOf(streamEndReasons, {
      $id: "StreamEndReason",
      description:
        "`server_stopping`: connect again in a moment; `key_ended`: the key was revoked, has expired or may do less than before.",
    }),
    detail: Type.String(),
  },
  {
    $id: "StreamEnd",
    description: "`data` of the stream's last event `end`. After it the connection is closed.",
    examples: [{ reason: "server_stopping", detail: "The service stops. Connect again in a moment." }],
  },
);
