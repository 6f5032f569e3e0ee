import type { WebhookFormat } from "../../../core/contract/types.ts";
import type { Attempt } from "./webhook-store.ts";

/** What leaves the service, whole. */
export interface OutgoingMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A mail, as text and as HTML. */
export interface OutgoingMail {
  /** `mailto:` and its addresses. */
  readonly url: string;
  /** The same for every attempt, so that a mail that came twice is seen to be one. */
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
}

export type Message =
  | { readonly kind: "http"; readonly message: OutgoingMessage }
  | { readonly kind: "mail"; readonly mail: OutgoingMail };

/** How an attempt went. */
export interface SendOutcome extends Omit<Attempt, "atUs"> {
  /** The receiver says that it is gone for good. */
  readonly isGone: boolean;
  /** How long it asks to be left alone, seconds. */
  readonly retryAfterS: number | null;
}

/** Why nothing is sent to an address. */
export interface TargetFault {
  readonly code: "webhook_address_refused" | "webhook_format_unavailable";
  readonly detail: string;
}

/** The way out. */
export interface MessageSender {
  /** Whether messages of this format could be sent to the address now; null for yes. */
  checkTarget(url: string, format: WebhookFormat): Promise<TargetFault | null>;
  /** One attempt, in bounded time. Never rejects: what went wrong is an outcome. */
  send(message: Message): Promise<SendOutcome>;
}
