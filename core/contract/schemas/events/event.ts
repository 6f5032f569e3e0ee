import { faulty } from "../../../sensors/contract-words.ts";
import { Type, type Static, type TProperties, type TSchema } from "typebox";

import { Tier, UtcTime, VehicleId } from "../vocabulary.ts";
import { eventData } from "./event-data.ts";

export type EventType = keyof typeof eventData;
/** Every type of event there is. More may come: a reader leaves alone what it does not know. */
export const eventTypes = Object.keys(eventData) as readonly EventType[];
export type EventData = { readonly [Name in EventType]: Static<(typeof eventData)[Name]> };

export const streamPositionPattern = "^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$";
/** The id of an event, and its place among all events of its organisation. */
export const StreamPosition = Type.String({
  pattern: streamPositionPattern,
  description:
    "Identifier of an event, unique in this service. Ids sort as text in the order of recording, so one also says where to go on reading.",
});

const ofVehicle = {
  vehicle_id: VehicleId,
  fleet_id: Type.String({ description: "Fleet of the vehicle after the event." }),
  tier: Tier,
};

const exampleTierChange = {
  from: "NOMINAL",
  to: "CAUTION",
  decided_by: "caution_limit_exceeded",
  frame_seq: 396,
  evidence_id: "EVB-20250301-7K3M9Q2XW4HJ",
  health_score: 66.4,
  probable_fault_source: faulty.name,
  recommended_action: "schedule_calibration",
};

export const VehicleTierChangedEvent = eventOf("vehicle.tier_changed", ofVehicle, {
  $id: "VehicleTierChangedEvent",
  description: "The tier of a vehicle is another one.",
  data: exampleTierChange,
});

const exampleBreach = {
  evidence_id: "EVB-20250301-7K3M9Q2XW4HJ",
  channel: faulty.name,
  side: "upper",
  statistic: 10.1,
  threshold: 9.5,
  probable_fault_source: faulty.name,
  health_score: 66.4,
};

export const BreachOpenedEvent = eventOf("breach.opened", ofVehicle, {
  $id: "BreachOpenedEvent",
  description: "The sequential test of a vehicle has fired. Its evidence is issued in the same transaction.",
  data: { ...exampleBreach, frame_seq: 396, recommended_action: "schedule_calibration", provisional: false },
});

export const BreachClosedEvent = eventOf("breach.closed", ofVehicle, {
  $id: "BreachClosedEvent",
  description: "A breach has ended, by readings that came back or by a new baseline.",
  data: {
    evidence_id: "EVB-20250301-7K3M9Q2XW4HJ",
    opened_at: "2025-03-01T07:40:50.000Z",
    frame_seq: 912,
    health_score: 97.2,
  },
});

export const EvidenceIssuedEvent = eventOf("evidence.issued", ofVehicle, {
  $id: "EvidenceIssuedEvent",
  description:
    "An evidence bundle is final and can be fetched. Where third parties are asked about it first, it is after their answers.",
  data: {
    ...exampleBreach,
    trigger: "breach_opened",
    supersedes: null,
    breached_at: "2025-03-01T07:40:50.000Z",
    frame_count: 396,
    signature: "sha256:cff5d56d2d916547e96886c76972b83d48364ca574c7fc1813f23462d6291b57",
  },
});

export const VehicleSilentEvent = eventOf("vehicle.silent", ofVehicle, {
  $id: "VehicleSilentEvent",
  description: "Nothing was received from a vehicle for as long as the service's silence limit.",
  data: { last_received_at: "2025-02-28T07:40:50.310Z", silent_after_s: 86_400 },
});

export const VehicleRecoveredEvent = eventOf("vehicle.recovered", ofVehicle, {
  $id: "VehicleRecoveredEvent",
  description: "A vehicle that was announced as silent is reporting again.",
  data: { silent_since: "2025-02-26T11:02:00.000Z" },
});

export const VehicleBaselineChangedEvent = eventOf("vehicle.baseline_changed", ofVehicle, {
  $id: "VehicleBaselineChangedEvent",
  description: "The baseline of a vehicle has reached another state, by its frames or by a command.",
  data: { from: "learning", to: "provisional", frame_seq: 50 },
});

export const VehicleWorkChangedEvent = eventOf("vehicle.work_changed", ofVehicle, {
  $id: "VehicleWorkChangedEvent",
  description: "Somebody did something about a vehicle, or the check of a repair was decided.",
  data: {
    entry: 2,
    action: "assign",
    by: { key_id: "4f8Zk2Qp9a", key_name: "workshop desk" },
    state: "acknowledged",
    assignee: "workshop north",
    repair_outcome: null,
  },
});

export const KeyExpiringEvent = eventOf(
  "key.expiring",
  {},
  {
    $id: "KeyExpiringEvent",
    description: "An API key of the organisation expires soon. Seen by keys that see every fleet.",
    data: {
      key_id: "4f8Zk2Qp9a",
      name: "ingest gateway",
      expires_at: "2025-03-15T00:00:00.000Z",
      days_left: 14,
    },
  },
);

export const StorageNearlyFullEvent = eventOf(
  "storage.nearly_full",
  {},
  {
    $id: "StorageNearlyFullEvent",
    description:
      "The organisation stores 80 % or more of what it may, and stored less before. Seen by keys that see every fleet.",
    data: { stored_bytes: 879_609_302_221, limit_bytes: 1_099_511_627_776, full_on: "2025-03-29" },
  },
);

export const WebhookDisabledEvent = eventOf(
  "webhook.disabled",
  {},
  {
    $id: "WebhookDisabledEvent",
    description:
      "A webhook has disabled itself: its receiver is gone, or failed for days. Seen by keys that see every fleet.",
    data: {
      webhook_id: "wh_7K3M9Q2XW4HJ8N6P5R2T",
      description: "calibration desk",
      reason: "failing",
      failing_since: "2025-02-24T07:40:50.000Z",
    },
  },
);

const members = [
  VehicleTierChangedEvent,
  BreachOpenedEvent,
  BreachClosedEvent,
  EvidenceIssuedEvent,
  VehicleSilentEvent,
  VehicleRecoveredEvent,
  VehicleBaselineChangedEvent,
  VehicleWorkChangedEvent,
  KeyExpiringEvent,
  StorageNearlyFullEvent,
  WebhookDisabledEvent,
];

/** What is published of an event of one type. */
export interface EventOf<Name extends EventType> {
  readonly id: string;
  readonly type: Name;
  readonly occurred_at: string;
  readonly recorded_at: string;
  readonly vehicle_id?: string;
  readonly fleet_id?: string;
  readonly tier?: Static<typeof Tier>;
  readonly data: EventData[Name];
}

export const Event = Type.Unsafe<{ [Name in EventType]: EventOf<Name> }[EventType]>({
  $id: "Event",
  type: "object",
  description:
    "Something that happened, as the event stream, webhooks and the list of events tell it. Members and types may be added: " +
    "leave alone what you do not know.",
  anyOf: members,
  examples: [exampleOf("vehicle.tier_changed", exampleTierChange, ofVehicle)],
});

export const EventList = Type.Object(
  {
    data: Type.Array(Event, { description: "In the order of recording, the oldest first." }),
    has_more: Type.Boolean({ description: "Whether more is there already." }),
    next_cursor: {
      ...StreamPosition,
      description: "To be given back as `after`, now or later, for what follows. It is always there.",
    },
  },
  {
    $id: "EventList",
    description: "Events since a position.",
    examples: [
      {
        data: [exampleOf("vehicle.tier_changed", exampleTierChange, ofVehicle)],
        has_more: false,
        next_cursor: exampleId(),
      },
    ],
  },
);

/** One type of event as a shape with a name of its own, so that generated clients have a type for it. */
function eventOf(
  type: EventType,
  ownMembers: TProperties,
  about: { readonly $id: string; readonly description: string; readonly data: object },
) {
  const { $id, description, data } = about;
  const dataOfType: TSchema = eventData[type];
  return Type.Object(
    {
      id: StreamPosition,
      type: Type.Unsafe<EventType>({ type: "string", const: type }),
      occurred_at: {
        ...UtcTime,
        description:
          "When it happened: capture time of the frame that caused it, else by the service's clock.",
      },
      recorded_at: { ...UtcTime, description: "When the service recorded it." },
      ...ownMembers,
      data: dataOfType,
    },
    { $id, description, examples: [exampleOf(type, data, ownMembers)] },
  );
}

function exampleOf(type: EventType, data: object, ownMembers: TProperties) {
  return {
    id: exampleId(),
    type,
    occurred_at: "2025-03-01T07:40:50.000Z",
    recorded_at: "2025-03-01T07:40:50.310Z",
    ...("vehicle_id" in ownMembers && { vehicle_id: "veh-0042", fleet_id: "vans-north", tier: "CAUTION" }),
    data,
  };
}

function exampleId(): string {
  return "evt_01JN8XT5G7P3QZJ9V2M4N6B8CD";
}
