import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { keyNamed, startServer, type ServerForTests } from "./server-for-tests.ts";

const eventId = "EVB-20260301-7K3M9Q2XW4HJ";
let server: ServerForTests;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(() => void server.application.audit.splice(0));

async function ask(
  method: string,
  path: string,
  given: { readonly key?: string; readonly body?: object; readonly headers?: Record<string, string> } = {},
): Promise<Response> {
  const { key = keyNamed("admin"), body, headers } = given;
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      ...(key !== "" && { authorization: `Bearer ${key}` }),
      "x-request-id": "mine",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  return answer;
}

const origin = { organisation: "org", keyId: "admin", requestId: "mine", clientAddress: "127.0.0.1" };

test("each hand-out of evidence is noted, and what gives nothing away is not", async () => {
  const bundle = await ask("GET", `/v1/evidence/${eventId}/bundle`);
  const read = { ...origin, action: "evidence.read", subject: eventId, result: "done", code: null };
  expect(server.application.audit).toMatchObject([read]);
  const known = { "if-none-match": bundle.headers.get("etag") ?? "" };
  await ask("GET", `/v1/evidence/${eventId}/bundle`, { headers: known });
  await ask("HEAD", `/v1/evidence/${eventId}/bundle`);
  expect(server.application.audit).toHaveLength(1);
  await ask("GET", `/v1/evidence/${eventId}/report.html`);
  expect(server.application.audit).toMatchObject([read, read]);
});

test("what was asked for in vain is noted with its code", async () => {
  await ask("GET", "/v1/evidence/EVB-20260301-000000000000/bundle");
  await ask("POST", "/v1/vehicles/broken/baseline", { body: { action: "learn", reason: "x" } });
  await ask("POST", `/v1/evidence/${eventId}/erasure`, { body: {} });
  expect(server.application.audit).toMatchObject([
    {
      action: "evidence.read",
      subject: "EVB-20260301-000000000000",
      result: "refused",
      code: "evidence_not_found",
    },
    { action: "baseline.command", subject: "broken", result: "failed" },
    { action: "evidence.erase", subject: eventId, result: "refused", code: "member_missing" },
  ]);
});

test("a key without the scope is noted, whatever it asked for", async () => {
  await ask("GET", "/v1/vehicles", { key: keyNamed("ingest") });
  await ask("POST", "/v1/keys", { key: keyNamed("ingest"), body: {} });
  expect(server.application.audit).toMatchObject([
    {
      keyId: "ingest",
      action: "authorise",
      subject: "listVehicles",
      result: "refused",
      code: "insufficient_scope",
    },
    { keyId: "ingest", action: "key.create", subject: null, result: "refused", code: "insufficient_scope" },
  ]);
});

test("a missing and a malformed key are noted, without any of it", async () => {
  await ask("GET", "/v1/vehicles", { key: "" });
  await ask("GET", "/v1/vehicles", { key: `${keyNamed("admin")}x` });
  const failed = {
    organisation: "",
    keyId: null,
    action: "authenticate",
    result: "refused",
    requestId: "mine",
  };
  expect(server.application.audit).toMatchObject([
    { ...failed, code: "api_key_missing" },
    { ...failed, code: "api_key_malformed" },
  ]);
  expect(JSON.stringify(server.application.audit)).not.toContain("plumb_");
});

test("what is written with its effect is not noted a second time, and ordinary requests are not noted at all", async () => {
  await ask("POST", `/v1/evidence/${eventId}/legal-hold`, { body: { hold: true, reason: "x" } });
  await ask("POST", "/v1/keys", { body: { name: "x", preset: "ingest" } });
  await ask("GET", "/v1/vehicles");
  await ask("GET", "/v1/vehicles/nobody");
  await ask("GET", "/v1/nowhere");
  expect(server.application.audit).toEqual([]);
});

test("a webhook is named that was made, and the repeat of an answer is no second one", async () => {
  const body = { url: "https://hooks.example.com/x", event_types: ["breach.opened"] };
  const headers = { "idempotency-key": "once" };
  await ask("POST", "/v1/webhooks", { body, headers });
  await ask("POST", "/v1/webhooks", { body, headers });
  expect(server.application.audit).toMatchObject([
    { action: "webhook.create", subject: expect.stringMatching(/^./u), result: "done" },
  ]);
});

test("a path that holds no id leaves none in the log", async () => {
  await ask("GET", `/v1/evidence/${encodeURIComponent("<script>")}/bundle`);
  expect(server.application.audit).toMatchObject([
    { action: "evidence.read", subject: null, result: "refused" },
  ]);
});

test("the log itself comes as JSON or as lines, and reading it is noted", async () => {
  const asked = { headers: { authorization: `Bearer ${keyNamed("admin")}`, accept: "application/x-ndjson" } };
  const lines = await fetch(`${server.url}/v1/audit?limit=2&action=key.create&action=authorise`, asked);
  expect(lines.headers.get("content-type")).toBe("application/x-ndjson");
  expect(lines.headers.get("link")).toContain('action=authorise&cursor=next%2Bpage>; rel="next"');
  expect(await lines.text()).toBe('{"seq":2}\n{"seq":1}\n');
  expect((await ask("GET", "/v1/audit")).headers.get("content-type")).toBe("application/json");
  expect(server.application.audit).toMatchObject([{ action: "audit.read" }, { action: "audit.read" }]);
});
