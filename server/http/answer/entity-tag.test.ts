import { createHash } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { taggedAnswer } from "./entity-tag.ts";
import {
  type ServerForTests,
  engineerKey,
  frameNumber,
  sendRaw,
  startServer,
  tagOf,
} from "../server-for-tests.ts";

let server: ServerForTests;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const headers = { authorization: `Bearer ${engineerKey}` };
const bundle = "/v1/evidence/EVB-20260301-7K3M9Q2XW4HJ/bundle";

function get(path: string, more: Record<string, string> = {}): Promise<Response> {
  return fetch(server.url + path, { headers: { ...headers, ...more } });
}

test("a summary that says nothing new is 304, although its time is another; a new frame makes it 200", async () => {
  const tag = tagOf(await get("/v1/fleet/health-summary"));
  expect(tag).toMatch(/^W\/"/);
  const unchanged = await get("/v1/fleet/health-summary", { "if-none-match": `"other", ${tag}` });
  expect([unchanged.status, unchanged.headers.get("etag"), await unchanged.text()]).toEqual([304, tag, ""]);
  await fetch(`${server.url}/v1/telemetry/ingest`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(frameNumber(1)),
  });
  expect((await get("/v1/fleet/health-summary", { "if-none-match": tag })).status).toBe(200);
});

test("where the next page begins is not what a page says, but the end of what there is is", () => {
  const tagFor = (list: object) => taggedAnswer(list).headers?.["ETag"];
  const page = { data: [{ vehicle_id: "a" }], has_more: true, next_cursor: "one" };
  expect(tagFor({ ...page, next_cursor: "two" })).toBe(tagFor(page));
  expect(tagFor({ ...page, data: [] })).not.toBe(tagFor(page));
  const end = { ...page, has_more: false };
  expect(tagFor({ ...end, next_cursor: "two" })).not.toBe(tagFor(end));
});

test("a bundle is served as the bytes it is, for good, with their digest", async () => {
  const response = await get(bundle);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get("repr-digest")).toBe(
    `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`,
  );
  expect(response.headers.get("etag")).toMatch(/^"[^"]+"$/);
  expect(response.headers.get("cache-control")).toContain("immutable");
  expect((await get(bundle, { "if-none-match": tagOf(response) })).status).toBe(304);
  expect((await get(bundle, { "if-none-match": "*" })).status).toBe(304);
});

test("the frames behind a bundle are a file to keep", async () => {
  const response = await get(bundle.replace("bundle", "frames"));
  expect(response.headers.get("content-type")).toBe("application/x-ndjson");
  expect(response.headers.get("content-disposition")).toBe(
    'attachment; filename="EVB-20260301-7K3M9Q2XW4HJ.frames.ndjson"',
  );
  expect((await get(bundle.replace("bundle", "frames"), { accept: "application/json" })).status).toBe(406);
});

test("evidence that does not exist is 404, and what cannot be an id is a fault of the path", async () => {
  for (const id of ["EVB-20260301-000000000000", "EVB-1", "nonsense"]) {
    expect((await get(`/v1/evidence/${id}/bundle`)).status).toBe(404);
  }
  for (const id of ["a%2Fb", "..%2f..", "%C3%A9", "a%20b", "x".repeat(129)]) {
    const response = await get(`/v1/evidence/${id}/bundle`);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ parameter: "event_id" }] },
    ]);
  }
});

test("HEAD says what GET would, without the body", async () => {
  for (const path of ["/health", "/v1/vehicles", bundle, "/docs"]) {
    const got = await sendRaw(
      server.port,
      `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${engineerKey}\r\nConnection: close\r\n\r\n`,
    );
    const head = await sendRaw(
      server.port,
      `HEAD ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${engineerKey}\r\nConnection: close\r\n\r\n`,
    );
    const names = (text: string): readonly string[] =>
      [...text.slice(0, text.indexOf("\r\n\r\n")).matchAll(/^([\w-]+):/gm)].map(([, name = ""]) => name);
    expect(names(head)).toEqual(names(got));
    expect(head.split("\r\n\r\n")[1]).toBe("");
  }
});

test("the next page is linked with everything that was asked", async () => {
  const response = await get("/v1/vehicles?tier=CRITICAL&limit=2&cursor=old");
  expect(response.headers.get("link")).toBe(
    '</v1/vehicles?tier=CRITICAL&limit=2&cursor=next%2Bpage>; rel="next"',
  );
});

test("the request id and the trace come back; what is no id is replaced", async () => {
  const trace = "0af7651916cd43dd8448eb211c80319c";
  const kept = await get("/v1/none", {
    "x-request-id": "my:id-1",
    traceparent: `00-${trace}-b7ad6b7169203331-01`,
  });
  expect(kept.headers.get("x-request-id")).toBe("my:id-1");
  expect(kept.headers.get("traceparent")).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`));
  expect(await kept.json()).toMatchObject({ request_id: "my:id-1", instance: "/requests/my:id-1" });
  for (const id of ["a b", "x".repeat(129), "<script>"]) {
    const replaced = await get("/health", { "x-request-id": id });
    expect(replaced.headers.get("x-request-id")).toMatch(/^req_[0-9a-f]{24}$/);
  }
});

test.each([
  ["/v1/vehicles?limt=2", "limt", "limit"],
  ["/v1/vehicles?limit=2&limit=3", "limit", "once"],
  ["/v1/vehicles?limit=0", "limit", "1 to 1000"],
  ["/v1/vehicles?tier=CRITCAL", "tier", "CRITICAL"],
  ["/v1/fleet/queue?verbose=1", "verbose", "fleet_id"],
  ["/v1/evidence/EVB-20260301-7K3M9Q2XW4HJ/bundle?x", "x", "no query"],
  ["/health?verbose=1", "verbose", "no query"],
  ["/openapi.json?v=2", "v", "no query"],
])("%s is refused with a hint", async (path, parameter, hint) => {
  const response = await get(path);
  const problem: { readonly detail: string } = JSON.parse(await response.text());
  expect([response.status, problem]).toMatchObject([400, { errors: [{ parameter }] }]);
  expect(problem.detail).toContain(hint);
});

test("a body where none is taken is refused", async () => {
  const received = await sendRaw(
    server.port,
    `GET /v1/vehicles HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${engineerKey}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
  );
  expect(received).toMatch(/^HTTP\/1.1 400 /);
  expect(received).toContain("body_not_expected");
});

test("a fault of the service shows nothing of itself", async () => {
  const response = await fetch(`${server.url}/v1/vehicles/broken/baseline`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: '{"action":"learn","reason":"r"}',
  });
  const text = await response.text();
  expect([response.status, text.includes('"code":"internal"')]).toEqual([500, true]);
  expect(text).not.toMatch(/SELECT|\/var|\.ts/);
  expect(server.log.some(({ level, line }) => level === "error" && "err" in line)).toBe(true);
});

test("health is 503 with its reasons when nothing can be committed, and life goes on", async () => {
  server.application.ready = false;
  const health = await get("/v1/health");
  expect([health.status, await health.json()]).toMatchObject([
    503,
    { status: "unavailable", checks: { storage: "the disk is full" } },
  ]);
  expect(health.headers.get("retry-after")).not.toBeNull();
  expect([(await get("/readyz")).status, (await get("/livez")).status]).toEqual([503, 200]);
  server.application.ready = true;
  expect((await get("/readyz")).status).toBe(200);
});
