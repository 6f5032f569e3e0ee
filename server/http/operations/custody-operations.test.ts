import { afterAll, beforeAll, expect, test } from "vitest";

import { ErasedRefusal } from "../../../core/contract/refusal.ts";
import { keyNamed, startServer, type ServerForTests, tagOf } from "../server-for-tests.ts";

let server: ServerForTests;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const evidence = "/v1/evidence/EVB-20260301-7K3M9Q2XW4HJ";

interface Asked {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function send(path: string, more: Omit<RequestInit, "headers"> & Asked = {}): Promise<Response> {
  const { key = keyNamed("admin"), headers, ...rest } = more;
  return fetch(server.url + path, { ...rest, headers: { authorization: `Bearer ${key}`, ...headers } });
}

function post(path: string, body: object, key?: string): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return send(path, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    ...(key !== undefined && { key }),
  });
}

const tombstone = {
  event_id: "EVB-20260301-7K3M9Q2XW4HJ",
  content_digest: `sha256:${"a".repeat(64)}`,
  leaf_index: 7,
  erased_at: "2036-03-01T00:00:00.000Z",
  basis: "retention period over",
  decision_sha256: "b".repeat(64),
  envelope: { payload: "e30=", payloadType: "application/vnd.plumbline.tombstone+json", signatures: [] },
};

test("whoever is given evidence is noted, with what they were given", async () => {
  const insurer = keyNamed("insurer");
  for (const path of ["bundle", "frames", "redacted?withhold=1"]) {
    expect((await send(`${evidence}/${path}`, { key: insurer })).status).toBe(200);
  }
  expect(server.application.handOuts.splice(0)).toEqual(
    ["bundle", "frames", "redacted"].map((form) => `insurer EVB-20260301-7K3M9Q2XW4HJ ${form}`),
  );
});

test("HEAD and what a client has already give nothing away, and nor does evidence that is not there", async () => {
  const tag = tagOf(await send(`${evidence}/bundle`));
  server.application.handOuts.length = 0;
  await send(`${evidence}/bundle`, { method: "HEAD" });
  expect((await send(`${evidence}/bundle`, { headers: { "if-none-match": tag } })).status).toBe(304);
  expect((await send("/v1/evidence/EVB-20260301-000000000000/bundle")).status).toBe(404);
  expect(server.application.handOuts).toEqual([]);
});

test("holds and erasure need a scope of their own", async () => {
  const hold = { hold: true, reason: "claim" };
  for (const preset of ["operator", "auditor", "insurer", "engineer"]) {
    expect((await post(`${evidence}/legal-hold`, hold, keyNamed(preset))).status, preset).toBe(403);
  }
  expect((await post(`${evidence}/legal-hold`, hold)).status).toBe(200);
});

test("requesting evidence needs a scope of its own, and a reason", async () => {
  const path = "/v1/vehicles/veh-0042/evidence";
  const asked = { reason: "claim", case_number: "CL-1" };
  for (const preset of ["auditor", "insurer", "ingest", "simulation"]) {
    expect((await post(path, asked, keyNamed(preset))).status, preset).toBe(403);
  }
  for (const preset of ["operator", "engineer"]) {
    expect((await post(path, asked, keyNamed(preset))).status, preset).toBe(201);
  }
  expect((await post(path, { reason: "claim", case_number: null })).status).toBe(201);
  for (const [body, pointer] of [
    [{ case_number: "CL-1" }, "/reason"],
    [{ reason: "" }, "/reason"],
    [{ reason: "a\u202eb" }, "/reason"],
    [{ reason: "claim", case_number: "x".repeat(129) }, "/case_number"],
    [{ reason: "claim", tier: "NOMINAL" }, "/tier"],
  ] as const) {
    const response = await post(path, body);
    expect(response.status, pointer).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ pointer }] });
  }
});

test("a statement is asked for under the same scope, about a moment that has been", async () => {
  const path = "/v1/vehicles/veh-0042/statements";
  const asked = { reason: "claim", case_number: "CL-1", at: "2026-03-01T08:15:00Z" };
  const { statementTimes } = server.application;
  for (const preset of ["auditor", "insurer", "ingest", "simulation"]) {
    expect((await post(path, asked, keyNamed(preset))).status, preset).toBe(403);
  }
  for (const preset of ["operator", "engineer"]) {
    expect((await post(path, asked, keyNamed(preset))).status, preset).toBe(201);
  }
  expect(statementTimes.splice(0)).toEqual([1, 1].map(() => Date.UTC(2026, 2, 1, 8, 15) * 1000));
  for (const now of [{}, { at: null }]) {
    expect((await post(path, { reason: "claim", ...now })).status).toBe(201);
    expect(statementTimes.at(-1)).toBeGreaterThan(Date.UTC(2026, 2, 1) * 1000);
  }
  for (const [body, pointer, code] of [
    [{ at: asked.at }, "/reason", "member_missing"],
    [{ reason: "claim", at: "2199-03-01T08:15:00Z" }, "/at", "timestamp_in_future"],
    [{ reason: "claim", at: "2026-02-30T08:15:00Z" }, "/at", "timestamp_invalid"],
    [{ reason: "claim", tier: "NOMINAL" }, "/tier", "member_unknown"],
  ] as const) {
    const response = await post(path, body);
    expect(response.status, pointer).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ pointer, code }] });
  }
});

test("statements are read with the scope of evidence", async () => {
  const id = "STM-20260301-7K3M9Q2XW4HJ";
  for (const path of [`/v1/statements/${id}`, "/v1/vehicles/veh-0042/statements"]) {
    const answer = await send(path, { key: keyNamed("insurer") });
    expect(answer.status, path).toBe(200);
    const known = { headers: { "if-none-match": tagOf(answer) } };
    expect((await send(path, known)).status, path).toBe(304);
    expect((await send(path, { key: keyNamed("ingest") })).status, path).toBe(403);
  }
});

test("erased evidence is 410 with its tombstone", async () => {
  const { application } = server;
  const readEvidence = application.readEvidence.bind(application);
  application.readEvidence = async () => {
    throw new ErasedRefusal(tombstone);
  };
  try {
    const response = await send(`${evidence}/bundle`);
    expect(response.status).toBe(410);
    expect(await response.json()).toMatchObject({ code: "evidence_purged", tombstone });
  } finally {
    application.readEvidence = readEvidence;
  }
});

test.each([
  ["legal-hold", {}],
  ["legal-hold", { hold: "yes", reason: "x" }],
  ["legal-hold", { hold: true, reason: "" }],
  ["legal-hold", { hold: true, reason: "x", more: 1 }],
  ["erasure", { basis: "x" }],
  ["erasure", { basis: "x", decision_sha256: "B".repeat(64) }],
  ["erasure", { basis: "x".repeat(501), decision_sha256: "b".repeat(64) }],
])("a body that does not fit is 422: %s %j", async (what, body) => {
  expect((await post(`${evidence}/${what}`, body)).status).toBe(422);
});

test("T-50 an id in another spelling is no other way to the same evidence", async () => {
  server.application.handOuts.length = 0;
  for (const id of [
    "evb-20260301-7k3m9q2xw4hj",
    "EVB-20260301-7K3M9Q2XW4HJ.",
    "EVB-20260301-7K3M9Q2XW4HJ%00",
    "EVB-20260301-7K3M9Q2XW4HJ%2f",
    "%2e%2e%2fEVB-20260301-7K3M9Q2XW4HJ",
  ]) {
    const { status } = await send(`/v1/evidence/${id}/bundle`);
    expect([400, 404], id).toContain(status);
  }
  expect(server.application.handOuts).toEqual([]);
});

test("without `withhold` there is nothing to redact", async () => {
  expect((await send(`${evidence}/redacted`)).status).toBe(400);
});
