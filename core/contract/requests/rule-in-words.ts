import type { ErrorObject } from "ajv/dist/2020.js";

import { parseTime } from "../../encoding/instant.ts";
import { lengthOf, plainTextPattern, plainTextRule } from "../plain-text.ts";
import { sensorIdPattern } from "../schemas/scenarios/scenario-level.ts";
import { scenarioIdPattern } from "../schemas/scenarios/scenario-list.ts";
import { organisationPattern } from "../schemas/evidence/evidence-verification.ts";
import {
  captureTimePattern,
  eventIdPattern,
  sha256HexPattern,
  vehicleIdPattern,
} from "../schemas/vocabulary.ts";
import { webhookUrlPattern } from "../schemas/webhooks/webhook.ts";
import { nearestName } from "./nearest-name.ts";
import { kindOf } from "./value-kind.ts";

/** What a value does that a rule of its schema forbids, after the value's name and without the full stop. Null for a rule without words. */
export function ruleInWords(error: ErrorObject): string | null {
  return sentences[error.keyword]?.(error) ?? null;
}

/** Whether a rule says how a time is written. */
export function isRuleOfTime({ params }: ErrorObject): boolean {
  return params["pattern"] === captureTimePattern || params["format"] === "date-time";
}

const sentences: Readonly<Record<string, (error: ErrorObject) => string | null>> = {
  type: typeRule,
  enum: enumRule,
  pattern: (error) => (isRuleOfTime(error) ? timeRule(error) : patternRule(error)),
  format: timeRule,
  minimum: rangeRule,
  maximum: rangeRule,
  exclusiveMinimum: rangeRule,
  minLength: lengthRule,
  maxLength: lengthRule,
  minItems: itemsRule,
  maxItems: itemsRule,
  minProperties: ({ parentSchema }) =>
    `must have at least one of its members: ${Object.keys(Object(parentSchema?.["properties"])).join(", ")}`,
  uniqueItems: ({ params }) => `has the same element at ${params["j"]} and at ${params["i"]}; give it once`,
};

/** Of a union all types that would do stand in `params`. */
function typeRule({ params, data }: ErrorObject): string {
  const types: readonly string[] = [params["type"]].flat();
  const wanted = listed(types.map((type) => kinds[type] ?? type));
  const given = typeof data === "number" ? String(data) : kindOf(data);
  return `must be ${wanted}, not ${given}`;
}

const kinds: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  object: "an object",
  array: "an array",
};

function enumRule({ params, data }: ErrorObject): string {
  const values = (params["allowedValues"] as readonly unknown[]).map(String);
  const nearest = typeof data === "string" ? nearestName(data, values) : null;
  return `must be one of ${values.join(", ")}${nearest === null ? "" : ` (did you mean ${nearest}?)`}`;
}

function timeRule({ data }: ErrorObject): string {
  const time = parseTime(textOf(data));
  return time.kind === "fault" ? `is not usable: ${time.detail}` : "is not usable";
}

function patternRule({ params }: ErrorObject): string | null {
  return patterns[params["pattern"]] ?? null;
}

const patterns: Readonly<Record<string, string>> = {
  [plainTextPattern]: plainTextRule,
  [vehicleIdPattern]:
    "may hold letters, digits, `.`, `_`, `:` and `-`, and must start with a letter or digit",
  [eventIdPattern]: "must be an id of evidence, such as EVB-20250301-0123456789AB",
  [scenarioIdPattern]: "must be the id of a scenario: scn_ and 16 hexadecimal digits in lower case",
  [sensorIdPattern]: "must have 1 to 32 lower-case letters, digits and `_`, the first of them a letter",
  [organisationPattern]:
    "must be the name of an organisation: 1 to 64 letters, digits, `.`, `_` and `-`, the first of them a letter or digit",
  [sha256HexPattern]: "must be a SHA-256: 64 hexadecimal digits in lower case",
  [webhookUrlPattern]: "must be an address that begins with https://, http:// or mailto:, without blanks",
};

function rangeRule({ data, parentSchema }: ErrorObject): string {
  const least = parentSchema?.["minimum"];
  const most = parentSchema?.["maximum"];
  const above = parentSchema?.["exclusiveMinimum"];
  if (least !== undefined && most !== undefined)
    return `is ${textOf(data)}; it must be from ${least} to ${most}`;
  const bounds = [
    ...(least === undefined ? [] : [`at least ${least}`]),
    ...(above === undefined ? [] : [`more than ${above}`]),
    ...(most === undefined ? [] : [`at most ${most}`]),
  ];
  return `is ${textOf(data)}; it must be ${bounds.join(" and ")}`;
}

function lengthRule({ data, parentSchema }: ErrorObject): string {
  const given = lengthOf(textOf(data));
  return `must have ${counted(parentSchema, ["minLength", "maxLength"], "character")}, not ${given}`;
}

function itemsRule({ data, parentSchema }: ErrorObject): string {
  const given = Array.isArray(data) ? data.length : 0;
  return `must have ${counted(parentSchema, ["minItems", "maxItems"], "element")}, not ${given}`;
}

/** `1 to 128 characters`, `9 elements`, `at least 1 element`. */
function counted(
  schema: ErrorObject["parentSchema"],
  [minimum, maximum]: readonly [string, string],
  unit: string,
): string {
  const least: number | undefined = schema?.[minimum];
  const most: number | undefined = schema?.[maximum];
  const units = (count: number): string => `${count} ${unit}${count === 1 ? "" : "s"}`;
  if (most === undefined) return `at least ${units(least ?? 0)}`;
  if (least === undefined) return `at most ${units(most)}`;
  return least === most ? units(most) : `${least} to ${units(most)}`;
}

function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}

/** Rules of texts meet texts only, those of numbers numbers. */
function textOf(data: unknown): string {
  return typeof data === "string" ? data : JSON.stringify(data);
}
