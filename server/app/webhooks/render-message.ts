import type { Message } from "../ports/message-sender.ts";
import type { NewDelivery, StoredWebhook } from "../ports/webhook-store.ts";
import { alertmanagerMessage } from "./formats/alertmanager-message.ts";
import { type Notice, slackMessage, teamsMessage } from "./formats/chat-messages.ts";
import { cloudEvent } from "./formats/cloud-event.ts";
import { headlineOf } from "./formats/explain-event.ts";
import { type FormatContext, type SentEvent, linkOf } from "./formats/sent-event.ts";
import { signatureHeaders } from "./sign-message.ts";

/** What is the same for every message of an installation. */
export interface RenderSettings extends Omit<FormatContext, "webhookId"> {
  readonly userAgent: string;
  /** Host name in the ids of mails. */
  readonly mailHost: string;
}

/** The message of a delivery, in the format of its webhook, signed for this moment. */
export function renderMessage(
  delivery: NewDelivery,
  webhook: StoredWebhook,
  given: { readonly settings: RenderSettings; readonly nowUs: number },
): Message {
  const { settings, nowUs } = given;
  const event = JSON.parse(delivery.event) as SentEvent;
  const context = { ...settings, webhookId: webhook.webhookId };
  const notice: Notice = {
    title: headlineOf(event),
    text: delivery.notice ?? "",
    link: linkOf(event, context),
  };
  if (webhook.format === "email") {
    const lines = [notice.text, ...(notice.link === null ? [] : ["", notice.link])];
    return {
      kind: "mail",
      mail: {
        url: webhook.url,
        messageId: `<${delivery.deliveryId}@${settings.mailHost}>`,
        subject: notice.title,
        text: `${lines.join("\n")}\n`,
      },
    };
  }
  const body = bodyOf(webhook.format, { delivery, event, context, notice });
  const timestampS = Math.floor(nowUs / 1e6);
  return {
    kind: "http",
    message: {
      url: webhook.url,
      headers: {
        "content-type":
          webhook.format === "cloudevents" ? "application/cloudevents+json" : "application/json",
        "user-agent": settings.userAgent,
        ...signatureHeaders({ id: delivery.eventId, timestampS, body }, secretsOf(webhook, nowUs)),
      },
      body,
    },
  };
}

/** Whether a format tells people, in sentences, instead of programs. */
export function tellsPeople(format: StoredWebhook["format"]): boolean {
  return format !== "standard" && format !== "cloudevents";
}

function bodyOf(
  format: Exclude<StoredWebhook["format"], "email">,
  {
    delivery,
    event,
    context,
    notice,
  }: {
    readonly delivery: NewDelivery;
    readonly event: SentEvent;
    readonly context: FormatContext;
    readonly notice: Notice;
  },
): string {
  switch (format) {
    case "standard":
      return delivery.event;
    case "cloudevents":
      return JSON.stringify(cloudEvent(event, context));
    case "alertmanager":
      return JSON.stringify(alertmanagerMessage(event, context, notice.text));
    case "slack":
      return JSON.stringify(slackMessage(notice));
    case "teams":
      return JSON.stringify(teamsMessage(notice));
  }
}

/** The newest first, as receivers try them. */
function secretsOf({ secret, previousSecret }: StoredWebhook, nowUs: number): readonly string[] {
  return previousSecret === null || previousSecret.untilUs <= nowUs
    ? [secret]
    : [secret, previousSecret.secret];
}
