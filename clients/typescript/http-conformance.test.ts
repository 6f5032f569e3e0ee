import { readFileSync, readdirSync } from "node:fs";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { ExpectedRequest, HttpCall, HttpCase, SeenRequest } from "../conformance/http/http-case.ts";
import { startScriptedServer } from "../conformance/http/scripted-server.ts";
import { APIError, UnexpectedAnswerError } from "./errors.ts";
import type {
  EvidenceRequest,
  StatementRequest,
  ReferenceExtrinsics,
  TelemetryFrame,
  WorkCommand,
} from "./generated/contract.ts";
import { Plumbline } from "./plumbline.ts";
import type { PostOptions } from "./request/call.ts";
import type { Page, PagePromise } from "./request/page.ts";

const folder = new URL("../conformance/http/", import.meta.url);
const cases = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .flatMap((name) => {
    const table = JSON.parse(readFileSync(new URL(name, folder), "utf8")) as { cases: readonly HttpCase[] };
    return table.cases;
  });

let server: Awaited<ReturnType<typeof startScriptedServer>>;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.stop());

test.each(cases)("$name", async (one) => {
  const { expected } = one;
  const session = await openSession(one);
  const waitsS: number[] = [];
  const client = new Plumbline({
    baseUrl: one.unreachable === true ? "http://127.0.0.1:1" : session,
    apiKey: "plumb_test_conformance",
    logLevel: "off",
    ...settingsOf(one),
    pause: async (ms) => void waitsS.push(ms / 1000),
  });

  const outcome = await outcomeOf(one, client);

  const seen = await requestsOf(session);
  expect(outcome).toMatchObject(expected.outcome);
  expect(seen).toHaveLength(expected.attempts);
  checkRequests(seen, expected.requests ?? []);
  checkKeys(seen, expected.idempotency_key, one.call.idempotency_key);
  if (expected.waits_s !== undefined) checkWaits(waitsS, expected.waits_s);
});

async function openSession({ answers }: HttpCase): Promise<string> {
  const made = await fetch(`${server.address}/sessions`, {
    method: "POST",
    body: JSON.stringify({ answers }),
  });
  const { path } = (await made.json()) as { readonly path: string };
  return server.address + path;
}

async function requestsOf(session: string): Promise<readonly SeenRequest[]> {
  const { requests } = (await (await fetch(session)).json()) as { readonly requests: readonly SeenRequest[] };
  return requests;
}

function settingsOf({ client = {} }: HttpCase) {
  const { max_retries, timeout_s, total_timeout_s } = client;
  return {
    ...(max_retries !== undefined && { maxRetries: max_retries }),
    ...(timeout_s !== undefined && { timeoutMs: timeout_s * 1000 }),
    ...(total_timeout_s !== undefined && { totalTimeoutMs: total_timeout_s * 1000 }),
  };
}

async function outcomeOf({ call }: HttpCase, client: Plumbline): Promise<object> {
  try {
    const result = perform(call, client);
    if (call.every_page === true) {
      const items: unknown[] = [];
      for await (const item of result as PagePromise<unknown>) items.push(item);
      return { items };
    }
    const value = await result;
    return value instanceof Uint8Array ? { base64: Buffer.from(value).toString("base64") } : { value };
  } catch (error) {
    return { error: described(error) };
  }
}

function perform(call: HttpCall, client: Plumbline): Promise<unknown> | PagePromise<unknown> {
  const operation = operations[call.operation];
  if (operation === undefined) throw new Error(`this suite does not know the operation ${call.operation}`);
  return operation(client, {
    path: call.path ?? {},
    query: call.query ?? {},
    body: call.body,
    ndjson: call.ndjson,
    options: {
      ...(call.headers && { headers: call.headers }),
      ...(call.idempotency_key !== undefined && { idempotencyKey: call.idempotency_key }),
    },
  });
}

interface Given {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | number | readonly string[]>>;
  readonly body: unknown;
  readonly ndjson: string | undefined;
  readonly options: PostOptions;
}

type Perform = (client: Plumbline, given: Given) => Promise<unknown> | Promise<Page<unknown>>;

const operations: Readonly<Record<string, Perform>> = {
  ingestTelemetry: (client, { body, ndjson, options }) =>
    ndjson === undefined
      ? client.telemetry.ingest(body as TelemetryFrame, options)
      : client.telemetry.ingestLines(ndjson, options),
  scoreResidual: (client, { body, options }) => client.score.residual(body as TelemetryFrame, options),
  getEvidenceFrames: (client, { path, options }) => client.evidence.frames(path["event_id"]!, options),
  listEvidence: (client, { query, options }) => client.evidence.list(query, options),
  getFleetHealthSummary: (client, { query, options }) => client.fleet.healthSummary(query, options),
  getFleetPositions: (client, { query, options }) => client.fleet.positions(query, options),
  listScenarios: (client, { query, options }) => client.scenarios.list(query, options),
  deleteScenario: (client, { path, options }) => client.scenarios.delete(path["scenario_id"]!, options),
  listVehicles: (client, { query, options }) => client.vehicles.list(query, options),
  getVehicle: (client, { path, options }) => client.vehicles.get(path["vehicle_id"]!, options),
  registerReference: (client, { path, body, options }) =>
    client.vehicles.registerReference(path["vehicle_id"]!, body as ReferenceExtrinsics, options),
  requestEvidence: (client, { path, body, options }) =>
    client.vehicles.requestEvidence(path["vehicle_id"]!, body as EvidenceRequest, options),
  requestStatement: (client, { path, body, options }) =>
    client.vehicles.requestStatement(path["vehicle_id"]!, body as StatementRequest, options),
  listStatements: (client, { path, query, options }) =>
    client.vehicles.statements(path["vehicle_id"]!, query, options),
  getStatement: (client, { path, options }) => client.evidence.statement(path["statement_id"]!, options),
  commandWork: (client, { path, body, options }) =>
    client.vehicles.commandWork(path["vehicle_id"]!, body as WorkCommand, options),
  getHealth: (client, { options }) => client.health.get(options),
};

/** An error in the words of the table. */
function described(error: unknown): object {
  if (!(error instanceof Error)) return { class: String(error) };
  const { name } = error;
  if (error instanceof APIError) {
    const { status, code, title, detail, errors, requestId, retryAfterS } = error;
    return {
      class: name,
      status,
      code,
      title,
      detail,
      errors,
      request_id: requestId,
      retry_after_s: retryAfterS,
    };
  }
  if (error instanceof UnexpectedAnswerError) {
    return { class: name, status: error.status, request_id: error.requestId };
  }
  return { class: name };
}

function checkRequests(seen: readonly SeenRequest[], expected: readonly ExpectedRequest[]): void {
  if (expected.length > 1) expect(seen).toHaveLength(expected.length);
  for (const [turn, request] of seen.entries()) {
    const wanted = expected.length > 1 ? expected[turn] : expected[0];
    if (wanted !== undefined) checkRequest(request, wanted);
  }
}

function checkRequest(request: SeenRequest, { headers = {}, json, ...line }: ExpectedRequest): void {
  expect(request).toMatchObject(line);
  if (json !== undefined) expect(JSON.parse(request.body)).toEqual(json);
  for (const [name, pattern] of Object.entries(headers)) {
    if (pattern === null) expect(request.headers).not.toHaveProperty(name);
    else expect(request.headers[name]).toMatch(new RegExp(pattern, "u"));
  }
}

function checkKeys(
  seen: readonly SeenRequest[],
  expected: "made" | "given" | "none" | undefined,
  given: string | undefined,
): void {
  if (expected === undefined) return;
  const keys = new Set(seen.map(({ headers }) => headers["idempotency-key"]));
  expect(keys.size).toBe(1);
  const [key] = keys;
  if (expected === "made") expect(key).toMatch(/^[\x21-\x7e]{16,255}$/u);
  else expect(key).toBe(expected === "given" ? given : undefined);
}

function checkWaits(waitsS: readonly number[], expected: readonly (readonly [number, number])[]): void {
  expect(waitsS).toHaveLength(expected.length);
  for (const [turn, [least, most]] of expected.entries()) {
    expect(waitsS[turn]).toBeGreaterThanOrEqual(least);
    expect(waitsS[turn]).toBeLessThanOrEqual(most);
  }
}
