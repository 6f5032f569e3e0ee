import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import {
  type ServerForTests,
  engineerKey,
  frameNumber,
  keyNamed,
  sendRaw,
  startServer,
} from "./server-for-tests.ts";

let server: ServerForTests;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.queueAgeMs = 0;
});

/** Every stage a request passes, as a fault that stage finds. Of many faults the answer reports the first. */
interface Faults {
  readonly framing?: boolean;
  readonly route?: boolean;
  readonly key?: "missing" | "malformed" | "unknown";
  readonly method?: boolean;
  readonly scope?: boolean;
  readonly overload?: boolean;
  readonly query?: boolean;
  readonly accept?: boolean;
  readonly mediaType?: boolean;
  readonly coding?: boolean;
  readonly length?: boolean;
  readonly body?: "syntax" | "duplicate" | "deep" | "schema" | "physics";
}

function requestWith(faults: Faults): string {
  const apiKey = keyWith(faults);
  const body = bodyWith(faults.body);
  const path = faults.route ? "/v1/telemetry/ingestion" : "/v1/telemetry/ingest";
  return [
    `${faults.method ? "DELETE" : "POST"} ${path}${faults.query ? "?on_eror=abort" : ""} HTTP/1.1`,
    "Host: a.example",
    ...(faults.framing ? ["Host: b.example"] : []),
    ...(apiKey === null ? [] : [`Authorization: Bearer ${apiKey}`]),
    ...(faults.accept ? ["Accept: text/html"] : []),
    `Content-Type: ${faults.mediaType ? "text/plain" : "application/json"}`,
    ...(faults.coding ? ["Content-Encoding: lzma"] : []),
    `Content-Length: ${faults.length ? 99_999_999 : body.length}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}

function keyWith({ key, scope }: Faults): string | null {
  if (key === undefined) return scope ? keyNamed("auditor") : engineerKey;
  return { missing: null, malformed: "plumb_live_x", unknown: keyNamed("nobody") }[key];
}

function bodyWith(fault: Faults["body"]): string {
  switch (fault) {
    case "syntax":
      return "{";
    case "duplicate":
      return '{"vehicle_id":"a","vehicle_id":"b"}';
    case "deep":
      return `{"metadata":${"[".repeat(40)}${"]".repeat(40)}}`;
    case "schema":
      return JSON.stringify(frameNumber(1, { vehicle_id: "-" }));
    case "physics":
      return JSON.stringify(
        frameNumber(1, { sensors: { camera_rotation_matrix: [2, 0, 0, 0, 2, 0, 0, 0, 2] } }),
      );
    case undefined:
      return JSON.stringify(frameNumber(1));
  }
}

const stages: readonly (readonly [Faults, number, string])[] = [
  [{ framing: true }, 400, "header_invalid"],
  [{ key: "missing" }, 401, "api_key_missing"],
  [{ key: "malformed" }, 401, "api_key_malformed"],
  [{ key: "unknown" }, 401, "api_key_invalid"],
  [{ route: true }, 404, "route_not_found"],
  [{ method: true }, 405, "method_not_allowed"],
  [{ scope: true }, 403, "insufficient_scope"],
  [{ overload: true }, 503, "overloaded"],
  [{ query: true }, 400, "query_parameter_unknown"],
  [{ accept: true }, 406, "not_acceptable"],
  [{ mediaType: true }, 415, "media_type_unsupported"],
  [{ coding: true }, 415, "content_coding_unsupported"],
  [{ length: true }, 413, "body_too_large"],
  [{ body: "syntax" }, 400, "json_syntax"],
  [{ body: "duplicate" }, 400, "duplicate_member"],
  [{ body: "deep" }, 400, "too_deep"],
  [{ body: "schema" }, 422, "wrong_format"],
  [{ body: "physics" }, 422, "rotation_matrix_invalid"],
];

test.each(stages.map(([faults, status, code], at) => [code, { faults, status, at }] as const))(
  "%s is reported before every later fault",
  async (code, { faults, status, at }) => {
    const later = stages.slice(at + 1).map(([fault]) => fault);
    const all: Faults = Object.assign({}, ...later);
    for (const fault of [{}, ...later, all]) {
      server.queueAgeMs = fault.overload || faults.overload ? 1_000 : 0;
      const request = requestWith({ ...fault, ...faults });
      const received = await sendRaw(server.port, request, { isHalfOpen: true });
      expect(received, request).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(received, request).toContain(`"code":"${code}"`);
    }
    expect(server.application.frames).toEqual([]);
  },
);

test("an anonymous caller's body is never parsed and its key never looked up", async () => {
  server.application.lookups.length = 0;
  const bomb = requestWith({ key: "malformed", body: "deep" });
  expect(await sendRaw(server.port, bomb)).toContain("api_key_malformed");
  expect(server.application.lookups).toEqual([]);
});

test("a path that does not exist is 401 without a key under /v1 and 404 elsewhere", async () => {
  expect((await fetch(`${server.url}/v1/none`)).status).toBe(401);
  expect((await fetch(`${server.url}/v1`)).status).toBe(401);
  expect((await fetch(`${server.url}/v10/none`)).status).toBe(404);
  expect((await fetch(`${server.url}/none`)).status).toBe(404);
});

test("405 names the methods of the path", async () => {
  const headers = { authorization: `Bearer ${engineerKey}` };
  const wrong = await fetch(`${server.url}/v1/vehicles`, { method: "PATCH", headers });
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  const post = await fetch(`${server.url}/v1/score/residual`, { headers });
  expect([post.status, post.headers.get("allow")]).toEqual([405, "POST"]);
});

test.each(["TRACE", "OPTIONS", "PROPFIND", "QUERY", "CONNECT"])(
  "%s is answered by nothing",
  async (method) => {
    const target = method === "CONNECT" ? "a.example:80" : "/health";
    const received = await sendRaw(
      server.port,
      `${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    );
    expect(received).toMatch(/^HTTP\/1.1 (405|400) /);
    expect(received.toLowerCase()).not.toContain("access-control-");
  },
);

test("health answers however busy the server is", async () => {
  const busy = await startServer({ requestsInFlight: 1 });
  let release = (): void => {};
  busy.application.beforeWrite = () => new Promise((resolve) => (release = resolve));
  const headers = { authorization: `Bearer ${engineerKey}`, "content-type": "application/json" };
  const first = fetch(`${busy.url}/v1/score/residual`, {
    method: "POST",
    headers,
    body: JSON.stringify(frameNumber(1)),
  });
  await expect.poll(async () => (await fetch(`${busy.url}/v1/vehicles`, { headers })).status).toBe(503);
  expect((await fetch(`${busy.url}/health`)).status).toBe(200);
  release();
  expect((await first).status).toBe(200);
  await busy.stop();
});
