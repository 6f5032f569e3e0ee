import { scopePresets } from "../api-key.ts";
import { linksOf } from "./links.ts";
import { componentsWithHints, withGeneratorHints } from "./generator-hints.ts";
import { type SchemaName, namedSchemas } from "../schemas/named-schemas.ts";
import { type QueryParameter, listLimit, pathParameters, schemaOfValue } from "./query-parameters.ts";
import { type Deprecation, deprecations } from "./deprecations.ts";
import { operations, takesIdempotencyKey } from "./operations.ts";
import { type Answer, type HeaderName, type Operation, type ProblemAnswer, tags } from "./operation.ts";
import type { Json, JsonObject } from "../../encoding/strict-json.ts";
import { webhookMessages } from "./webhook-messages.ts";
import { componentSchemas } from "../schemas/schema-documents.ts";
import { streamPositionPattern } from "../schemas/events/event.ts";
import { exampleFrame } from "../schemas/vehicles/telemetry-frame.ts";
import { inWords, sensors } from "../../sensors/sensor-lists.ts";
import { yamlText } from "./yaml-text.ts";

/** Version of the contract: the first number is the `v1` of the paths. */
export const contractVersion = "1.0.0";

/** The OpenAPI 3.1 document of the service, written from the route table and the schemas. */
export function openapiDocument(deprecated: readonly Deprecation[] = deprecations): JsonObject {
  return {
    openapi: "3.1.1",
    info: {
      title: "Plumbline",
      summary: "Sensor drift scoring and evidence for vehicle fleets.",
      version: contractVersion,
      description: introduction,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/", description: "The server this document comes from." }],
    security: [{ apiKey: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: pathsOf(operations, deprecated),
    webhooks: webhookMessages(),
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "plumb_live_<public id>_<secret>",
          description: `\`Authorization: Bearer <API key>\`. Ready-made scopes: ${scopePresetsText()}.`,
        },
      },
      parameters: sharedParameters,
      headers: sharedHeaders,
      responses: sharedProblems(),
      schemas: { ...componentsWithHints(componentSchemas()), [ingestBodyName]: ingestBodyShape },
    },
  };
}

/** The document as published: `openapi.json`. */
export function openapiJson(): string {
  return `${JSON.stringify(openapiDocument(), null, 2)}\n`;
}

/** The same document as `openapi.yaml`. */
export function openapiYaml(): string {
  return yamlText(openapiDocument());
}

const introduction = [
  `Takes ${inWords(sensors)} readings of vehicles, learns a baseline for each vehicle, and reports which sensors have drifted, with signed evidence.`,
  "",
  "* Send `Authorization: Bearer <API key>` with every `/v1` request except `/v1/health` and the log (`/v1/log/…`).",
  "* A frame counts once: vehicle, timestamp and sensor values are its identity. Sending again is safe.",
  "* Every POST takes an `Idempotency-Key`; a repeat gets the same answer, byte for byte.",
  "* Every answer of 400 and above is `application/problem+json` (RFC 9457) with a stable `code`; `type` leads to a page with the cause and the fix.",
  "* Unknown members and unknown query parameters are refused by name. Answers may gain members within v1: ignore what you do not know.",
  "* `X-Request-Id` is taken from the request or made, and returned.",
].join("\n");

function scopePresetsText(): string {
  return Object.entries(scopePresets)
    .map(([name, held]) => `\`${name}\` (${name === "admin" ? "all" : held.join(", ")})`)
    .join("; ");
}

function pathsOf(all: readonly Operation[], deprecated: readonly Deprecation[]): JsonObject {
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of all) {
    (paths[operation.path.replace("{+", "{")] ??= {})[operation.method.toLowerCase()] = describedOperation(
      operation,
      deprecated.some((one) => one.operationId === operation.operationId),
    );
  }
  return paths;
}

function describedOperation(operation: Operation, isDeprecated: boolean): JsonObject {
  const { operationId, tag, summary, description, access } = operation;
  const parameters = parametersOf(operation);
  const body = requestBodyOf(operation);
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    ...(isDeprecated ? { deprecated: true } : {}),
    ...(access === "public"
      ? { security: [] }
      : access === "key"
        ? { security: [{ apiKey: [] }], "x-required-scopes": [] }
        : { security: [{ apiKey: [access] }], "x-required-scopes": [access] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === null ? {} : { requestBody: body }),
    responses: responsesOf(operation),
  };
}

function parametersOf(operation: Operation): readonly Json[] {
  const inPath = [...operation.path.matchAll(/\{\+?(\w+)\}/g)].map(([, name = ""]) =>
    reference("parameters", pathKeys.get(name) ?? name),
  );
  const inQuery = operation.query.map(describedParameter);
  const inHeader = [
    ...(takesIdempotencyKey(operation) ? [reference("parameters", "IdempotencyKey")] : []),
    ...(operation.answers.some(({ status }) => status === 304)
      ? [reference("parameters", "IfNoneMatch")]
      : []),
    ...(operation.requestHeaders ?? []).map((header) => reference("parameters", headerKeys[header])),
  ];
  return [...inPath, ...inQuery, ...inHeader];
}

/** Names of the request headers in the document's components. */
const headerKeys = { "Last-Event-ID": "LastEventId", "If-Match": "IfMatch" } as const;

/** Of each path parameter its name in the document's components, and an example. */
const pathNames = {
  vehicle_id: ["VehicleId", exampleFrame.vehicle_id],
  event_id: ["EventId", "EVB-20250301-7K3M9Q2XW4HJ"],
  statement_id: ["StatementId", "STM-20250312-7K3M9Q2XW4HJ"],
  key_id: ["ApiKeyId", "3fK8zQ1mWd"],
  keyid: ["KeyId", "333f4b115848c7f1622f830e0036de6fbb127672cf40007b50961e1fa707e183"],
  sha256: ["Sha256", "d4f02eaafd1a9e9de7d10972ca8e47fa7a985825c3c9c1e249c72683cb3e4f19"],
  scenario_id: ["ScenarioId", "scn_8d0c5c1f2a7b4e90"],
  export_format: ["ExportFormatName", "csv"],
  webhook_id: ["WebhookId", "wh_7K3M9Q2XW4HJ8N6P5R2T"],
  delivery_id: ["DeliveryId", "dlv_2W4HJ8N6P5R2T7K3M9QX"],
  tile_level: ["TileLevel", "0"],
  tile_index: ["TileIndex", "000.p/1"],
} as const satisfies Record<keyof typeof pathParameters, readonly [string, string]>;
const pathKeys: ReadonlyMap<string, string> = new Map(
  Object.entries(pathNames).map(([name, [key]]) => [name, key]),
);

function describedParameter({ name, description, takes, isList, isRequired }: QueryParameter): Json {
  const one = withGeneratorHints(schemaOfValue(takes));
  const schema = isList ? { type: "array", items: one, maxItems: listLimit } : one;
  return {
    name,
    in: "query",
    required: isRequired === true,
    description,
    schema,
    ...(isList ? { style: "form", explode: true } : {}),
  };
}

function pathParameter(name: keyof typeof pathParameters): JsonObject {
  const { description, pattern } = pathParameters[name];
  // Of the limits of length only this one is published.
  const limit = name === "vehicle_id" ? { maxLength: pathParameters[name].maxLength } : {};
  return {
    name,
    in: "path",
    required: true,
    description,
    schema: { type: "string", pattern, ...limit },
    example: pathNames[name][1],
  };
}

const pathParameterNames = Object.keys(pathNames) as readonly (keyof typeof pathParameters)[];
const sharedParameters: JsonObject = {
  ...Object.fromEntries(pathParameterNames.map((name) => [pathNames[name][0], pathParameter(name)])),
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "1 to 255 visible ASCII characters, for example a UUID. Within 24 hours the same request with the same key gets the same answer; another request with it is refused (422).",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
  },
  LastEventId: {
    name: "Last-Event-ID",
    in: "header",
    required: false,
    description: "The last `id` of a stream before, as clients of server-sent events send it by themselves.",
    schema: { type: "string", pattern: streamPositionPattern },
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    required: false,
    description:
      "Recommended: the ETag of the state the command is meant for, or its `version` in quotes; 412 when there is a later one.",
    schema: { type: "string" },
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "ETag of an earlier answer; 304 when nothing changed.",
    schema: { type: "string" },
  },
};

const text = (description: string): JsonObject => ({ description, schema: { type: "string" } });
const sharedHeaders: JsonObject = {
  "X-Request-Id": text("Id of the request: the one sent, or a new one."),
  ETag: text("Names this state of the answer; give it back as `If-None-Match`."),
  Link: text('`<…>; rel="next"` when another page follows (RFC 8288).'),
  "Repr-Digest": text("SHA-256 of the body (RFC 9530)."),
  "Idempotent-Replayed": text("`true` when the answer is the repeat of an earlier one."),
  "Cache-Control": text("How long the answer may be kept."),
  "Content-Disposition": text("Suggested file name."),
  "Retry-After": {
    description: "Seconds to wait before repeating.",
    schema: { type: "integer", format: "int64", minimum: 0 },
  },
  "WWW-Authenticate": text("`Bearer`."),
} satisfies Record<HeaderName | "X-Request-Id" | "Retry-After" | "WWW-Authenticate", Json>;

function headersOf(names: readonly string[]): JsonObject {
  return Object.fromEntries(["X-Request-Id", ...names].map((name) => [name, reference("headers", name)]));
}

function requestBodyOf({ request, summary }: Operation): JsonObject | null {
  if (request === undefined) return null;
  if (request.takesBatches) return ingestBody;
  return {
    required: request.isRequired,
    description: `${summary}. At most ${request.maxMebibytes ?? 1} MiB decoded; gzip, br and zstd are taken.`,
    content: {
      "application/json": { schema: schemaReference(request.schema), ...examplesOf(request.schema) },
    },
  };
}

/** A name of its own: of a choice that has none, oapi-codegen makes a type that is sent as `{}`. */
const ingestBodyName = "IngestTelemetryRequest";
const ingestBodyShape: JsonObject = {
  description: "One frame, or a batch of them.",
  anyOf: [
    schemaReference("TelemetryFrame"),
    { type: "array", items: schemaReference("TelemetryFrame"), minItems: 1, maxItems: 10_000 },
    schemaReference("TelemetryBatch"),
  ],
};

const exampleLine = JSON.stringify(exampleFrame);
const ingestBody: JsonObject = {
  required: true,
  description:
    'One frame, an array, `{"frames": […]}`, or NDJSON. JSON: at most 10 000 frames and 64 MiB decoded; NDJSON: 64 KiB a line, no frame limit. gzip, br and zstd are taken.',
  content: {
    "application/json": {
      schema: { $ref: `#/components/schemas/${ingestBodyName}` },
      examples: {
        oneFrame: { summary: "One frame", value: exampleFrame },
        batch: { summary: "A batch", value: { frames: [exampleFrame] } },
      },
    },
    "application/x-ndjson": {
      schema: {
        type: "string",
        description:
          "One `TelemetryFrame` a line, LF at the end of each. `application/jsonl` is read as this is.",
      },
      examples: { lines: { summary: "NDJSON, one frame a line", value: `${exampleLine}\n` } },
    },
  },
};

function examplesOf(name: SchemaName): JsonObject {
  const schema: object = namedSchemas[name];
  if (!("examples" in schema) || !Array.isArray(schema.examples)) return {};
  const named = schema.examples.map((value: Json, at): [string, Json] => [
    at === 0 ? "example" : `example${at + 1}`,
    { value },
  ]);
  return { examples: Object.fromEntries(named) };
}

function responsesOf(operation: Operation): JsonObject {
  const special = operation.problems ?? [];
  const responses: [string, Json][] = [
    ...operation.answers.map((answer): [string, Json] => [
      String(answer.status),
      answer.status === 200 ? { ...describedAnswer(answer), ...linked(operation) } : describedAnswer(answer),
    ]),
    ...special.map((problem): [string, Json] => [String(problem.status), describedProblem(problem)]),
  ];
  for (const [status, key] of usualProblems(operation)) {
    if (!responses.some(([taken]) => taken === status)) responses.push([status, reference("responses", key)]);
  }
  return Object.fromEntries(responses.sort(([one], [other]) => Number(one) - Number(other)));
}

function linked(operation: Operation): JsonObject {
  const links = linksOf(operation, operations);
  return Object.keys(links).length === 0 ? {} : { links };
}

function describedAnswer(answer: Answer): JsonObject {
  const { status, description, schema, orSchema, mediaType, orMediaType, furtherMediaTypes = [] } = answer;
  const headers = headersOf(answer.headers ?? []);
  if (status === 304) return { description, headers };
  if (schema === undefined) {
    const forms = [mediaType, orMediaType, ...furtherMediaTypes].filter((form) => form !== undefined);
    const content = Object.fromEntries(forms.map((form) => [form, { schema: bodySchema(form) }]));
    return { description, headers, content };
  }
  const shape =
    orSchema === undefined
      ? schemaReference(schema)
      : { anyOf: [schemaReference(schema), schemaReference(orSchema)] };
  const json = { schema: shape, ...examplesOf(schema) };
  const forms = [mediaType ?? "application/json", ...(orMediaType === undefined ? [] : [orMediaType])];
  const content = Object.fromEntries(
    forms.map((form) => [form, isText(form) ? { schema: bodySchema(form), ...eventData(form) } : json]),
  );
  return { description, headers, content };
}

/** `format: binary` is what generators make bytes of; text would be decoded, and spoilt. Other people's JSON is an object. */
function bodySchema(mediaType: string): JsonObject {
  if (mediaType === "application/json") return { type: "object", additionalProperties: true };
  return isText(mediaType) ? { type: "string" } : { type: "string", format: "binary" };
}

/** What `data` of a stream's events is, by the event's name: OpenAPI 3.1 describes no events. */
function eventData(mediaType: string): JsonObject {
  if (mediaType !== "text/event-stream") return {};
  const [data, gap, end] = (["Event", "EventGap", "StreamEnd"] as const).map(schemaReference);
  return { "x-event-data": { any: data!, gap: gap!, end: end! } };
}

function isText(mediaType: string): boolean {
  return mediaType.startsWith("text/") || textTypes.includes(mediaType);
}

const textTypes: readonly string[] = ["application/x-ndjson", "application/x-pem-file"];

function describedProblem({ status, description, schema }: ProblemAnswer): Json {
  if (schema === "Health") {
    return {
      description,
      headers: headersOf([]),
      content: { "application/json": { schema: schemaReference("Health") } },
    };
  }
  const shape =
    schema === undefined
      ? schemaReference("Problem")
      : { anyOf: [schemaReference("Problem"), schemaReference(schema)] };
  return problemResponse(description, shape, status === 409 || status === 507 ? ["Retry-After"] : []);
}

/** Statuses any operation of its kind may answer, with the name of their shared description. */
function usualProblems(operation: Operation): readonly (readonly [status: string, key: string])[] {
  const isPublic = operation.access === "public";
  return [
    ["400", "MalformedRequest"],
    ...(isPublic
      ? []
      : ([
          ["401", "Unauthenticated"],
          ["403", "Forbidden"],
        ] as const)),
    ["406", "NotAcceptable"],
    ...(takesIdempotencyKey(operation) ? ([["409", "InProgress"]] as const) : []),
    ...(operation.request === undefined
      ? takesIdempotencyKey(operation)
        ? ([["422", "ValidationError"]] as const)
        : []
      : ([
          ["413", "PayloadTooLarge"],
          ["415", "UnsupportedMediaType"],
          ["422", "ValidationError"],
        ] as const)),
    ["417", "ExpectationFailed"],
    ["429", "RateLimited"],
    ["500", "Internal"],
    ["503", "Unavailable"],
  ];
}

function sharedProblems(): JsonObject {
  const problem = (description: string, headers: readonly string[] = []): JsonObject =>
    problemResponse(description, schemaReference("Problem"), headers);
  return {
    MalformedRequest: problem(
      "The request or its JSON is malformed (`malformed-request`, `malformed-json`).",
    ),
    Unauthenticated: problem("No usable API key (`unauthenticated`).", ["WWW-Authenticate"]),
    Forbidden: problem("The key lacks the scope or is limited to other fleets (`forbidden`)."),
    NotAcceptable: problem("`Accept` excludes every form of the answer (`not-acceptable`)."),
    InProgress: problem(
      "The first request with this Idempotency-Key is still running (`idempotency-in-progress`).",
      ["Retry-After"],
    ),
    PayloadTooLarge: problem("The body is over its limit (`payload-too-large`)."),
    UnsupportedMediaType: problem("Unknown media type or content coding (`unsupported-media-type`)."),
    ExpectationFailed: problem("`Expect` asks for more than `100-continue` (`expectation-failed`)."),
    ValidationError: problem(
      "JSON, but not what the operation takes (`validation-error`, `idempotency-key-reused`).",
    ),
    RateLimited: problem("Too many requests or frames (`rate-limited`).", ["Retry-After"]),
    Internal: problem("A fault of the service (`internal`)."),
    Unavailable: problem(
      "Overloaded or unable to store (`overloaded`, `storage-unavailable`), or not there yet (`not-yet`).",
      ["Retry-After"],
    ),
  };
}

function problemResponse(description: string, schema: Json, headers: readonly string[]): JsonObject {
  return { description, headers: headersOf(headers), content: { "application/problem+json": { schema } } };
}

function schemaReference(name: SchemaName): JsonObject {
  return reference("schemas", name);
}

function reference(kind: "schemas" | "headers" | "parameters" | "responses", name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` };
}
