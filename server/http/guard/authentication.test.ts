import { afterAll, beforeAll, expect, test } from "vitest";

import { type Scope, formatApiKey, scopePresets, scopes } from "../../../core/contract/api-key.ts";
import { operations } from "../../../core/contract/openapi/operations.ts";
import type { Application } from "../../app/application.ts";
import { ApplicationForTests } from "../application-for-tests.ts";
import { Authentication, type Peer } from "./authentication.ts";
import { BrowserSessions } from "./browser-sessions.ts";
import { type ServerForTests, engineerKey, keyNamed, sendRaw, startServer } from "../server-for-tests.ts";

let server: ServerForTests;
beforeAll(async () => {
  server = await startServer({ failedKeysPerMinute: 1_000_000 });
  for (const scope of scopes) {
    server.application.keys.set(keyOfScope(scope), {
      organisation: "org",
      keyId: scope,
      scopes: [scope],
      fleets: null,
    });
  }
});
afterAll(() => server.stop());

function keyOfScope(scope: Scope): string {
  return keyNamed(scope.replace(":", "").slice(0, 10));
}

async function ask(
  authorization: string | undefined,
  path = "/v1/vehicles",
): Promise<{ status: number; text: string; challenge: string | null }> {
  const response = await fetch(
    server.url + path,
    authorization === undefined ? {} : { headers: { authorization } },
  );
  return {
    status: response.status,
    text: await response.text(),
    challenge: response.headers.get("www-authenticate"),
  };
}

test("no key: 401 with a plain challenge", async () => {
  const { status, text, challenge } = await ask(undefined);
  expect([status, challenge]).toEqual([401, 'Bearer realm="plumbline"']);
  expect(text).toContain('"code":"api_key_missing"');
});

const good = engineerKey;
test.each([
  ["another scheme", `Basic ${good}`],
  ["no scheme", good],
  ["nothing after the scheme", "Bearer "],
  ["a list", `Bearer ${good}, Bearer ${good}`],
  ["a checksum that is off", `Bearer ${good.slice(0, -1)}${good.endsWith("0") ? "1" : "0"}`],
  ["a character too many", `Bearer ${good}0`],
  ["a character too few", `Bearer ${good.slice(0, -1)}`],
  ["upper case", `Bearer ${good.toUpperCase()}`],
  ["another prefix", `Bearer ${good.replace("plumb_", "blump_")}`],
  ["a quoted key", `Bearer "${good}"`],
  ["a tab", `Bearer\t${good}`],
  ["a very long key", `Bearer ${"a".repeat(8_000)}`],
  ["odd characters", "Bearer ../../etc/passwd"],
])("%s: 401 malformed, without a look-up", async (_what, authorization) => {
  server.application.lookups.length = 0;
  const { status, text, challenge } = await ask(authorization);
  expect(status).toBe(401);
  expect(text).toContain('"code":"api_key_malformed"');
  expect(challenge).toContain('error="invalid_token"');
  expect(server.application.lookups).toEqual([]);
});

test("an empty key is reported as empty, with where it usually comes from", async () => {
  expect((await ask("Bearer ")).text).toContain("is empty: is NADIR_API_KEY set?");
});

test("a key that is not known learns nothing more", async () => {
  const unknown = formatApiKey({ mode: "live", publicId: "a".repeat(10), secret: "b".repeat(32) });
  const { status, text } = await ask(`Bearer ${unknown}`);
  expect(status).toBe(401);
  expect(text).toContain('"code":"api_key_invalid"');
  expect(text).not.toContain("aaaaaaaaaa");
});

test("the scheme's case and blanks do not matter; a key in the query or another header is none", async () => {
  expect((await ask(`bEARER   ${good}`)).status).toBe(200);
  expect((await ask(undefined, `/v1/vehicles?api_key=${good}`)).status).toBe(401);
  const header = await sendRaw(
    server.port,
    `GET /v1/vehicles HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${good}\r\nConnection: close\r\n\r\n`,
  );
  expect(header).toMatch(/^HTTP\/1.1 401 /);
});

const keyed = operations.filter(({ access }) => access !== "public");

test.each(scopes)(
  "a key with the scope %s alone may do what asks for it, and nothing else",
  async (scope) => {
    await Promise.all(keyed.map((operation) => tryScope(operation, scope)));
  },
);

async function tryScope({ operationId, method, path, access }: (typeof keyed)[number], scope: Scope) {
  const asked = path.replace("{vehicle_id}", "veh").replace("{event_id}", "EVB-20260301-7K3M9Q2XW4HJ");
  const response = await fetch(server.url + asked, {
    method,
    headers: {
      authorization: `Bearer ${keyOfScope(scope)}`,
      "content-type": "application/json",
      // Where there is a stream that stays open, too, an answer that ends is asked for.
      accept: "application/json, */*;q=0.1",
    },
    ...(method !== "GET" && { body: "{" }),
  });
  const text = await response.text();
  const isAllowed = [scope, "key"].includes(access) || scope === "admin";
  if (isAllowed) expect.soft(response.status, `${operationId}: ${text}`).not.toBe(403);
  else {
    const challenge = response.headers.get("www-authenticate");
    expect
      .soft([response.status, text.includes('"insufficient_scope"'), challenge], operationId)
      .toEqual([403, true, expect.stringContaining(`scope="${access}"`)]);
  }
}

test("an insurer reads evidence and nothing else", async () => {
  expect(scopePresets.insurer).toEqual(["evidence:read"]);
  const insurer = `Bearer ${keyNamed("insurer")}`;
  expect((await ask(insurer, "/v1/evidence")).status).toBe(200);
  expect((await ask(insurer, "/v1/vehicles")).status).toBe(403);
});

test("an address that fails too often waits, and a good key from there still passes", async () => {
  const strict = await startServer({ failedKeysPerMinute: 5 });
  const statuses = [];
  for (let n = 0; n < 7; n += 1) statuses.push((await fetch(`${strict.url}/v1/vehicles`)).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  const waiting = await fetch(`${strict.url}/v1/vehicles`);
  expect(Number(waiting.headers.get("retry-after"))).toBeGreaterThan(0);
  const headers = { authorization: `Bearer ${engineerKey}` };
  expect((await fetch(`${strict.url}/v1/vehicles`, { headers })).status).toBe(200);
  await strict.stop();
});

const noSessions = new BrowserSessions(new Uint8Array(32), {
  nowUs: () => 0,
  register: new ApplicationForTests(),
});

function gateOf(identify: Application["identify"]): Pick<Application, "identify" | "noteAudit"> {
  return { identify, noteAudit: () => undefined };
}

const forwardingHeaders = (
  "forwarded x-forwarded x-forwarded-for x-forwarded-host x-forwarded-proto x-forwarded-port x-forwarded-server " +
  "x-forwarded-prefix x-forwarded-ssl x-forwarded-client-cert x-original-forwarded-for x-real-ip x-client-ip client-ip " +
  "x-cluster-client-ip true-client-ip cf-connecting-ip cf-connecting-ipv6 cf-ray cf-visitor fastly-client-ip fly-client-ip " +
  "via cdn-loop x-envoy-external-address x-amzn-trace-id x-azure-clientip x-appengine-user-ip x-original-host x-original-url " +
  "x-remote-addr x-remote-ip x-originating-ip x-proxyuser-ip wl-proxy-client-ip proxy-client-ip x-scheme x-varnish ngrok-trace-id"
).split(" ");

test.each(forwardingHeaders)("the development key is refused behind a proxy that adds %s", async (name) => {
  const seen: boolean[] = [];
  const authentication = new Authentication(
    gateOf(async (_apiKey, { isLoopback }) => {
      seen.push(isLoopback);
      return null;
    }),
    { sessions: noSessions, failedKeysPerMinute: 10, nowMs: () => 0 },
  );
  const headers = { host: "127.0.0.1:8000", authorization: "Bearer plumb_dev_local", [name]: "1" };
  await expect(
    authentication.identify({ address: "127.0.0.1", method: "GET", headers, requestId: "req" }),
  ).rejects.toThrow();
  expect(seen).toEqual([false]);
});

test("what browsers, curl and our own client send does not make a caller distant", async () => {
  const own =
    "accept accept-encoding accept-language cache-control connection content-length content-type cookie dnt expect " +
    "idempotency-key if-none-match origin pragma priority referer sec-ch-ua sec-ch-ua-mobile sec-ch-ua-platform sec-fetch-dest " +
    "sec-fetch-mode sec-fetch-site sec-fetch-user te traceparent tracestate transfer-encoding upgrade-insecure-requests user-agent x-request-id";
  const seen: boolean[] = [];
  const authentication = new Authentication(
    gateOf(async (_apiKey, { isLoopback }) => {
      seen.push(isLoopback);
      return { organisation: "development", keyId: "development", scopes: [], fleets: null };
    }),
    { sessions: noSessions, failedKeysPerMinute: 10, nowMs: () => 0 },
  );
  const headers = Object.fromEntries(own.split(" ").map((name) => [name, "1"]));
  await authentication.identify({
    address: "127.0.0.1",
    method: "GET",
    requestId: "req",
    headers: { ...headers, authorization: "Bearer plumb_dev_local" },
  });
  expect(seen).toEqual([true]);
});

test.each([
  ["this machine", { address: "127.0.0.1", headers: { host: "127.0.0.1:8000" } }, true],
  ["this machine by name", { address: "::ffff:127.0.0.1", headers: { host: "localhost:8000" } }, true],
  ["this machine over IPv6", { address: "::1", headers: { host: "[::1]:8000" } }, true],
  ["another machine", { address: "10.0.0.7", headers: { host: "127.0.0.1:8000" } }, false],
  [
    "a proxy on this machine",
    { address: "127.0.0.1", headers: { host: "localhost", "x-forwarded-for": "10.0.0.7" } },
    false,
  ],
  [
    "a proxy that names itself",
    { address: "127.0.0.1", headers: { host: "localhost", forwarded: "for=10.0.0.7" } },
    false,
  ],
  ["a name made to point here", { address: "127.0.0.1", headers: { host: "evil.example:8000" } }, false],
] as const satisfies readonly (readonly [string, Omit<Peer, "requestId" | "method">, boolean])[])(
  "the development key is offered as local: %s",
  async (_where, peer, isLoopback) => {
    const seen: boolean[] = [];
    const authentication = new Authentication(
      gateOf(async (_apiKey, given) => {
        seen.push(given.isLoopback);
        return { organisation: "development", keyId: "development", scopes: [], fleets: null };
      }),
      { sessions: noSessions, failedKeysPerMinute: 10, nowMs: () => 0 },
    );
    await authentication.identify({
      ...peer,
      method: "GET",
      requestId: "req",
      headers: { ...peer.headers, authorization: "Bearer plumb_dev_local" },
    });
    expect(seen).toEqual([isLoopback]);
  },
);

test("no key ever reaches the log", async () => {
  await ask(`Bearer ${good}`);
  await ask(`Bearer ${good}`, "/v1/vehicles?limit=x");
  await ask(`Bearer ${good}x`);
  const log = JSON.stringify(server.log);
  expect(log).toContain('"keyId":"engineer"');
  expect(log).not.toContain(good.slice(12));
});
