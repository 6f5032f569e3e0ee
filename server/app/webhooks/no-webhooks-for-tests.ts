import { Refusal } from "../../../core/contract/refusal.ts";
import type { WebhookManagement } from "../application.ts";

/** For tests of everything else: as when the webhooks' thread has ended. */
const refuse = async (): Promise<never> => {
  throw new Refusal("webhooks_unavailable", "There are no webhooks here.");
};

export const noWebhooksForTests: WebhookManagement = {
  createWebhook: refuse,
  listWebhooks: refuse,
  showWebhook: refuse,
  updateWebhook: refuse,
  deleteWebhook: refuse,
  rotateWebhookSecret: refuse,
  testWebhook: refuse,
  listDeliveries: refuse,
  showDelivery: refuse,
  replayDelivery: refuse,
  replayDeadLetters: refuse,
};
