import { expect, test } from "vitest";

import { type SchemaName, namedSchemas } from "../schemas/named-schemas.ts";
import { schemaDocument } from "../schemas/schema-documents.ts";
import { openapiDocument } from "../openapi/openapi-document.ts";
import { type Json, isJsonObject } from "../../encoding/strict-json.ts";
import { ruleInWords } from "./rule-in-words.ts";
import { validate } from "./validate.ts";

const reference = { camera_rotation_matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1], source: "a survey" };
const mount = { id: "front", kind: "camera" };
const inUtc = "is not usable: it must be in UTC, not with an offset; write it like 2025-03-01T08:00:00.000Z.";

/** Every rule of the schemas of requests, broken once: `[keyword, schema, body, pointer, code, detail]`. */
const broken: readonly (readonly [string, SchemaName, unknown, string, string, string])[] = [
  ["type", "ScenarioFeedRequest", [], "", "wrong_type", "The body must be an object, not an array."],
  [
    "type",
    "ScenarioFeedRequest",
    { seed: "1" },
    "/seed",
    "wrong_type",
    "seed must be an integer or null, not a string.",
  ],
  [
    "type",
    "ScenarioFeedRequest",
    { seed: 1.5 },
    "/seed",
    "wrong_type",
    "seed must be an integer or null, not 1.5.",
  ],
  [
    "type",
    "ScenarioFeedRequest",
    { level: 5 },
    "/level",
    "wrong_type",
    "level must be a string or null, not 5.",
  ],
  [
    "type",
    "ScenarioFeedRequest",
    { map_center: "x" },
    "/map_center",
    "wrong_type",
    "map_center must be an array or null, not a string.",
  ],
  [
    "anyOf",
    "EvidenceVerifyRequest",
    { bundle: 5 },
    "/bundle",
    "wrong_type",
    "bundle must be a string or an object, not 5.",
  ],
  ["required", "EvidenceVerifyRequest", {}, "/bundle", "member_missing", "bundle is missing."],
  [
    "additionalProperties",
    "BaselineCommand",
    { action: "learn", reason: "r", acton: 1 },
    "/acton",
    "member_unknown",
    'There is no member "acton" here. Did you mean action?',
  ],
  [
    "enum",
    "BaselineCommand",
    { action: "lern", reason: "r" },
    "/action",
    "not_allowed",
    "action must be one of learn, freeze, unfreeze (did you mean learn?).",
  ],
  [
    "minimum",
    "ScenarioFeedRequest",
    { duration_s: 0 },
    "/duration_s",
    "out_of_range",
    "duration_s is 0; it must be from 1 to 3600.",
  ],
  [
    "maximum",
    "ScenarioFeedRequest",
    { map_center: [91, 0] },
    "/map_center/0",
    "out_of_range",
    "map_center[0] is 91; it must be from -90 to 90.",
  ],
  [
    "exclusiveMinimum",
    "ScenarioFeedRequest",
    { sensors: [{ ...mount, hfov_deg: 0 }] },
    "/sensors/0/hfov_deg",
    "out_of_range",
    "hfov_deg is 0; it must be more than 0 and at most 360.",
  ],
  [
    "minLength",
    "ScenarioFeedRequest",
    { vehicle_id: "" },
    "/vehicle_id",
    "wrong_length",
    "vehicle_id must have 1 to 128 characters, not 0.",
  ],
  [
    "maxLength",
    "WebhookCreation",
    { url: "https://a.example", description: "x".repeat(201) },
    "/description",
    "wrong_length",
    "description must have at most 200 characters, not 201.",
  ],
  [
    "minItems",
    "ScenarioFeedRequest",
    { map_center: [1] },
    "/map_center",
    "wrong_length",
    "map_center must have 2 elements, not 1.",
  ],
  [
    "maxItems",
    "ReferenceExtrinsics",
    { ...reference, camera_rotation_matrix: Array(10).fill(0) },
    "/camera_rotation_matrix",
    "wrong_length",
    "camera_rotation_matrix must have 9 elements, not 10.",
  ],
  [
    "uniqueItems",
    "EvidenceVerifyRequest",
    { bundle: "", require: ["frames", "frames"] },
    "/require",
    "wrong_format",
    "require has the same element at 0 and at 1; give it once.",
  ],
  [
    "minProperties",
    "WebhookUpdate",
    {},
    "",
    "wrong_length",
    "The body must have at least one of its members: url, description, event_types, fleets, format, enabled.",
  ],
  [
    "pattern",
    "ReferenceExtrinsics",
    { ...reference, valid_from: "2027-01-01T01:00:00+01:00" },
    "/valid_from",
    "timestamp_invalid",
    `valid_from ${inUtc}`,
  ],
  [
    "pattern",
    "WorkCommand",
    { action: "snooze", until: "2027-01-01T01:00:00+01:00" },
    "/until",
    "timestamp_invalid",
    `until ${inUtc}`,
  ],
  [
    "pattern",
    "ApiKeyRequest",
    { name: "n", expires_at: "2027-01-01T01:00:00+01:00" },
    "/expires_at",
    "timestamp_invalid",
    `expires_at ${inUtc}`,
  ],
  [
    "format",
    "WebhookReplayRequest",
    { from: "2027-01-01T01:00:00+01:00" },
    "/from",
    "timestamp_invalid",
    `from ${inUtc}`,
  ],
  [
    "pattern",
    "ScenarioFeedRequest",
    { vehicle_id: "a b" },
    "/vehicle_id",
    "wrong_format",
    "vehicle_id may hold letters, digits, `.`, `_`, `:` and `-`, and must start with a letter or digit.",
  ],
  [
    "pattern",
    "ScenarioFeedRequest",
    { evidence_id: "x" },
    "/evidence_id",
    "wrong_format",
    "evidence_id must be an id of evidence, such as EVB-20250301-0123456789AB.",
  ],
];

test.each(broken)("%s of %s: %j", (...[, schema, body, pointer, code, detail]) => {
  expect(validate(schema, body)).toEqual([{ pointer, code, detail }]);
});

/** Keywords that forbid nothing themselves. */
const silent = ["properties", "items", "prefixItems", "patternProperties"];

test("every rule that a schema of a request uses is among those above", () => {
  const told = new Set([...broken.map(([keyword]) => keyword), ...silent]);
  const used = requestSchemas().flatMap((name) => rulesOf(schemaDocument(name)));
  expect(used.map(([keyword]) => keyword).filter((keyword) => !told.has(keyword))).toEqual([]);
});

test("every form that a schema of a request asks for has a sentence, not an expression", () => {
  const patterns = requestSchemas().flatMap((name) =>
    rulesOf(schemaDocument(name)).filter(([keyword]) => keyword === "pattern"),
  );
  expect(patterns).not.toEqual([]);
  const wordless = patterns.filter(([, pattern]) => ruleInWords(patternError(pattern)) === null);
  expect(wordless).toEqual([]);
});

/** The schemas of bodies; frames are not held to theirs here but by parse-frame.ts. */
function requestSchemas(): readonly SchemaName[] {
  const bodies = JSON.stringify(
    Object.values(Object(openapiDocument()["paths"])).flatMap((path) =>
      Object.values(Object(path)).map((operation) => Object(operation).requestBody ?? null),
    ),
  );
  const names = [...bodies.matchAll(/#\/components\/schemas\/(\w+)/gu)].map(([, name]) => name);
  return (Object.keys(namedSchemas) as SchemaName[]).filter(
    (name) => names.includes(name) && !name.startsWith("Telemetry"),
  );
}

const aboutTheSchema = ["$schema", "$id", "title", "description", "examples", "default", "$ref"];

/** Each keyword that holds a value to something, with what it says. */
function rulesOf(schema: Json): readonly (readonly [string, Json])[] {
  if (Array.isArray(schema)) return schema.flatMap(rulesOf);
  if (!isJsonObject(schema)) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (aboutTheSchema.includes(keyword)) return [];
    const isNamed = ["properties", "patternProperties", "$defs"].includes(keyword) && isJsonObject(value);
    const inner = isNamed ? Object.values(value).flatMap(rulesOf) : rulesOf(value);
    return keyword === "$defs" ? inner : [[keyword, value] as const, ...inner];
  });
}

function patternError(pattern: Json) {
  return { keyword: "pattern", params: { pattern }, data: "", instancePath: "", schemaPath: "" };
}
