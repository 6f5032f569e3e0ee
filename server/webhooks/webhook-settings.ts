import type { MailSettings } from "./mail-sender.ts";

/** What the operator decides about webhooks. */
export interface WebhookSettings {
  /** What may be sent to besides the public internet, as readAddressRule takes it. */
  readonly allowed: readonly string[];
  readonly allowsLoopback: boolean;
  readonly mail: MailSettings;
  readonly perOrganisation: number;
  /** Finished deliveries kept of a webhook, and for how many days. */
  readonly deliveriesKept: number;
  readonly deliveryDays: number;
  /** Deliveries of a webhook that wait. */
  readonly deliveriesPending: number;
  /** Days without one accepted message after which a webhook is disabled. */
  readonly disableAfterDays: number;
}
