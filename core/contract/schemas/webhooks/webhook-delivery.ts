import { Type } from "typebox";

import { VehicleId, UtcTime, dictionary, nullable, oneOf } from "../vocabulary.ts";
import { webhookIdPattern } from "./webhook.ts";

export const deliveryIdPattern = "^dlv_[0-9A-Za-z]{20}$";

export const deliveryStatusValues = ["pending", "delivered", "dead"] as const;
const DeliveryStatus = oneOf(deliveryStatusValues, {
  $id: "WebhookDeliveryStatus",
  description:
    "`pending`: it waits for its next attempt; `delivered`: the receiver answered 2xx; `dead`: given up, until it is replayed.",
});

export const deliveryErrorValues = [
  "address_refused",
  "connection_failed",
  "tls_failed",
  "timeout",
  "redirect_refused",
  "status_refused",
  "answer_broken",
  "mail_refused",
  "not_attempted",
] as const;

const WebhookAttempt = Type.Object(
  {
    at: UtcTime,
    duration_ms: Type.Integer({ minimum: 0, description: "How long the attempt took." }),
    status: nullable(Type.Integer({ minimum: 100, maximum: 999 }), {
      description: "Status of the answer: of HTTP, or of SMTP for a mail; null when none came.",
    }),
    error: nullable(
      oneOf(deliveryErrorValues, {
        $id: "WebhookDeliveryError",
        description:
          "`address_refused`: the host has no address, or one that nothing is sent to; `connection_failed`, `tls_failed`, `timeout`: no answer came; " +
          "`redirect_refused`: 3xx, which is not followed; `status_refused`: another status than 2xx; `answer_broken`: no HTTP, or cut off; " +
          "`mail_refused`: the mail server did not take it; `not_attempted`: the webhook was disabled, or too many deliveries waited.",
      }),
    ),
    response: Type.String({
      maxLength: 1024,
      description:
        "The first bytes of the answer, characters that cannot be seen replaced; or what the connection failed with.",
    }),
  },
  { $id: "WebhookAttempt", description: "One attempt of a delivery." },
);

const exampleDelivery = {
  id: "dlv_2W4HJ8N6P5R2T7K3M9QX",
  webhook_id: "wh_7K3M9Q2XW4HJ8N6P5R2T",
  event_id: "evt_0000000000000042",
  event_type: "vehicle.tier_changed",
  vehicle_id: "veh-0042",
  status: "pending",
  created_at: "2026-03-01T08:00:00.000Z",
  next_attempt_at: "2026-03-01T08:05:06.000Z",
  attempts: [
    {
      at: "2026-03-01T08:00:00.010Z",
      duration_ms: 132,
      status: 503,
      error: "status_refused",
      response: "upstream connect error",
    },
  ],
} as const;

const deliveryMembers = {
  id: Type.String({ pattern: deliveryIdPattern, description: "The delivery's identifier." }),
  webhook_id: Type.String({ pattern: webhookIdPattern, description: "The webhook it goes to." }),
  event_id: Type.String({
    description: "The event's id, which is also `webhook-id` of the message, in each of its attempts.",
  }),
  event_type: Type.String({ description: "The event's type; `webhook.test` for a test." }),
  vehicle_id: nullable(VehicleId, { description: "The vehicle the event is about; null for none." }),
  status: DeliveryStatus,
  created_at: UtcTime,
  next_attempt_at: nullable(UtcTime, {
    description:
      "Not before then it is attempted again; null when nothing more is planned, or an earlier event of the same vehicle goes first.",
  }),
  attempts: Type.Array(WebhookAttempt, { maxItems: 20, description: "Latest last; the last 20." }),
} as const;

export const WebhookDelivery = Type.Object(deliveryMembers, {
  $id: "WebhookDelivery",
  description: "One event on its way to one webhook, and every attempt to bring it there.",
  examples: [exampleDelivery],
});

export const WebhookDeliveryDetail = Type.Object(
  {
    ...deliveryMembers,
    event: dictionary(Type.Unknown(), { description: "The event, as the format `standard` sends it." }),
  },
  {
    $id: "WebhookDeliveryDetail",
    description: "A delivery with the event it carries.",
    examples: [
      {
        ...exampleDelivery,
        event: { id: exampleDelivery.event_id, type: exampleDelivery.event_type },
      },
    ],
  },
);

export const WebhookDeliveryList = Type.Object(
  {
    data: Type.Array(WebhookDelivery, { description: "Latest first." }),
    has_more: Type.Boolean(),
    next_cursor: nullable(Type.String()),
  },
  {
    $id: "WebhookDeliveryList",
    description: "One page of a webhook's deliveries.",
    examples: [{ data: [exampleDelivery], has_more: false, next_cursor: null }],
  },
);

export const WebhookReplayRequest = Type.Object(
  {
    from: Type.Optional(UtcTime),
    to: Type.Optional(UtcTime),
  },
  {
    $id: "WebhookReplayRequest",
    additionalProperties: false,
    description:
      "Which dead letters to send again: those made at `from` or later and before `to`. Left out: from the oldest, to the newest.",
    examples: [{ from: "2026-03-01T00:00:00Z", to: "2026-03-02T00:00:00Z" }],
  },
);

export const WebhookReplay = Type.Object(
  {
    replayed: Type.Integer({ minimum: 0, description: "Dead letters that are sent again." }),
    has_more: Type.Boolean({
      description: "Whether more are left in that time; ask again, with the same body.",
    }),
  },
  {
    $id: "WebhookReplay",
    description: "How many dead letters are on their way again.",
    examples: [{ replayed: 12, has_more: false }],
  },
);
