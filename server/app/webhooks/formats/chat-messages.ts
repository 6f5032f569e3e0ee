/** What people read: a headline, a sentence, and where to look. */
export interface Notice {
  readonly title: string;
  readonly text: string;
  readonly link: string | null;
}

const slackHeaderLength = 150;
const slackTextLength = 3_000;

/** A body for Slack's incoming webhooks: plain text in blocks, so that no name is taken for markup. */
export function slackMessage({ title, text, link }: Notice): object {
  const escaped = escapedForSlack(`${title}\n${text}`);
  return {
    text: link === null ? escaped : `${escaped}\n<${link}>`,
    blocks: [
      {
        type: "header",
        text: { type: "plain_text", text: shortened(title, slackHeaderLength), emoji: false },
      },
      { type: "section", text: { type: "plain_text", text: shortened(text, slackTextLength), emoji: false } },
      ...(link === null
        ? []
        : [{ type: "context", elements: [{ type: "mrkdwn", text: `<${link}|Open in Plumbline>` }] }]),
    ],
  };
}

/** A body for incoming webhooks of Teams: an adaptive card. Runs of text know no markup. */
export function teamsMessage({ title, text, link }: Notice): object {
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            {
              type: "RichTextBlock",
              inlines: [{ type: "TextRun", text: title, weight: "Bolder", size: "Medium" }],
            },
            { type: "RichTextBlock", inlines: [{ type: "TextRun", text }] },
          ],
          ...(link === null
            ? {}
            : { actions: [{ type: "Action.OpenUrl", title: "Open in Plumbline", url: link }] }),
        },
      },
    ],
  };
}

/** As Slack asks for it: these three characters begin its markup. */
function escapedForSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
