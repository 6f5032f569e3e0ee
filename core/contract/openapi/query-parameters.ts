import { sensorKinds } from "../../sensors/kinds.ts";
import type { JsonObject } from "../../encoding/strict-json.ts";
import { ageUnitValues, analyticsStepValues } from "../schemas/analytics/fleet-analytics.ts";
import { auditActionValues } from "../schemas/administration/audit.ts";
import { apiKeyIdPattern } from "../api-key.ts";
import { eventTypes } from "../schemas/events/event.ts";
import { storedNamePattern } from "../plain-text.ts";
import { deliveryIdPattern, deliveryStatusValues } from "../schemas/webhooks/webhook-delivery.ts";
import { webhookIdPattern } from "../schemas/webhooks/webhook.ts";
import { scenarioTypes } from "../scenario-types.ts";
import { exportFormatPattern } from "../schemas/scenarios/scenario-exports.ts";
import { scenarioIdPattern } from "../schemas/scenarios/scenario-list.ts";
import { workStateValues } from "../schemas/vehicles/vehicle-work.ts";
import {
  captureTimePattern,
  eventIdPattern,
  faultSourceValues,
  statementIdPattern,
  tierValues,
  vehicleIdPattern,
  sha256HexPattern,
} from "../schemas/vocabulary.ts";

/** What a query parameter takes. A list is written by repeating the parameter; nothing else may be repeated. */
export interface QueryParameter {
  readonly name: string;
  readonly description: string;
  readonly takes: ValueForm;
  /** True where the parameter may be repeated, up to `listLimit` times. */
  readonly isList?: boolean;
  /** True where the operation cannot do without it. */
  readonly isRequired?: boolean;
}

export type ValueForm =
  | {
      readonly kind: "integer";
      readonly minimum: number;
      readonly maximum: number;
      readonly default?: number;
    }
  | { readonly kind: "enum"; readonly values: readonly string[]; readonly default?: string }
  | { readonly kind: "text"; readonly maxLength: number }
  | { readonly kind: "vehicle-id" }
  | { readonly kind: "attribute" }
  | { readonly kind: "grouping" }
  | { readonly kind: "boolean" }
  | { readonly kind: "time" };

/** How often a list parameter may be repeated. */
export const listLimit = 100;

export const fleetFilter: QueryParameter = {
  name: "fleet_id",
  description: "Only these fleets; repeat the parameter for several.",
  takes: { kind: "text", maxLength: 128 },
  isList: true,
};
export const regionFilter: QueryParameter = {
  name: "region",
  description: "Only these regions; repeat the parameter for several.",
  takes: { kind: "text", maxLength: 128 },
  isList: true,
};
export const attributeFilter: QueryParameter = {
  name: "attribute",
  description:
    "Only vehicles with this attribute, written `name:value`. Repeated with another name: both are needed; with the same name: one of the values.",
  takes: { kind: "attribute" },
  isList: true,
};
export const tierFilter: QueryParameter = {
  name: "tier",
  description: "Only these tiers; repeat the parameter for several.",
  takes: { kind: "enum", values: tierValues },
  isList: true,
};
export const vehicleFilter: QueryParameter = {
  name: "vehicle_id",
  description: "Only this vehicle.",
  takes: { kind: "vehicle-id" },
};
export const vehiclesFilter: QueryParameter = {
  name: "vehicle_id",
  description: "Only these vehicles; repeat the parameter for several.",
  takes: { kind: "vehicle-id" },
  isList: true,
};
export const eventTypeFilter: QueryParameter = {
  name: "type",
  description: "Only events of these types; repeat the parameter for several.",
  takes: { kind: "enum", values: eventTypes },
  isList: true,
};
export const scenarioTypeFilter: QueryParameter = {
  name: "type",
  description: "Only scenarios of these types; repeat the parameter for several.",
  takes: { kind: "enum", values: scenarioTypes },
  isList: true,
};
export const afterEventParameter: QueryParameter = {
  name: "after",
  description:
    "Only events after this one: an event's `id`, or `next_cursor` of a page. `Last-Event-ID` wins over it.",
  takes: { kind: "text", maxLength: 64 },
};
export const startParameter: QueryParameter = {
  name: "start",
  description:
    "Where to begin without a position: with the oldest event that is kept, or with what comes from now on. Left out: `now` for a stream, `oldest` for a page.",
  takes: { kind: "enum", values: ["oldest", "now"] },
};
export const eventLimitParameter: QueryParameter = {
  name: "limit",
  description: "Most events a page; a stream has no pages.",
  takes: { kind: "integer", minimum: 1, maximum: 1000, default: 100 },
};
export const limitParameter: QueryParameter = {
  name: "limit",
  description: "Entries a page.",
  takes: { kind: "integer", minimum: 1, maximum: 1000, default: 100 },
};
export const cursorParameter: QueryParameter = {
  name: "cursor",
  description: "`next_cursor` of the page before, unchanged. Keep the other parameters as they were.",
  takes: { kind: "text", maxLength: 1024 },
};

export const auditActionFilter: QueryParameter = {
  name: "action",
  description: "Only these actions; repeat the parameter for several.",
  takes: { kind: "enum", values: auditActionValues },
  isList: true,
};
export const auditKeyFilter: QueryParameter = {
  name: "key_id",
  description: "Only what this key did, or tried.",
  takes: { kind: "text", maxLength: 128 },
};
export const auditSubjectFilter: QueryParameter = {
  name: "subject",
  description: "Only what was done to this key, vehicle or evidence.",
  takes: { kind: "text", maxLength: 128 },
};
export const auditSinceParameter: QueryParameter = {
  name: "from",
  description: "First time wanted, RFC 3339 in UTC with `Z`.",
  takes: { kind: "time" },
};
export const auditUntilParameter: QueryParameter = {
  name: "to",
  description: "Last time wanted, RFC 3339 in UTC with `Z`.",
  takes: { kind: "time" },
};
export const seriesCursorParameter: QueryParameter = {
  name: "cursor",
  description:
    "`next_cursor` of an earlier answer about this vehicle: only what is new since then, or the whole range again with `continues` false. Not together with `to`.",
  takes: { kind: "text", maxLength: 1024 },
};

export const faultSourceFilter: QueryParameter = {
  name: "fault_source",
  description: "Only vehicles with this probable fault source; repeat the parameter for several.",
  takes: { kind: "enum", values: faultSourceValues },
  isList: true,
};
export const silentFilter: QueryParameter = {
  name: "silent",
  description: "`true`: only vehicles without a frame within the silence limit; `false`: only the others.",
  takes: { kind: "boolean" },
};
export const textFilter: QueryParameter = {
  name: "q",
  description:
    "Only vehicles with this text anywhere in their id, fleet or region; A to Z are the same as a to z.",
  takes: { kind: "text", maxLength: 128 },
};

/** Which vehicles: the same for a list and a map of them. */
export const vehicleFilters: readonly QueryParameter[] = [
  tierFilter,
  fleetFilter,
  regionFilter,
  attributeFilter,
  faultSourceFilter,
  silentFilter,
  textFilter,
];

/** Orders of the vehicle list; the first is the default. */
const driftMembers = sensorKinds.map(({ drift }) => drift.member);
const vehicleSortValues = [
  "urgency",
  "vehicle_id",
  "last_frame_at",
  "health_score",
  "tier_since",
  ...driftMembers,
] as const;
export const vehicleSort: QueryParameter = {
  name: "sort",
  description:
    "`urgency`: worst tier first, then lowest health; `vehicle_id`: by name; `last_frame_at`: latest first; `health_score`: lowest first; `tier_since`: latest change first; " +
    `${driftMembers.map((member) => `\`${member}\``).join(", ")}: largest drift of either sign first. ` +
    "By name is the order that does not change while you page.",
  takes: { kind: "enum", values: vehicleSortValues, default: vehicleSortValues[0] },
};

export const groupByParameter: QueryParameter = {
  name: "group_by",
  description: "Adds the counts by fleet or by region.",
  takes: { kind: "enum", values: ["fleet", "region"] },
};
export const analyticsGroupByParameter: QueryParameter = {
  name: "group_by",
  description: "Adds the same by `fleet`, `region`, or any attribute, written `attribute:name`.",
  takes: { kind: "grouping" },
};
export const analyticsStepParameter: QueryParameter = {
  name: "step",
  description: "How long a step is. Left out: an hour up to four days, else a day. At most 1,000 steps.",
  takes: { kind: "enum", values: analyticsStepValues },
};
export const analyticsAgainstParameter: QueryParameter = {
  name: "against",
  description:
    "What a vehicle's age is counted in for `hazard`: kilometres on its odometer (`metadata.odometer_km`), or days since its first frame. Left out: kilometres where any of the vehicles gave them, else days.",
  takes: { kind: "enum", values: ageUnitValues },
};
export const analyticsFromParameter: QueryParameter = {
  name: "from",
  description:
    "Begin, RFC 3339 in UTC with `Z`; taken down to a whole step. Left out: 30 days before the end.",
  takes: { kind: "time" },
};
export const analyticsToParameter: QueryParameter = {
  name: "to",
  description: "End, RFC 3339 in UTC with `Z`. Left out: now.",
  takes: { kind: "time" },
};
export const caseTierParameter: QueryParameter = {
  name: "tier",
  description: "Vehicles in these tiers are the cases; repeat the parameter for several. Left out: CRITICAL.",
  takes: { kind: "enum", values: tierValues },
  isList: true,
};
export const caseAttributeParameter: QueryParameter = {
  name: "attribute",
  description:
    "Only vehicles that have this attribute are cases, written `name:value`; repeat it for several. Its name is then not compared.",
  takes: { kind: "attribute" },
  isList: true,
};
export const sharedLimitParameter: QueryParameter = {
  name: "limit",
  description: "Most values listed.",
  takes: { kind: "integer", minimum: 1, maximum: 100, default: 20 },
};
export const silentAfterParameter: QueryParameter = {
  name: "silent_after_s",
  description:
    "Seconds without a frame after which a vehicle counts as silent. Left out: the server's setting.",
  takes: { kind: "integer", minimum: 1, maximum: 31_536_000 },
};
export const fromParameter: QueryParameter = {
  name: "from",
  description: "First capture time wanted, RFC 3339 in UTC with `Z`.",
  takes: { kind: "time" },
};
export const toParameter: QueryParameter = {
  name: "to",
  description: "Last capture time wanted, RFC 3339 in UTC with `Z`.",
  takes: { kind: "time" },
};
export const pointsParameter: QueryParameter = {
  name: "points",
  description: "Most points wanted; a longer series is down-sampled to it.",
  takes: { kind: "integer", minimum: 2, maximum: 10_000, default: 500 },
};
export const onErrorParameter: QueryParameter = {
  name: "on_error",
  description:
    "`continue` takes the good frames of a batch and lists the others; `abort` takes all frames or none.",
  takes: { kind: "enum", values: ["continue", "abort"], default: "continue" },
};

export const strictParameter: QueryParameter = {
  name: "strict",
  description:
    "`true` refuses a frame for a reading that its sensor cannot have, and for null; `false` leaves such a reading out and takes the others.",
  takes: { kind: "boolean" },
};

export const withholdParameter: QueryParameter = {
  name: "withhold",
  description: "Journal numbers of the entries to withhold, and ranges of them: `12,15-20`.",
  takes: { kind: "text", maxLength: 4096 },
  isRequired: true,
};
export const afterRecordParameter: QueryParameter = {
  name: "after",
  description: "Only records after this number.",
  takes: { kind: "integer", minimum: 0, maximum: 9_999_999_999, default: 0 },
};

export const deliveryStatusFilter: QueryParameter = {
  name: "status",
  description: "Only deliveries in this state.",
  takes: { kind: "enum", values: deliveryStatusValues },
};

export const workStateFilter: QueryParameter = {
  name: "state",
  description:
    "Only work in these states; repeat the parameter for several. Left out: all but snoozed. `repaired`: a repair was reported and is still being checked; such a vehicle keeps the place of the tier it had before.",
  takes: { kind: "enum", values: workStateValues },
  isList: true,
};
export const assigneeFilter: QueryParameter = {
  name: "assignee",
  description: "Only what is assigned to this one, as it was written.",
  takes: { kind: "text", maxLength: 128 },
};

const leafNumber = { kind: "integer", minimum: 0, maximum: 9_999_999_999 } as const;
const logSize = { kind: "integer", minimum: 1, maximum: 9_999_999_999 } as const;
export const leafIndexParameter: QueryParameter = {
  name: "index",
  description: "Number of the entry, from 0.",
  takes: leafNumber,
  isRequired: true,
};
export const checkpointSizeParameter: QueryParameter = {
  name: "size",
  description: "Size of a signed checkpoint. Left out: the newest.",
  takes: logSize,
};
export const fromSizeParameter: QueryParameter = {
  name: "from",
  description: "Size of the log at the earlier time.",
  takes: logSize,
  isRequired: true,
};
export const toSizeParameter: QueryParameter = {
  name: "to",
  description: "Size of the log at the later time. Left out: now.",
  takes: logSize,
};

/** A name without colon, a colon, and a value. */
export const attributePattern =
  "^[^:\\u0000-\\u001f\\u007f-\\u009f]{1,64}:[^\\u0000-\\u001f\\u007f-\\u009f]{1,128}$";

/** What vehicles are grouped by. */
export const groupingPattern = "^(?:fleet|region|attribute:[^:\\u0000-\\u001f\\u007f-\\u009f]{1,64})$";

/** JSON Schema of one value of the parameter, without the list around it. */
export function schemaOfValue(form: ValueForm): JsonObject {
  switch (form.kind) {
    case "integer":
      return { type: "integer", minimum: form.minimum, maximum: form.maximum, ...defaultOf(form) };
    case "enum":
      return { type: "string", enum: [...form.values], ...defaultOf(form) };
    case "text":
      return { type: "string", minLength: 1, maxLength: form.maxLength, pattern: storedNamePattern };
    case "vehicle-id":
      return { type: "string", minLength: 1, maxLength: 128, pattern: vehicleIdPattern };
    case "grouping":
      return { type: "string", minLength: 5, maxLength: 74, pattern: groupingPattern };
    case "attribute":
      return { type: "string", minLength: 3, maxLength: 193, pattern: attributePattern };
    case "boolean":
      return { type: "boolean" };
    case "time":
      return { type: "string", pattern: captureTimePattern };
  }
}

function defaultOf(form: { readonly default?: string | number }): JsonObject {
  return form.default === undefined ? {} : { default: form.default };
}

/** Schemas of the parameters inside a path, by name. */
export const pathParameters = {
  keyid: {
    description: "SHA-256 of the key's SubjectPublicKeyInfo in DER, hex; `sha256:` may stand before it.",
    pattern: "^(?:sha256:)?[0-9a-f]{64}$",
  },
  sha256: { description: "SHA-256 of the text, hex.", pattern: sha256HexPattern },
  vehicle_id: { description: "The vehicle's identifier.", pattern: vehicleIdPattern, maxLength: 128 },
  key_id: { description: "Public id of an API key.", pattern: apiKeyIdPattern, maxLength: 10 },
  event_id: { description: "The `evidence_id` of a score.", pattern: eventIdPattern, maxLength: 25 },
  statement_id: { description: "The statement's identifier.", pattern: statementIdPattern, maxLength: 25 },
  export_format: {
    description: "A format, whole, its slash included: `opendrive/1.7`.",
    pattern: exportFormatPattern,
    maxLength: 32,
  },
  scenario_id: { description: "The scenario's identifier.", pattern: scenarioIdPattern, maxLength: 20 },
  webhook_id: { description: "The webhook's identifier.", pattern: webhookIdPattern, maxLength: 23 },
  delivery_id: { description: "The delivery's identifier.", pattern: deliveryIdPattern, maxLength: 24 },
  tile_level: {
    description: "0 for leaf hashes, n + 1 for roots of full tiles of level n.",
    pattern: "^[0-6]$",
  },
  tile_index: {
    description:
      "Number of the tile in groups of three digits, as c2sp.org/tlog-tiles has it; may hold slashes: `067`, `x001/067`, and `067.p/17` for a tile of only 17.",
    pattern: "^(?:x[0-9]{3}/){0,5}[0-9]{3}(?:\\.p/[1-9][0-9]{0,2})?$",
  },
} as const;
