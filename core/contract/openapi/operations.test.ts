import { expect, test } from "vitest";

import { scopes } from "../api-key.ts";
import { namedSchemas } from "../schemas/named-schemas.ts";
import { operationOf, operations, takesIdempotencyKey } from "./operations.ts";
import type { Operation } from "./operation.ts";
import { pathParameters } from "./query-parameters.ts";

const all: readonly Operation[] = operations;

test("an operation is found by its id, and no two share one or their place", () => {
  for (const { operationId } of operations) expect(operationOf(operationId).operationId).toBe(operationId);
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length);
  expect(new Set(all.map(({ method, path }) => `${method} ${path}`)).size).toBe(all.length);
});

test("an operation takes known path parameters, known scopes and published shapes", () => {
  for (const { path, access, request, answers } of all) {
    for (const [, name = ""] of path.matchAll(/\{\+?(\w+)\}/g))
      expect(Object.keys(pathParameters)).toContain(name);
    expect([...scopes, "key", "public"]).toContain(access);
    const shapes = [request?.schema, ...answers.flatMap(({ schema, orSchema }) => [schema, orSchema])];
    for (const shape of shapes) if (shape !== undefined) expect(Object.keys(namedSchemas)).toContain(shape);
  }
});

test("every answer that succeeds is below 400, every problem is not", () => {
  for (const { answers, problems = [] } of all) {
    expect(answers.every(({ status }) => status < 400)).toBe(true);
    expect(problems.every(({ status }) => status >= 400)).toBe(true);
  }
});

test("every read has an ETag and is spared its body where nothing changed; only health is always told", () => {
  const told = ["getHealth", "getHealthV1", "getLiveness", "getReadiness"];
  const reads = all.filter(({ method, operationId }) => method === "GET" && !told.includes(operationId));
  const without = reads.filter(({ answers }) => !answers.some(({ status }) => status === 304));
  expect(without.map(({ operationId }) => operationId)).toEqual([]);
});

test("a POST may be repeated under its idempotency key, a GET needs none", () => {
  expect(takesIdempotencyKey(operationOf("ingestTelemetry"))).toBe(true);
  expect(takesIdempotencyKey(operationOf("getEvidenceBundle"))).toBe(false);
});

test("every scope opens something: `admin` everything, every other one an operation of its own", () => {
  const needed = new Set<string>(all.map(({ access }) => access));
  expect(scopes.filter((scope) => scope !== "admin" && !needed.has(scope))).toEqual([]);
});
