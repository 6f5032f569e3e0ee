import { sensorKinds } from "../../sensors/kinds.ts";
import { Type, type Static, type TSchema } from "typebox";

import {
  type ChannelName,
  channelRows,
  type Kind,
  type MeasuredKind,
  measuredKinds,
  perRow,
  type Sensor as SensorName,
  sensors,
} from "../../sensors/sensor-lists.ts";

/** A closed list of values, written as `{type: "string", enum: […]}`, which every validator and code generator reads alike. */
export function oneOf<const Value extends string>(values: readonly Value[], about: Record<string, unknown>) {
  return Type.Unsafe<Value>({ type: "string", enum: [...values], ...about });
}

/** `schema`, or null where the contract says that a member may be null. */
export function nullable<Schema extends TSchema>(schema: Schema, about: Record<string, unknown> = {}) {
  const type = "type" in schema ? schema.type : undefined;
  const isPlain = typeof type === "string" && type !== "object" && !("enum" in schema) && !("$id" in schema);
  return Type.Unsafe<Static<Schema> | null>(
    isPlain ? { ...schema, type: [type, "null"], ...about } : { anyOf: [schema, { type: "null" }], ...about },
  );
}

/** An object whose member names are free and whose values all have one shape. */
export function dictionary<Schema extends TSchema>(values: Schema, about: Record<string, unknown> = {}) {
  return Type.Unsafe<Record<string, Static<Schema>>>({
    type: "object",
    additionalProperties: values,
    ...about,
  });
}

export const tierValues = ["UNKNOWN", "NOMINAL", "CAUTION", "CRITICAL"] as const;
export const Tier = oneOf(tierValues, {
  $id: "Tier",
  description:
    "State of a vehicle. `UNKNOWN`: too little was learnt, or a vehicle that was NOMINAL has gone silent; `NOMINAL`: no drift beyond the limits; " +
    "`CAUTION`: drift that should be looked at; `CRITICAL`: drift beyond the critical limit, calibrate before use.",
});

export const faultSourceValues: readonly ("none" | SensorName | "multi_modal")[] = [
  "none",
  ...sensors,
  "multi_modal",
];
export const FaultSource = oneOf(faultSourceValues, {
  $id: "FaultSource",
  description:
    "The sensor most probably at fault; `multi_modal` when two or more take part, `none` below CAUTION.",
});

export const actionValues = [
  "none",
  "monitor",
  "inspect_sensor",
  "schedule_calibration",
  "calibration_required",
] as const;
export const RecommendedAction = oneOf(actionValues, {
  $id: "RecommendedAction",
  description: "What to do with the vehicle next.",
});

export const Sensor = oneOf(sensors, { $id: "Sensor", description: "The sensor a value belongs to." });

function quantityOf({ name, unit, members: [member], channels }: Kind): string {
  const what = member.shape === "rotation" ? `${name}'s rotation vector against its baseline` : member.label;
  const codes = channels.map((channel) => `\`${channel.name}\``).join(", ");
  return `the ${what} (${codes}, ${unit === "deg" ? "degrees" : "metres"})`;
}

export const channelValues: readonly ChannelName[] = channelRows.map(({ channel }) => channel);
export const Channel = oneOf(channelValues, {
  $id: "Channel",
  description: `One measured quantity: ${sensorKinds.map(quantityOf).join(", ")}.`,
});
export const Unit = oneOf(["deg", "m"], {
  $id: "Unit",
  description: "Unit of this channel's values: degrees or metres.",
});

export const baselineStateValues = ["learning", "provisional", "established", "frozen"] as const;
export const BaselineState = oneOf(baselineStateValues, {
  $id: "BaselineState",
  description:
    "How far the baseline is learnt. `learning`: fewer than 50 usable blocks of every sensor; `provisional`: 50 to 199; " +
    "`established`: 200 or more; `frozen`: held by a command or an open breach.",
});
export const Baseline = Type.Object(
  {
    state: BaselineState,
    frames: Type.Integer({ minimum: 0, description: "Frames the baseline rests on." }),
    needed: Type.Integer({
      minimum: 0,
      description: "Further frames needed to leave `learning`; 0 once it has.",
    }),
  },
  { $id: "Baseline", description: "What the vehicle is compared with, and how far it is learnt." },
);

export const vehicleIdPattern = "^[A-Za-z0-9][A-Za-z0-9._:-]*$";
export const VehicleId = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: vehicleIdPattern,
  description: "Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.",
});

export const eventIdPattern = "^EVB-[0-9]{8}-[0-9A-Z]{12}$";
export const EventId = Type.String({
  pattern: eventIdPattern,
  description:
    "Evidence identifier: `EVB-`, the UTC date of the breach, and 12 random characters (Crockford base32).",
});

export const statementIdPattern = "^STM-[0-9]{8}-[0-9A-Z]{12}$";

/** A SHA-256 as hexadecimal digits. */
export const sha256HexPattern = "^[0-9a-f]{64}$";

/** A time a client sends. The pattern knows no calendar: 30 February passes it and is refused by `parseTime`. */
export const captureTimePattern =
  "^(19[7-9][0-9]|[2-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])" +
  "[Tt]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?([Zz]|\\+00:00)$";
export const CaptureTime = Type.String({
  pattern: captureTimePattern,
  description:
    "Date-time in UTC (`Z` or `+00:00`) as RFC 3339 and ISO 8601 write it, `t` and `z` too, a real calendar date of the years " +
    "1970 to 9999, 0 to 9 fraction digits; the seconds may be left out. Compared in microseconds, echoed as received. A frame's " +
    "time with another offset, such as `+05:30`, is taken, stored and echoed in UTC.",
});

/** A time the service writes: UTC with `Z`. */
export const UtcTime = Type.String({
  format: "date-time",
  description: "RFC 3339 date-time in UTC, with `Z`.",
});

export const Day = Type.String({
  pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
  description: "A calendar day, `YYYY-MM-DD`.",
});

export const RotationMatrix = Type.Array(Type.Number(), {
  minItems: 9,
  maxItems: 9,
  description: "A 3×3 rotation matrix as 9 numbers in row order.",
});

export const CusumLimit = Type.Number({
  description: "What `cusum_statistic` has to reach for a change to be proved, nats.",
});

/** The drift of one sensor: an angle has a size, a length a sign. */
function driftOf({ unit }: Kind, about: Record<string, unknown> = {}) {
  return Type.Number(unit === "deg" ? { minimum: 0, ...about } : about);
}

function measuredDrifts<Schema extends TSchema>(schemaOf: (kind: MeasuredKind) => Schema) {
  return perRow(measuredKinds, ({ drift }) => drift.member, schemaOf);
}

type OtherKind = Exclude<Kind, MeasuredKind>;

/** The drifts that a score has in its channels alone; `described` ends what is said of them. */
export function otherDrifts(described: (kind: OtherKind) => string) {
  const others = sensorKinds.filter((kind): kind is OtherKind => !kind.drift.isMeasurement);
  return perRow(
    others,
    ({ drift }) => drift.member,
    (kind) => nullable(driftOf(kind), { description: described(kind) }),
  );
}

export const Measurements = Type.Object(
  {
    ...measuredDrifts((kind) => driftOf(kind, { description: `${kind.drift.description}.` })),
    health_score: Type.Number({
      minimum: 0,
      maximum: 100,
      description: "100 · 2^(−drift / critical limit) of the worst channel: 100 healthy, 50 at the limit.",
    }),
  },
  { $id: "Measurements", description: "The estimated drift of the vehicle." },
);

export const EvidenceTrigger = oneOf(["breach_opened", "tier_worsened", "requested"], {
  $id: "EvidenceTrigger",
  description:
    "Why evidence was issued. `breach_opened`: a CUSUM breach opened; `tier_worsened`: the tier became worse than any evidence of the open breach says; " +
    "`requested`: somebody asked for it.",
});

/** Of a vehicle as it stands, where what is not measured is null; evidence and scores keep the contract's numbers. */
export const measuredNow = {
  health_score: nullable(Type.Number({ minimum: 0, maximum: 100 }), {
    description:
      "100 · 2^(−drift / critical limit) of the worst channel: 100 healthy, 50 at the limit. Null while the tier is UNKNOWN.",
  }),
  ...measuredDrifts((kind) =>
    nullable(driftOf(kind), {
      description: `${kind.drift.description}. Null when no ${kind.name} is scored.`,
    }),
  ),
};

export const EarlierScoring = Type.String({
  $id: "EarlierScoring",
  description:
    "Present while the vehicle waits to be scored again by the present rules after an upgrade: the version of the scoring by which its tier and numbers are. " +
    "A series then has the frames that were scored again so far. Vehicles that are asked for or send frames come first.",
  examples: ["1.2.0"],
});
