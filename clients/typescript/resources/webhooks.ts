import type {
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
import type { QueryOf } from "./query-of.ts";

/** Where events are sent, and how that went. */
export class Webhooks {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** Makes a webhook; its secret is in the answer and nowhere else. */
  create(request: WebhookCreation, options?: PostOptions): APIPromise<WebhookWithSecret> {
    return this.#sender.post("/v1/webhooks", request, options);
  }

  list(options?: RequestOptions): PagePromise<Webhook> {
    return this.#sender.list("/v1/webhooks", {}, options);
  }

  get(webhookId: string, options?: RequestOptions): APIPromise<Webhook> {
    return this.#sender.get(pathOf`/v1/webhooks/${webhookId}`, options);
  }

  /** Changes what the request names; the rest stays. */
  update(webhookId: string, request: WebhookUpdate, options?: RequestOptions): APIPromise<Webhook> {
    return this.#sender.write("PATCH", pathOf`/v1/webhooks/${webhookId}`, { body: request, options });
  }

  /** With its deliveries. */
  delete(webhookId: string, options?: RequestOptions): APIPromise<WebhookDeletion> {
    return this.#sender.write("DELETE", pathOf`/v1/webhooks/${webhookId}`, { options });
  }

  /** A new secret; the one before signs beside it for a while. */
  rotateSecret(
    webhookId: string,
    request: WebhookSecretRotation = {},
    options?: PostOptions,
  ): APIPromise<WebhookWithSecret> {
    return this.#sender.post(pathOf`/v1/webhooks/${webhookId}/secret`, request, options);
  }

  /** Sends a test event while you wait, and says how that went. */
  test(webhookId: string, options?: PostOptions): APIPromise<WebhookDelivery> {
    return this.#sender.post(pathOf`/v1/webhooks/${webhookId}/test`, undefined, options);
  }

  deliveries(
    webhookId: string,
    query: QueryOf<"listWebhookDeliveries"> = {},
    options?: RequestOptions,
  ): PagePromise<WebhookDelivery> {
    return this.#sender.list(pathOf`/v1/webhooks/${webhookId}/deliveries`, query, options);
  }

  /** One delivery, with the event it carries. */
  delivery(
    webhookId: string,
    deliveryId: string,
    options?: RequestOptions,
  ): APIPromise<WebhookDeliveryDetail> {
    return this.#sender.get(pathOf`/v1/webhooks/${webhookId}/deliveries/${deliveryId}`, options);
  }

  /** Sends a delivery again, whatever became of it. */
  replay(webhookId: string, deliveryId: string, options?: PostOptions): APIPromise<WebhookDelivery> {
    const path = pathOf`/v1/webhooks/${webhookId}/deliveries/${deliveryId}/replay`;
    return this.#sender.post(path, undefined, options);
  }

  /** Sends dead letters of a time again. */
  replayDeadLetters(
    webhookId: string,
    request: WebhookReplayRequest = {},
    options?: PostOptions,
  ): APIPromise<WebhookReplay> {
    return this.#sender.post(pathOf`/v1/webhooks/${webhookId}/replay`, request, options);
  }
}
