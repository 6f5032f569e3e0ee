import { Type, type Static, type TArray, type TNumber, type TOptional } from "typebox";

import { type Member, members } from "../sensors/sensor-lists.ts";

/**
 * The fields a bundle is made of, each in its one spelling. Identifiers are ASCII, so that two that look alike are alike.
 */
export const tierSchema = Type.Union([
  Type.Literal("UNKNOWN"),
  Type.Literal("NOMINAL"),
  Type.Literal("CAUTION"),
  Type.Literal("CRITICAL"),
]);
type TierName = Static<typeof tierSchema>;

/** UNKNOWN says nothing: what follows it is no worse for it unless it is an alarm. */
export const tierRanks: Readonly<Record<TierName, number>> = {
  UNKNOWN: 0,
  NOMINAL: 0,
  CAUTION: 1,
  CRITICAL: 2,
};

/** The one order of tiers: whether a vehicle of tier `one` stands worse than one of tier `other`. */
export function isWorseTier(one: TierName, other: TierName): boolean {
  return tierRanks[one] > tierRanks[other];
}

export const vehicleIdSchema = Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$" });
/** An organisation of the service, as its keys are made for it. */
export const organisationSchema = Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$" });
export const eventIdSchema = Type.String({ pattern: "^EVB-[0-9]{8}-[0-9A-Z]{12}$" });
/** Of a signed statement of a vehicle's state. */
export const statementIdSchema = Type.String({ pattern: "^STM-[0-9]{8}-[0-9A-Z]{12}$" });
/** SHA-256, lowercase hex. */
export const hexDigestSchema = Type.String({ pattern: "^[0-9a-f]{64}$" });
/** The same with its algorithm before it. */
export const namedDigestSchema = Type.String({ pattern: "^sha256:[0-9a-f]{64}$" });
/** RFC 3339, UTC, exactly three fraction digits. */
export const instantSchema = Type.String({
  pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
});
export const seqSchema = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const microsecondsSchema = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
export const rotationMatrixSchema = Type.Array(Type.Number(), { minItems: 9, maxItems: 9 });

type MemberSchemas = {
  [Row in Member as Row["name"]]: TOptional<Row["shape"] extends "rotation" ? TArray<TNumber> : TNumber>;
};

/** The properties of an object that has what a frame's `sensors` may have. */
export function memberSchemas(schemaOf: (member: Member) => TArray<TNumber> | TNumber): MemberSchemas {
  const properties = members.map((member) => [member.name, Type.Optional(schemaOf(member))]);
  return Object.fromEntries(properties) as MemberSchemas;
}

/** An unverified name of a key: shown in reports before anything vouches for it. */
export const keyNameSchema = Type.String({ pattern: "^[ -~]{0,128}$" });
/** A code of the scoring: `caution_limit_exceeded`, `multi_modal`. */
export const codeSchema = Type.String({ pattern: "^[a-z][a-z0-9_]{0,63}$" });

/** Name of a log: a bare host name. */
export const logOriginSchema = Type.String({
  maxLength: 253,
  pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$",
});

/** Text for people. Controls and direction marks stay out: they would rewrite what a reader sees around them. */
export function textSchema(maxLength: number) {
  return Type.String({
    minLength: 1,
    maxLength,
    pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$",
  });
}

/** Objects hold exactly what is written here: an unchecked member is a place to hide something. */
export const strict = { additionalProperties: false } as const;
