import type { EventData } from "../../../../core/contract/schemas/events/event.ts";
import type { Action } from "../../../../core/scoring/model/tier.ts";
import type { ScoringSettings } from "../../../../core/scoring/settings/settings.ts";
import { explainWork } from "../../fleet/explain-work.ts";
import type { VehicleSummary } from "../../ports/vehicle-summary.ts";
import type { SentEvent } from "./sent-event.ts";

/** The vehicle an event is about, as it is now, and the limits it is held to. */
export interface EventSubject {
  readonly vehicle: VehicleSummary;
  readonly limits: ScoringSettings["limits"];
}

/** Headline of an event for people: which vehicle, and what happened. */
export function headlineOf(event: SentEvent): string {
  return textOf(headlines, event, null);
}

/** One sentence or two, in the words of the work queue: what, how much, since when, what to do. */
export function explainEvent(event: SentEvent, subject: EventSubject | null): string {
  const state =
    subject === null || subject.vehicle.recommendedAction === "none"
      ? null
      : explainWork(subject.vehicle, subject.limits);
  return textOf(explanations, event, state);
}

/** What is said of each type of event; `state` is the work queue's sentence, where the vehicle has one. */
type Texts = {
  readonly [Name in SentEvent["type"]]: (
    event: Extract<SentEvent, { readonly type: Name }>,
    state: string | null,
  ) => string;
};

function textOf(texts: Texts, event: SentEvent, state: string | null): string {
  // The text of a type takes events of that type.
  const tell = texts[event.type] as (event: SentEvent, state: string | null) => string;
  return tell(event, state);
}

const headlines: Texts = {
  "vehicle.tier_changed": ({ vehicle_id, data }) => `${vehicle_id} is ${data.to} (it was ${data.from})`,
  "breach.opened": ({ vehicle_id }) => `${vehicle_id} has begun to drift`,
  "breach.closed": ({ vehicle_id }) => `${vehicle_id} has stopped drifting`,
  "evidence.issued": ({ vehicle_id, data }) => `${vehicle_id}: evidence ${data.evidence_id} is ready`,
  "vehicle.silent": ({ vehicle_id }) => `${vehicle_id} is silent`,
  "vehicle.recovered": ({ vehicle_id }) => `${vehicle_id} is reporting again`,
  "vehicle.baseline_changed": ({ vehicle_id, data }) => `${vehicle_id}: its baseline is ${data.to}`,
  "vehicle.work_changed": ({ vehicle_id, data }) => `${vehicle_id} ${workTexts[data.action](data)}`,
  "key.expiring": ({ data }) => `API key ${data.name} expires in ${daysText(data.days_left)}`,
  "storage.nearly_full": ({ data }) => `${percentOf(data)} % of the storage is used`,
  "webhook.disabled": ({ data }) => `Webhook ${data.webhook_id} is disabled`,
  "webhook.test": () => "Test message",
};

const explanations: Texts = {
  "vehicle.tier_changed": ({ data }, state) => withAction(state, data.recommended_action),
  "breach.opened": ({ data }, state) => withAction(state, data.recommended_action),
  "breach.closed": ({ data }, state) =>
    `The drift that began ${minuteOf(data.opened_at)} has ended. ${state ?? nothingToDo}`,
  "evidence.issued": ({ data }, state) =>
    `Evidence of the drift that began ${minuteOf(data.breached_at)} can be fetched. ${state ?? ""}`.trim(),
  "vehicle.silent": ({ data }) =>
    `Nothing was received since ${minuteOf(data.last_received_at)}. To do: check its connection and its power.`,
  "vehicle.recovered": ({ data }) =>
    `Frames come again, after a silence since ${minuteOf(data.silent_since)}. ${nothingToDo}`,
  "vehicle.baseline_changed": ({ data }) =>
    `Its baseline went from ${data.from} to ${data.to}. ${nothingToDo}`,
  "vehicle.work_changed": ({ data }, state) => `${byWhom(data.by)} ${state ?? workText(data)}`,
  "key.expiring": ({ data }) =>
    `The key ${data.key_id} is refused from ${minuteOf(data.expires_at)} on. To do: rotate it before.`,
  "storage.nearly_full": ({ data }) =>
    `The organisation stores ${data.stored_bytes} of ${data.limit_bytes} bytes${data.full_on === null ? "" : `; at the pace of the last week it is full on ${data.full_on}`}. To do: ask the operator for more. New frames are refused when it is full.`,
  "webhook.disabled": ({ data }) =>
    `${data.reason === "gone" ? "Its receiver answered 410 (gone)" : "Its receiver accepted nothing for days"}${data.description === "" ? "" : ` (${data.description})`}. To do: repair the receiver, then enable the webhook.`,
  "webhook.test": () => `Somebody has asked for this test. ${nothingToDo}`,
};

type WorkData = EventData["vehicle.work_changed"];

const workTexts: Readonly<Record<WorkData["action"], (data: WorkData) => string>> = {
  acknowledge: () => "was acknowledged",
  assign: ({ assignee }) => (assignee === null ? "is assigned to nobody" : `was assigned to ${assignee}`),
  snooze: () => "is snoozed",
  comment: () => "was commented",
  repaired: () => "was repaired; a new baseline is being learnt",
  reopen: () => "was reopened",
  close: () => "was closed",
  undo: () => "had an entry undone",
  snooze_ended: () => "is back in the queue: its snooze ended",
  checked: ({ repair_outcome: outcome }) =>
    outcome === "restored"
      ? "is restored by its repair"
      : outcome === "not_restored"
        ? "is not restored by its repair"
        : "has a repair that nothing could be compared with",
};

/** Of a vehicle whose own verdict asks for nothing: that verdict knows neither what a repair left nor what people say. */
function workText({ state, repair_outcome: outcome }: WorkData): string {
  if (state === "closed") return nothingToDo;
  if (state === "repaired") return "Whether its repair restored it is being checked.";
  return outcome === "not_restored"
    ? "Its repair did not restore it. To do: have it repaired again."
    : "To do: look at why it was reopened.";
}

function byWhom({ key_id: keyId, key_name: keyName }: WorkData["by"]): string {
  return keyId === null ? "Decided by the service." : `By ${keyName ?? keyId}.`;
}

const inOrder = "Its sensors are within their limits.";
const nothingToDo = "Nothing is to be done.";

const toDo: Readonly<Record<Action, string>> = {
  none: nothingToDo,
  monitor: "To do: watch it.",
  inspect_sensor: "To do: inspect the sensor.",
  schedule_calibration: "To do: schedule a calibration.",
  calibration_required: "To do: calibrate it before further use.",
};

/** Some of the queue's sentences say themselves what to do. */
function withAction(state: string | null, action: Action): string {
  if (state === null) return `${inOrder} ${toDo[action]}`;
  return /calibrate|inspect|look|keep an eye/i.test(state) ? state : `${state} ${toDo[action]}`;
}

/** Never said to be full while it is not. */
function percentOf(data: EventData["storage.nearly_full"]): number {
  return Math.floor((data.stored_bytes / data.limit_bytes) * 100);
}

function daysText(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}

/** `2026-03-01 07:41 UTC`, as the work queue writes it. */
function minuteOf(time: string): string {
  return `${time.slice(0, 16).replace("T", " ")} UTC`;
}
