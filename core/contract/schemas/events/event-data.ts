import { Type } from "typebox";

import { RepairOutcome, WorkActionName, WorkActor, WorkState } from "../vehicles/vehicle-work.ts";
import { DecidedBy } from "../vehicles/residual-score.ts";
import {
  BaselineState,
  Channel,
  Day,
  EventId,
  EvidenceTrigger,
  FaultSource,
  RecommendedAction,
  Tier,
  UtcTime,
  nullable,
  oneOf,
} from "../vocabulary.ts";

const FrameSeq = Type.Integer({
  minimum: 1,
  description: "Entry of the vehicle's journal that caused it: a frame or a command.",
});

const HealthScore = nullable(Type.Number({ minimum: 0, maximum: 100 }), {
  description: "The vehicle's health score after it; null while nothing was scored.",
});

const OwnEvidence = nullable(EventId, {
  description:
    "Evidence of the breach; `GET /v1/evidence/{event_id}/bundle` has it once it is issued. Null while the breach is below the caution limit.",
});

const breach = {
  evidence_id: OwnEvidence,
  channel: Channel,
  side: oneOf(["upper", "lower"], {
    $id: "BreachSide",
    description: "The side on which the channel left its baseline.",
  }),
  statistic: Type.Number({ description: "`cusum_statistic` of the frame that opened the breach, nats." }),
  threshold: Type.Number({ description: "The limit it reached." }),
  probable_fault_source: FaultSource,
  health_score: HealthScore,
} as const;

/** What `data` of an event has, by the event's type. */
export const eventData = {
  "vehicle.tier_changed": Type.Object({
    from: Tier,
    to: Tier,
    decided_by: DecidedBy,
    frame_seq: FrameSeq,
    evidence_id: nullable(EventId, { description: "Evidence of the breach open at that moment, if one is." }),
    health_score: HealthScore,
    probable_fault_source: FaultSource,
    recommended_action: RecommendedAction,
  }),
  "breach.opened": Type.Object({
    ...breach,
    frame_seq: FrameSeq,
    recommended_action: RecommendedAction,
    provisional: Type.Boolean({
      description: "Whether the sensor has so few blocks that its noise is not well known.",
    }),
  }),
  "breach.closed": Type.Object({
    evidence_id: OwnEvidence,
    opened_at: { ...UtcTime, description: "Capture time of the frame that opened it." },
    frame_seq: FrameSeq,
    health_score: HealthScore,
  }),
  "evidence.issued": Type.Object({
    ...breach,
    evidence_id: EventId,
    trigger: EvidenceTrigger,
    supersedes: nullable(EventId, {
      description: "The evidence before it; null for the first of a breach.",
    }),
    breached_at: { ...UtcTime, description: "Capture time of the frame that opened the breach." },
    frame_count: Type.Integer({ minimum: 1, description: "Frames the bundle holds." }),
    signature: Type.String({ pattern: "^sha256:[0-9a-f]{64}$", description: "The bundle's content digest." }),
  }),
  "vehicle.silent": Type.Object({
    last_received_at: { ...UtcTime, description: "When its last frame was received." },
    silent_after_s: Type.Integer({ minimum: 1, description: "The limit it passed, seconds." }),
  }),
  "vehicle.recovered": Type.Object({
    silent_since: { ...UtcTime, description: "When the last frame before the silence was received." },
  }),
  "vehicle.baseline_changed": Type.Object({
    from: BaselineState,
    to: BaselineState,
    frame_seq: FrameSeq,
  }),
  "vehicle.work_changed": Type.Object({
    entry: Type.Integer({
      minimum: 1,
      description: "Number of the entry; `GET /v1/vehicles/{vehicle_id}/work` has it.",
    }),
    action: WorkActionName,
    by: WorkActor,
    state: WorkState,
    assignee: nullable(Type.String(), { description: "Who is to do it; null: nobody." }),
    repair_outcome: nullable(RepairOutcome, { description: "Of the newest repair; null before the first." }),
  }),
  "key.expiring": Type.Object({
    key_id: Type.String({ description: "Public id of the key: the part of it that is no secret." }),
    name: Type.String(),
    expires_at: UtcTime,
    days_left: Type.Integer({ minimum: 1, description: "Announced 14, 3 and 1 days before." }),
  }),
  "storage.nearly_full": Type.Object({
    stored_bytes: Type.Integer({ minimum: 0, description: "What the organisation stores." }),
    limit_bytes: Type.Integer({ minimum: 0, description: "What it may store." }),
    full_on: nullable(Day, {
      description:
        "The day (UTC) on which it is full at the pace of the last week; null where that cannot be said.",
    }),
  }),
  "webhook.disabled": Type.Object({
    webhook_id: Type.String(),
    description: Type.String({ description: "What the webhook is for." }),
    reason: oneOf(["gone", "failing"], {
      $id: "WebhookFailure",
      description: "`gone`: the receiver answered 410; `failing`: it accepted nothing for days.",
    }),
    failing_since: nullable(UtcTime, { description: "Since when nothing was accepted." }),
  }),
} as const;
