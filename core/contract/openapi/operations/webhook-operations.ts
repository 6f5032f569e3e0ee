import type { Operation } from "../operation.ts";
import { cursorParameter, deliveryStatusFilter, limitParameter } from "../query-parameters.ts";

const noSuchWebhook = { status: 404, description: "The key sees no such webhook." };
const noSuchDelivery = {
  status: 404,
  description: "The key sees no such webhook, or it has no such delivery.",
};
const replayed = ["Idempotent-Replayed"] as const;
const notModified = {
  status: 304,
  description: "`If-None-Match` names the current ETag.",
  headers: ["ETag"],
} as const;

/** Events out: where they are sent, and how that went. */
export const webhookOperations = [
  {
    operationId: "createWebhook",
    method: "POST",
    path: "/v1/webhooks",
    tag: "Webhooks",
    summary: "Make a webhook",
    description:
      "From now on events are sent to this address. The answer holds the secret of the signatures, this once.",
    access: "webhooks:manage",
    audited: { action: "webhook.create" },
    answersSecret: true,
    query: [],
    request: { schema: "WebhookCreation", isRequired: true },
    answers: [
      {
        status: 200,
        description: "The webhook and its secret.",
        schema: "WebhookWithSecret",
        headers: replayed,
      },
    ],
    problems: [
      { status: 403, description: "Other fleets than the key's, or as many webhooks as there may be." },
    ],
  },
  {
    operationId: "listWebhooks",
    method: "GET",
    path: "/v1/webhooks",
    tag: "Webhooks",
    summary: "List webhooks",
    description: "Those whose fleets the key may see, all on one page.",
    access: "webhooks:manage",
    query: [],
    answers: [
      { status: 200, description: "The webhooks.", schema: "WebhookList", headers: ["ETag"] },
      notModified,
    ],
  },
  {
    operationId: "getWebhook",
    method: "GET",
    path: "/v1/webhooks/{webhook_id}",
    tag: "Webhooks",
    summary: "Show one webhook",
    description: "What is sent where, and how that goes.",
    access: "webhooks:manage",
    query: [],
    answers: [
      { status: 200, description: "The webhook.", schema: "Webhook", headers: ["ETag"] },
      notModified,
    ],
    problems: [noSuchWebhook],
  },
  {
    operationId: "updateWebhook",
    method: "PATCH",
    path: "/v1/webhooks/{webhook_id}",
    tag: "Webhooks",
    summary: "Change a webhook",
    description: "What the body leaves out stays. Deliveries that wait are sent to the new address.",
    access: "webhooks:manage",
    audited: { action: "webhook.update", subject: "webhook_id" },
    query: [],
    request: { schema: "WebhookUpdate", isRequired: true },
    answers: [{ status: 200, description: "As it is now.", schema: "Webhook" }],
    problems: [noSuchWebhook],
  },
  {
    operationId: "deleteWebhook",
    method: "DELETE",
    path: "/v1/webhooks/{webhook_id}",
    tag: "Webhooks",
    summary: "Delete a webhook",
    description: "With its deliveries: what waits is not sent any more.",
    access: "webhooks:manage",
    audited: { action: "webhook.delete", subject: "webhook_id" },
    query: [],
    answers: [{ status: 200, description: "It is gone.", schema: "WebhookDeletion" }],
    problems: [noSuchWebhook],
  },
  {
    operationId: "rotateWebhookSecret",
    method: "POST",
    path: "/v1/webhooks/{webhook_id}/secret",
    tag: "Webhooks",
    summary: "Replace a webhook's secret",
    description:
      "For a while messages bear two signatures, so that no receiver has to change at the same moment.",
    access: "webhooks:manage",
    audited: { action: "webhook.rotate_secret", subject: "webhook_id" },
    answersSecret: true,
    query: [],
    request: { schema: "WebhookSecretRotation", isRequired: false },
    answers: [
      {
        status: 200,
        description: "The webhook and its new secret.",
        schema: "WebhookWithSecret",
        headers: replayed,
      },
    ],
    problems: [noSuchWebhook],
  },
  {
    operationId: "testWebhook",
    method: "POST",
    path: "/v1/webhooks/{webhook_id}/test",
    tag: "Webhooks",
    summary: "Send a test event",
    description:
      "One event of the type `webhook.test`, sent once while the request waits, also to a webhook that is disabled. The answer says how it went.",
    access: "webhooks:manage",
    audited: { action: "webhook.test", subject: "webhook_id" },
    query: [],
    answers: [
      {
        status: 200,
        description: "The delivery with its one attempt.",
        schema: "WebhookDelivery",
        headers: replayed,
      },
    ],
    problems: [noSuchWebhook],
  },
  {
    operationId: "listWebhookDeliveries",
    method: "GET",
    path: "/v1/webhooks/{webhook_id}/deliveries",
    tag: "Webhooks",
    summary: "List a webhook's deliveries",
    description:
      "Each with its attempts. They are kept for a time and up to a number that the operator sets.",
    access: "webhooks:manage",
    query: [deliveryStatusFilter, limitParameter, cursorParameter],
    answers: [
      { status: 200, description: "One page.", schema: "WebhookDeliveryList", headers: ["ETag", "Link"] },
      notModified,
    ],
    problems: [noSuchWebhook],
  },
  {
    operationId: "getWebhookDelivery",
    method: "GET",
    path: "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}",
    tag: "Webhooks",
    summary: "Show one delivery",
    description: "With the event it carries.",
    access: "webhooks:manage",
    query: [],
    answers: [
      { status: 200, description: "The delivery.", schema: "WebhookDeliveryDetail", headers: ["ETag"] },
      notModified,
    ],
    problems: [noSuchDelivery],
  },
  {
    operationId: "replayWebhookDelivery",
    method: "POST",
    path: "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/replay",
    tag: "Webhooks",
    summary: "Send a delivery again",
    description: "Now, and with all its retries, under the same `webhook-id`: whatever became of it before.",
    access: "webhooks:manage",
    audited: { action: "webhook.replay", subject: "webhook_id" },
    query: [],
    answers: [
      { status: 200, description: "It is on its way.", schema: "WebhookDelivery", headers: replayed },
    ],
    problems: [noSuchDelivery, { status: 409, description: "The webhook is disabled." }],
  },
  {
    operationId: "replayWebhookDeadLetters",
    method: "POST",
    path: "/v1/webhooks/{webhook_id}/replay",
    tag: "Webhooks",
    summary: "Send dead letters again",
    description: "Those of a time range, oldest first, up to 1 000 at once.",
    access: "webhooks:manage",
    audited: { action: "webhook.replay", subject: "webhook_id" },
    query: [],
    request: { schema: "WebhookReplayRequest", isRequired: false },
    answers: [{ status: 200, description: "How many.", schema: "WebhookReplay", headers: replayed }],
    problems: [noSuchWebhook, { status: 409, description: "The webhook is disabled." }],
  },
] as const satisfies readonly Operation[];
