import type { WebhookFormat } from "../../core/contract/types.ts";
import type { Message, MessageSender, SendOutcome, TargetFault } from "../app/ports/message-sender.ts";
import type { AddressRule } from "./address-rule.ts";
import { MailSender, type MailSettings, recipientsOf } from "./mail-sender.ts";
import { OutgoingConnections, type PostTimes, postMessage, postTimes } from "./post-message.ts";
import { type ResolveName, resolveTarget } from "./resolve-target.ts";

export interface OutgoingSettings {
  readonly rule: AddressRule;
  readonly mail: MailSettings;
  readonly times?: PostTimes;
  /** Another way of asking for addresses, in tests. */
  readonly resolveName?: ResolveName;
}

/** Everything that leaves by webhooks goes through here, and is checked each time. */
export class Outgoing implements MessageSender {
  readonly #settings: OutgoingSettings;
  readonly #connections = new OutgoingConnections();
  readonly #mail: MailSender;

  constructor(settings: OutgoingSettings) {
    this.#settings = settings;
    this.#mail = new MailSender(settings.mail);
  }

  async checkTarget(url: string, format: WebhookFormat): Promise<TargetFault | null> {
    if (format === "email") return this.#mail.check(url);
    if (recipientsOf(url) !== null) {
      const detail = "mailto: is for the format email; this one takes an https address.";
      return { code: "webhook_format_unavailable", detail };
    }
    const resolution = await resolveTarget(url, this.#settings.rule, this.#settings.resolveName);
    return resolution.kind === "resolved"
      ? null
      : { code: "webhook_address_refused", detail: `Nothing is sent to this address. ${resolution.detail}` };
  }

  async send(message: Message): Promise<SendOutcome> {
    if (message.kind === "mail") return this.#mail.send(message.mail);
    const began = performance.now();
    const { rule, resolveName, times = postTimes } = this.#settings;
    const resolution = await resolveTarget(message.message.url, rule, resolveName);
    if (resolution.kind === "resolved")
      return postMessage(message.message, resolution, { connections: this.#connections, times });
    return {
      status: null,
      error: "address_refused",
      response: resolution.detail,
      durationMs: Math.round(performance.now() - began),
      isGone: false,
      retryAfterS: null,
    };
  }

  close(): void {
    this.#connections.close();
    this.#mail.close();
  }
}
