import { type CloudEvent, HTTP } from "cloudevents";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";

import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { namedSchemas } from "../../../core/contract/schemas/named-schemas.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import type { StoredWebhook } from "../ports/webhook-store.ts";
import { deliveryForTests, webhookForTests } from "./delivery-for-tests.ts";
import { explainEvent, headlineOf } from "./formats/explain-event.ts";
import type { SentEvent } from "./formats/sent-event.ts";
import { renderMessage } from "./render-message.ts";

const settings = {
  source: "https://plumbline.example",
  publicUrl: "https://plumbline.example",
  userAgent: "Plumbline/1.2.3",
  mailHost: "plumbline.local",
};
const stored = { ...webhookForTests(), webhookKey: 1, failingSinceUs: null, lastSuccessUs: null };

/** The published example of each type of event. */
const examples = Object.values(namedSchemas)
  .flatMap((schema) =>
    "examples" in schema && Array.isArray(schema.examples) ? (schema.examples as unknown[]) : [],
  )
  .filter(
    (example): example is SentEvent =>
      String((example as { id?: unknown }).id).startsWith("evt_") && "type" in (example as object),
  );
const types = [...new Set(examples.map(({ type }) => type))];
const exampleOf = (type: string) => examples.find((example) => example.type === type)!;

function sent(
  event: SentEvent,
  changes: Partial<StoredWebhook> = {},
  publicUrl: string | null = settings.publicUrl,
) {
  const delivery = deliveryForTests({
    eventId: event.id,
    event: JSON.stringify(event),
    notice: "It has moved <by> 3 & more.",
  });
  const message = renderMessage(
    delivery,
    { ...stored, ...changes },
    { settings: { ...settings, publicUrl }, nowUs: Date.now() * 1_000 },
  );
  if (message.kind !== "http") throw new Error("a mail is tested beside its sender");
  return message.message;
}

const bodyOf = (event: SentEvent, format: StoredWebhook["format"]): Record<string, never> & object =>
  JSON.parse(sent(event, { format }).body);

test("there is an example of every type of event", () => {
  expect(types.length).toBeGreaterThanOrEqual(8);
});

test.each(types)(
  "standard: %s is sent as it is published, signed so that the reference library takes it",
  (type) => {
    const event = exampleOf(type);
    const { body, headers } = sent(event);
    expect(body).toBe(JSON.stringify(event));
    expect(new Webhook(stored.secret).verify(body, { ...headers })).toEqual(event);
    expect(headers).toMatchObject({ "content-type": "application/json", "webhook-id": event.id });
  },
);

test.each(types)("cloudevents: CloudEvents' own library reads %s as a valid event", (type) => {
  const event = exampleOf(type);
  const { body, headers } = sent(event, { format: "cloudevents" });
  const read = HTTP.toEvent({ headers: { ...headers }, body }) as CloudEvent<unknown>;
  expect(read.validate()).toBe(true);
  expect(read).toMatchObject({
    id: event.id,
    type: `plumbline.${type}`,
    source: settings.source,
    time: event.occurred_at,
    recordedtime: event.recorded_at,
    data: event.data,
    ...(event.vehicle_id !== undefined && { subject: event.vehicle_id, fleetid: event.fleet_id }),
  });
});

test("both secrets sign until the older one has expired", () => {
  const event = exampleOf("breach.opened");
  const nowUs = Date.now() * 1_000;
  const count = (untilUs: number) =>
    sent(event, { previousSecret: { secret: stored.secret, untilUs } }).headers["webhook-signature"]!.split(
      " ",
    ).length;
  expect([count(nowUs + 60e6), count(nowUs - 1)]).toEqual([2, 1]);
});

test("alertmanager: a tier fires with its severity, and ends the alert of the one before", () => {
  const event = exampleOf("vehicle.tier_changed") as Extract<SentEvent, { type: "vehicle.tier_changed" }>;
  const alerts = (from: string, to: string) => {
    const changed = { ...event, data: { ...event.data, from, to } } as SentEvent;
    const body = bodyOf(changed, "alertmanager") as unknown as {
      status: string;
      alerts: { status: string; labels: { severity: string } }[];
    };
    return [body.status, ...body.alerts.map(({ status, labels }) => `${status} ${labels.severity}`)];
  };
  expect(alerts("NOMINAL", "CAUTION")).toEqual(["firing", "firing warning"]);
  expect(alerts("CAUTION", "CRITICAL")).toEqual(["firing", "firing critical", "resolved warning"]);
  expect(alerts("CRITICAL", "NOMINAL")).toEqual(["resolved", "resolved critical"]);
  expect(alerts("UNKNOWN", "NOMINAL")).toEqual(["resolved", "resolved none"]);
});

test("alertmanager: what ends a breach or a silence has the labels of what began it, and so the same fingerprint", () => {
  const alertOf = (type: string) =>
    (
      bodyOf(exampleOf(type), "alertmanager") as unknown as {
        alerts: { status: string; fingerprint: string }[];
      }
    ).alerts[0]!;
  for (const [begin, end] of [
    ["breach.opened", "breach.closed"],
    ["vehicle.silent", "vehicle.recovered"],
  ] as const) {
    expect(alertOf(begin)).toMatchObject({ status: "firing", endsAt: "0001-01-01T00:00:00Z" });
    expect(alertOf(end)).toMatchObject({ status: "resolved", endsAt: exampleOf(end).occurred_at });
    expect(alertOf(end).fingerprint).toBe(alertOf(begin).fingerprint);
  }
});

test.each(types)("alertmanager: %s has every member of a version 4 body", (type) => {
  const event = exampleOf(type);
  expect(bodyOf(event, "alertmanager")).toEqual({
    version: "4",
    groupKey: expect.stringMatching(/^\{\}:\{alertname="\w+"\}$/),
    truncatedAlerts: 0,
    status: expect.stringMatching(/^(firing|resolved)$/),
    receiver: stored.webhookId,
    groupLabels: { alertname: expect.any(String) },
    commonLabels: expect.objectContaining({ alertname: expect.any(String) }),
    commonAnnotations: { summary: "It has moved <by> 3 & more." },
    externalURL: settings.publicUrl,
    alerts: expect.arrayContaining([
      {
        status: expect.stringMatching(/^(firing|resolved)$/),
        labels: expect.objectContaining({ severity: expect.any(String) }),
        annotations: { summary: expect.any(String) },
        startsAt: expect.any(String),
        endsAt: expect.any(String),
        generatorURL: expect.stringContaining(settings.publicUrl),
        fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
      },
    ]),
  });
});

test("slack: names are plain text, and what begins markup is escaped where Slack reads it", () => {
  const body = bodyOf(exampleOf("vehicle.tier_changed"), "slack");
  expect(body).toMatchObject({
    text: "veh-0042 is CAUTION (it was NOMINAL)\nIt has moved &lt;by&gt; 3 &amp; more.\n<https://plumbline.example/vehicles/veh-0042>",
    blocks: [
      { type: "header", text: { type: "plain_text", text: "veh-0042 is CAUTION (it was NOMINAL)" } },
      { type: "section", text: { type: "plain_text", text: "It has moved <by> 3 & more." } },
      { type: "context" },
    ],
  });
});

test("teams: an adaptive card of runs, which know no markup, and a link", () => {
  expect(bodyOf(exampleOf("vehicle.tier_changed"), "teams")).toMatchObject({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          type: "AdaptiveCard",
          body: [
            { type: "RichTextBlock", inlines: [{ type: "TextRun" }] },
            { type: "RichTextBlock", inlines: [{ type: "TextRun", text: "It has moved <by> 3 & more." }] },
          ],
          actions: [{ type: "Action.OpenUrl", url: "https://plumbline.example/vehicles/veh-0042" }],
        },
      },
    ],
  });
});

test("without a public address there are no links", () => {
  const event = exampleOf("vehicle.tier_changed");
  for (const format of ["slack", "teams"] as const)
    expect(sent(event, { format }, null).body).not.toContain("/vehicles/");
});

test.each(types)("%s is told to people in a headline and a sentence that says what to do", (type) => {
  const event = exampleOf(type);
  expect(headlineOf(event)).toMatch(/^\S.{8,}/);
  expect(explainEvent(event, null)).toMatch(/^[A-Z].*\.$/);
});

test("the sentence is the work queue's: what, how much, since when, and what to do", () => {
  const vehicle = vehicleForTests({
    tier: "CRITICAL",
    reason: "critical_limit_exceeded",
    tierSinceUs: Date.UTC(2026, 2, 1, 7, 41) * 1_000,
    probableFaultSource: "camera",
    recommendedAction: "calibration_required",
    cameraDriftDeg: 1.35,
  });
  const event = exampleOf("vehicle.tier_changed") as Extract<SentEvent, { type: "vehicle.tier_changed" }>;
  const critical = {
    ...event,
    data: { ...event.data, recommended_action: "calibration_required" },
  } as SentEvent;
  expect(explainEvent(critical, { vehicle, limits: defaultSettings.limits })).toBe(
    "The camera is turned by 1.35° (up to 1.18 m at 50 m), beyond the critical limit of 0.50° (CRITICAL since 2026-03-01 07:41 UTC). " +
      "To do: calibrate it before further use.",
  );
});
