import { Type } from "typebox";

import { plainTextPattern } from "../../plain-text.ts";
import { UtcTime, nullable, oneOf } from "../vocabulary.ts";

export const webhookIdPattern = "^wh_[0-9A-Za-z]{20}$";

export const webhookFormatValues = [
  "standard",
  "cloudevents",
  "alertmanager",
  "slack",
  "teams",
  "email",
] as const;
export const WebhookFormat = oneOf(webhookFormatValues, {
  $id: "WebhookFormat",
  description:
    "What is sent. `standard`: the event as `GET /v1/events` has it; `cloudevents`: a CloudEvents 1.0 event in structured JSON; " +
    "`alertmanager`: the body of an Alertmanager webhook, version 4; `slack`, `teams`: one sentence and a link, as their incoming webhooks take it; " +
    "`email`: the same as a mail.",
});

export const webhookUrlPattern = "^(https?://|mailto:)[!-~]+$";
/** Printable ASCII without spaces; what else an address must be is said by check-target.ts. */
export const WebhookUrl = Type.String({
  minLength: 1,
  maxLength: 2048,
  pattern: webhookUrlPattern,
  description:
    "Where it is sent: an `https` address without user, password or fragment, whose host has public addresses only; for the format `email`, " +
    "`mailto:` and up to 10 addresses separated by commas.",
});

export const WebhookDescription = Type.String({
  maxLength: 200,
  pattern: plainTextPattern,
  description: "What it is for, for a person.",
});

export const WebhookEventTypes = nullable(
  Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 64, uniqueItems: true }),
  { description: "Only these types of events, as in `type` of an event; null for every type." },
);

export const WebhookFleets = nullable(
  Type.Array(Type.String({ minLength: 1, maxLength: 128, pattern: plainTextPattern }), {
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
  }),
  {
    description:
      "Only events of vehicles in these fleets; null for all, events without a vehicle included. A key that is limited to fleets makes webhooks for these alone.",
  },
);

const exampleSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";
export const WebhookSecret = Type.String({
  pattern: "^whsec_[A-Za-z0-9+/]{43}=$",
  description:
    "The key of the signatures (Standard Webhooks 1.0, symmetric): base64 of 32 bytes after `whsec_`. It is shown this once.",
});

const disabledReasons = ["requested", "gone", "failing"] as const;

const webhookMembers = {
  id: Type.String({ pattern: webhookIdPattern, description: "The webhook's identifier." }),
  url: WebhookUrl,
  description: WebhookDescription,
  event_types: WebhookEventTypes,
  fleets: WebhookFleets,
  format: WebhookFormat,
  enabled: Type.Boolean({ description: "Whether events are sent to it." }),
  disabled_reason: nullable(
    oneOf(disabledReasons, {
      $id: "WebhookDisabledReason",
      description:
        "`requested`: somebody disabled it; `gone`: the receiver answered 410; `failing`: nothing was accepted for days.",
    }),
  ),
  disabled_at: nullable(UtcTime),
  previous_secret_expires_at: nullable(UtcTime, {
    description: "Until then messages bear a signature by the secret before, too; null when there is none.",
  }),
  pending: Type.Integer({ minimum: 0, description: "Deliveries that wait for their next attempt." }),
  dead: Type.Integer({ minimum: 0, description: "Dead letters kept: deliveries that were given up." }),
  failing_since: nullable(UtcTime, {
    description: "Since when no attempt was accepted; null when the last one was, and before the first.",
  }),
  last_success_at: nullable(UtcTime),
  created_at: UtcTime,
  updated_at: UtcTime,
} as const;

const exampleCreation = {
  url: "https://ops.example.com/plumbline",
  description: "calibration desk",
  event_types: ["vehicle.tier_changed", "evidence.issued"],
  fleets: ["vans-north"],
};

const exampleWebhook = {
  id: "wh_7K3M9Q2XW4HJ8N6P5R2T",
  ...exampleCreation,
  format: "standard",
  enabled: true,
  disabled_reason: null,
  disabled_at: null,
  previous_secret_expires_at: null,
  pending: 0,
  dead: 0,
  failing_since: null,
  last_success_at: "2026-03-01T08:00:00.000Z",
  created_at: "2026-02-01T09:30:00.000Z",
  updated_at: "2026-02-01T09:30:00.000Z",
} as const;

export const Webhook = Type.Object(webhookMembers, {
  $id: "Webhook",
  description: "Where events are sent, which of them, and how that goes.",
  examples: [exampleWebhook],
});

export const WebhookWithSecret = Type.Object(
  { ...webhookMembers, secret: WebhookSecret },
  {
    $id: "WebhookWithSecret",
    description: "A webhook with its new secret, which is shown this once.",
    examples: [{ ...exampleWebhook, secret: exampleSecret }],
  },
);

export const WebhookCreation = Type.Object(
  {
    url: WebhookUrl,
    description: Type.Optional(WebhookDescription),
    event_types: Type.Optional(WebhookEventTypes),
    fleets: Type.Optional(WebhookFleets),
    format: Type.Optional(WebhookFormat),
    enabled: Type.Optional(Type.Boolean({ description: "True when left out." })),
  },
  {
    $id: "WebhookCreation",
    additionalProperties: false,
    description:
      "A webhook to be made. All but `url` may be left out: every type, every fleet of the key, `standard`.",
    examples: [exampleCreation],
  },
);

export const WebhookUpdate = Type.Object(
  {
    url: Type.Optional(WebhookUrl),
    description: Type.Optional(WebhookDescription),
    event_types: Type.Optional(WebhookEventTypes),
    fleets: Type.Optional(WebhookFleets),
    format: Type.Optional(WebhookFormat),
    enabled: Type.Optional(
      Type.Boolean({
        description:
          "False makes its waiting deliveries dead letters and sends nothing more; true begins again with the next event.",
      }),
    ),
  },
  {
    $id: "WebhookUpdate",
    additionalProperties: false,
    minProperties: 1,
    description: "What is to change of a webhook; what is left out stays.",
    examples: [{ enabled: false }],
  },
);

export const WebhookList = Type.Object(
  {
    data: Type.Array(Webhook, { description: "Oldest first; all of them." }),
    has_more: Type.Boolean(),
    next_cursor: nullable(Type.String()),
  },
  {
    $id: "WebhookList",
    description: "The webhooks the key may see.",
    examples: [{ data: [exampleWebhook], has_more: false, next_cursor: null }],
  },
);

export const WebhookDeletion = Type.Object(
  { id: webhookMembers.id, deleted: Type.Literal(true) },
  {
    $id: "WebhookDeletion",
    description: "The webhook is gone, and its deliveries with it.",
    examples: [{ id: exampleWebhook.id, deleted: true }],
  },
);

export const WebhookTestEvent = Type.Object(
  {
    id: Type.String({ pattern: "^test_[0-9A-Za-z]{20}$", description: "Identifier of this test." }),
    type: Type.Unsafe<"webhook.test">({ type: "string", const: "webhook.test" }),
    occurred_at: UtcTime,
    recorded_at: UtcTime,
    data: Type.Object({ webhook_id: webhookMembers.id }),
  },
  {
    $id: "WebhookTestEvent",
    description:
      "A test that somebody asked for. It is sent to its webhook alone and is no event of the stream.",
    examples: [
      {
        id: "test_7K3M9Q2XW4HJ8N6P5R2T",
        type: "webhook.test",
        occurred_at: "2026-03-01T08:00:00.000Z",
        recorded_at: "2026-03-01T08:00:00.000Z",
        data: { webhook_id: exampleWebhook.id },
      },
    ],
  },
);

export const WebhookSecretRotation = Type.Object(
  {
    overlap_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        description:
          "How long messages bear a signature by the secret before, too. 24 when left out; 0 where that secret has leaked.",
      }),
    ),
  },
  {
    $id: "WebhookSecretRotation",
    additionalProperties: false,
    description: "How the secret of a webhook is to be replaced.",
    examples: [{ overlap_hours: 24 }],
  },
);
