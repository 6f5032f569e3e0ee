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
