import type {
  Event,
  Webhook,
  WebhookCreation,
  WebhookDeletion,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookReplay,
  WebhookReplayRequest,
  WebhookSecretRotation,
  WebhookUpdate,
  WebhookWithSecret,
} from "../generated/contract.ts";
import type { APIPromise } from "../request/api-promise.ts";
import { pathOf, type PostOptions, type RequestOptions } from "../request/call.ts";
import type { PagePromise } from "../request/page.ts";
import type { Sender } from "../request/sender.ts";
import { unwrapWebhook, type GivenHeaders, type UnwrapOptions } from "../webhooks/unwrap-webhook.ts";
import type { QueryOf } from "./query-of.ts";

/** Events out: where they are sent, how that went, and what is to be done with one that comes in. */
export class Webhooks {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** For who receives: the event of a delivery, once its signature is checked. Needs no key and asks no service. */
  unwrap(
    body: Uint8Array | string,
    headers: GivenHeaders,
    secret: string | readonly string[],
    options?: UnwrapOptions,
  ): Promise<Event> {
    return unwrapWebhook(body, headers, secret, options);
  }

  /** The answer holds the secret of the signatures, this once. */
  create(request: WebhookCreation, options?: PostOptions): APIPromise<WebhookWithSecret> {
    return this.#sender.post("/v1/webhooks", request, options);
  }

  /** All on one page. */
  list(options?: RequestOptions): PagePromise<Webhook> {
    return this.#sender.list("/v1/webhooks", {}, { options });
  }

  get(webhookId: string, options?: RequestOptions): APIPromise<Webhook> {
    return this.#sender.get(pathOf`/v1/webhooks/${webhookId}`, options);
  }

  /** What the update leaves out stays. */
  update(webhookId: string, update: WebhookUpdate, options?: RequestOptions): APIPromise<Webhook> {
    return this.#sender.write("PATCH", pathOf`/v1/webhooks/${webhookId}`, { body: update, options });
  }

  /** With its deliveries: what waits is not sent any more. */
  delete(webhookId: string, options?: RequestOptions): APIPromise<WebhookDeletion> {
    return this.#sender.write("DELETE", pathOf`/v1/webhooks/${webhookId}`, { options });
  }

  /** For a while messages bear two signatures, so that no receiver has to change at the same moment. */
  rotateSecret(
    webhookId: string,
    request: WebhookSecretRotation = {},
    options?: PostOptions,
  ): APIPromise<WebhookWithSecret> {
    return this.#sender.post(pathOf`/v1/webhooks/${webhookId}/secret`, request, options);
  }

  /** Sends a test event, once, while the call waits; the answer says how it went. */
  test(webhookId: string, options?: PostOptions): APIPromise<WebhookDelivery> {
    return this.#sender.post(pathOf`/v1/webhooks/${webhookId}/test`, undefined, options);
  }

  deliveries(
    webhookId: string,
    query: QueryOf<"listWebhookDeliveries"> = {},
    options?: RequestOptions,
  ): PagePromise<WebhookDelivery> {
    return this.#sender.list(pathOf`/v1/webhooks/${webhookId}/deliveries`, query, { options });
  }

  /** With the event it carries. */
  delivery(
    webhookId: string,
    deliveryId: string,
    options?: RequestOptions,
  ): APIPromise<WebhookDeliveryDetail> {
    return this.#sender.get(pathOf`/v1/webhooks/${webhookId}/deliveries/${deliveryId}`, options);
  }

  /** Sends a delivery again, under the same `webhook-id`. */
  replay(webhookId: string, deliveryId: string, options?: PostOptions): APIPromise<WebhookDelivery> {
    const path = pathOf`/v1/webhooks/${webhookId}/deliveries/${deliveryId}/replay`;
    return this.#sender.post(path, undefined, options);
  }

  /** Sends the dead letters of a time range again, oldest first. */
  replayDeadLetters(
    webhookId: string,
    request: WebhookReplayRequest = {},
    options?: PostOptions,
  ): APIPromise<WebhookReplay> {
    return this.#sender.post(pathOf`/v1/webhooks/${webhookId}/replay`, request, options);
  }
}
