import { createTransport } from "nodemailer";

import type { OutgoingMail, SendOutcome, TargetFault } from "../app/ports/message-sender.ts";
import { messageOf } from "../platform/fault.ts";

/** The operator's mail server and who may be written to. */
export interface MailSettings {
  /** `smtp://` or `smtps://`, with user and password where the server asks for them; null: no mail is sent. */
  readonly smtpUrl: string | null;
  readonly from: string;
  /** Domains of those who may be written to, in lower case; none: all. */
  readonly domains: readonly string[];
}

const mostRecipients = 10;
const mailAddress = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*)$/;
const connectMs = 5_000;
const answerMs = 15_000;
const accepted = 250;
const noAnswer = null;
const keptCharacters = 512;

/** The recipients of `mailto:` and addresses separated by commas; null for anything else. */
export function recipientsOf(url: string): readonly string[] | null {
  const match = /^mailto:([^?#]+)$/.exec(url);
  if (match?.[1] === undefined) return null;
  const addresses = match[1].split(",");
  return addresses.length <= mostRecipients && addresses.every((address) => mailAddress.test(address))
    ? addresses
    : null;
}

/** Mail through the operator's server, which is trusted: its address is not held against the rule for receivers. */
export class MailSender {
  readonly #settings: MailSettings;
  readonly #transport: ReturnType<typeof createTransport> | null;

  constructor(settings: MailSettings) {
    this.#settings = settings;
    this.#transport =
      settings.smtpUrl === null
        ? null
        : createTransport({
            url: settings.smtpUrl,
            pool: true,
            maxConnections: 2,
            connectionTimeout: connectMs,
            greetingTimeout: connectMs,
            dnsTimeout: connectMs,
            socketTimeout: answerMs,
            disableFileAccess: true,
            disableUrlAccess: true,
          });
  }

  check(url: string): TargetFault | null {
    const recipients = recipientsOf(url);
    if (recipients === null) {
      const detail = `The format email takes mailto: and up to ${mostRecipients} addresses separated by commas, without anything after them.`;
      return { code: "webhook_format_unavailable", detail };
    }
    if (this.#transport === null) {
      const detail =
        "No mail is sent from here: the operator has not named a mail server (PLUMBLINE_SMTP_URL).";
      return { code: "webhook_format_unavailable", detail };
    }
    const { domains } = this.#settings;
    const foreign = recipients.find((address) => domains.length > 0 && !domains.includes(domainOf(address)));
    if (foreign === undefined) return null;
    const detail = `The operator lets mail go to other domains only: ${domains.join(", ")}.`;
    return { code: "webhook_address_refused", detail };
  }

  async send({ url, messageId, subject, text }: OutgoingMail): Promise<SendOutcome> {
    const began = performance.now();
    const done = (outcome: Pick<SendOutcome, "status" | "error" | "response">): SendOutcome => ({
      ...outcome,
      response: outcome.response.slice(0, keptCharacters),
      durationMs: Math.round(performance.now() - began),
      isGone: false,
      retryAfterS: null,
    });
    const fault = this.check(url);
    if (fault !== null || this.#transport === null)
      return done({ status: noAnswer, error: "address_refused", response: fault?.detail ?? "" });
    try {
      const { response } = await this.#transport.sendMail({
        from: this.#settings.from,
        to: [...(recipientsOf(url) ?? [])],
        messageId,
        subject,
        text,
        headers: { "Auto-Submitted": "auto-generated" },
      });
      return done({ status: accepted, error: null, response });
    } catch (thrown) {
      const status = responseCodeOf(thrown);
      const error = status === noAnswer ? "connection_failed" : "mail_refused";
      return done({ status, error, response: messageOf(thrown) });
    }
  }

  close(): void {
    this.#transport?.close();
  }
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase();
}

function responseCodeOf(thrown: unknown): number | null {
  const code = thrown instanceof Error && "responseCode" in thrown ? thrown.responseCode : undefined;
  return typeof code === "number" && code >= 100 && code <= 999 ? code : null;
}
