import type { Json, JsonObject } from "../../encoding/strict-json.ts";
import { objectOf, resolved, textsOf } from "./document-parts.ts";
import { schemaBreaks } from "./schema-breaks.ts";

/**
 * What in an OpenAPI document would break a client of an earlier one: each line names the place. Nothing is taken away,
 * and nothing more is asked for. Values that are said to grow (`growing`) may appear in answers.
 */
export function breakingChanges(
  before: JsonObject,
  after: JsonObject,
  growing: readonly string[] = [],
): readonly string[] {
  const sound = new Set<string>();
  const pairs = operationsOf(before).map(([name, old]) => [name, old, operationNamed(after, name)] as const);
  return [
    ...pairs.flatMap(([name, old, now]) =>
      now === null ? [`${name} is gone`] : operationBreaks({ before, after, growing, sound, name }, old, now),
    ),
    ...missing(scopesOf(before), scopesOf(after)).map((scope) => `the scope ${scope} is gone`),
  ];
}

/** Codes and pages of problems are a table beside the document. */
export function missing(before: readonly string[], after: readonly string[]): readonly string[] {
  const there = new Set(after);
  return before.filter((one) => !there.has(one));
}

interface Documents {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly growing: readonly string[];
  readonly sound: Set<string>;
  /** Method and path. */
  readonly name: string;
}

function operationBreaks(documents: Documents, old: JsonObject, now: JsonObject): readonly string[] {
  return [
    ...(old["operationId"] === now["operationId"] ? [] : ["has another operationId"]),
    ...missing(textsOf(now["x-required-scopes"]), textsOf(old["x-required-scopes"])).map(
      (scope) => `asks for the scope ${scope}`,
    ),
    ...(isPublic(old) && !isPublic(now) ? ["asks for a key"] : []),
    ...parameterBreaks(documents, old, now),
    ...bodyBreaks(documents, old, now),
    ...answerBreaks(documents, old, now),
  ].map((what) => `${documents.name} ${what}`);
}

function parameterBreaks(
  { before, after, sound }: Documents,
  old: JsonObject,
  now: JsonObject,
): readonly string[] {
  const [had, has] = [parametersOf(before, old), parametersOf(after, now)];
  const gone = [...had.keys()].filter((name) => !has.has(name)).map((name) => `takes no ${name} any more`);
  const demanded = [...has].filter(
    ([name, { required }]) => required === true && had.get(name)?.["required"] !== true,
  );
  const narrowed = [...had].flatMap(([name, { schema: was }]) =>
    schemaBreaks(
      { schema: was, document: before },
      { schema: has.get(name)?.["schema"] ?? was, document: has.has(name) ? after : before },
      { direction: "request", at: name, growing: [], sound },
    ),
  );
  return [...gone, ...demanded.map(([name]) => `needs ${name}`), ...narrowed];
}

function bodyBreaks(
  { before, after, sound }: Documents,
  old: JsonObject,
  now: JsonObject,
): readonly string[] {
  const [was, is] = [objectOf(old["requestBody"]), objectOf(now["requestBody"])];
  if (Object.keys(was).length === 0) return is["required"] === true ? ["needs a body"] : [];
  const demanded = is["required"] === true && was["required"] !== true ? ["needs a body"] : [];
  return [
    ...demanded,
    ...contentBreaks(
      { content: was["content"], document: before },
      { content: is["content"], document: after },
      { direction: "request", at: "body", growing: [], sound },
    ),
  ];
}

function answerBreaks(
  { before, after, growing, sound }: Documents,
  old: JsonObject,
  now: JsonObject,
): readonly string[] {
  const [had, has] = [objectOf(old["responses"]), objectOf(now["responses"])];
  return Object.entries(had).flatMap(([status, answer]) => {
    const is = has[status];
    // What is refused may be refused otherwise; what succeeds succeeds alike.
    if (is === undefined) return Number(status) < 400 ? [`no longer answers ${status}`] : [];
    const [was, now_] = [resolved(answer, before), resolved(is, after)];
    const headers = missing(Object.keys(objectOf(was["headers"])), Object.keys(objectOf(now_["headers"])));
    return [
      ...headers.map((name) => `${status} has no ${name} any more`),
      ...contentBreaks(
        { content: was["content"], document: before },
        { content: now_["content"], document: after },
        { direction: "response", at: status, growing, sound },
      ),
    ];
  });
}

interface Content {
  readonly content: Json | undefined;
  readonly document: JsonObject;
}

function contentBreaks(
  old: Content,
  now: Content,
  more: Parameters<typeof schemaBreaks>[2],
): readonly string[] {
  return Object.entries(objectOf(old.content)).flatMap(([type, was]) => {
    const is = objectOf(now.content)[type];
    if (is === undefined) return [`${more.at} is no ${type} any more`];
    return schemaBreaks(
      { schema: objectOf(was)["schema"], document: old.document },
      { schema: objectOf(is)["schema"], document: now.document },
      more,
    );
  });
}

const methods = ["get", "put", "post", "patch", "delete"];

function operationsOf(document: JsonObject): readonly (readonly [name: string, operation: JsonObject])[] {
  return Object.entries(objectOf(document["paths"])).flatMap(([path, at]) =>
    methods.flatMap((method) => {
      const operation = objectOf(at)[method];
      return operation === undefined ? [] : [[`${method} ${path}`, objectOf(operation)] as const];
    }),
  );
}

function operationNamed(document: JsonObject, name: string): JsonObject | null {
  const [method = "", path = ""] = name.split(" ");
  const operation = objectOf(objectOf(document["paths"])[path])[method];
  return operation === undefined ? null : objectOf(operation);
}

function parametersOf(document: JsonObject, { parameters }: JsonObject): Map<string, JsonObject> {
  const list = Array.isArray(parameters) ? parameters : [];
  return new Map(
    list.map((one: Json) => {
      const parameter = resolved(one, document);
      return [textsOf([parameter["in"] ?? "", parameter["name"] ?? ""]).join(" "), parameter];
    }),
  );
}

/** Those any operation asks for, and those a key may be given. */
function scopesOf(document: JsonObject): readonly string[] {
  const needed = operationsOf(document).flatMap(([, operation]) => textsOf(operation["x-required-scopes"]));
  const named = objectOf(objectOf(objectOf(document["components"])["schemas"])["Scope"])["enum"];
  return [...new Set([...needed, ...textsOf(named)])];
}

function isPublic({ security }: JsonObject): boolean {
  return Array.isArray(security) && security.length === 0;
}
