import { afterAll, beforeAll, expect, test } from "vitest";

import { Refusal } from "../../../core/contract/refusal.ts";
import { developmentApiKey } from "../../../core/contract/api-key.ts";
import { ApplicationForTests } from "../application-for-tests.ts";
import { engineerKey, keyNamed, type ServerForTests, startServer } from "../server-for-tests.ts";
import { BrowserSessions, sessionLastsS } from "./browser-sessions.ts";

let server: ServerForTests;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const secret = new Uint8Array(32).fill(7);
const host = { host: "127.0.0.1:8000" };
const reading = { method: "GET", headers: host };

function sessionsAt(nowUs: () => number, installationSecret = secret): BrowserSessions {
  return new BrowserSessions(installationSecret, { nowUs, register: new ApplicationForTests() });
}

/** What a browser sends back of a Set-Cookie. */
function cookieOf(setCookie: string): { readonly cookie: string } {
  return { cookie: setCookie.slice(0, setCookie.indexOf(";")) };
}

async function signIn(key = engineerKey) {
  const answer = await fetch(`${server.url}/session`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, origin: server.url },
  });
  return { answer, setCookie: answer.headers.get("set-cookie") };
}

test("a key signs a browser in, and the cookie alone then opens what the key opens", async () => {
  const { answer, setCookie } = await signIn();
  expect(answer.status).toBe(204);
  expect(setCookie).toMatch(
    /^plumbline_[0-9a-f]{8}=[^;]+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
  );
  expect(setCookie).not.toContain(engineerKey);
  const headers = cookieOf(setCookie!);
  expect((await fetch(`${server.url}/v1/vehicles`, { headers })).status).toBe(200);

  const own = await fetch(`${server.url}/session`, {
    method: "DELETE",
    headers: { ...headers, origin: server.url },
  });
  expect([own.status, own.headers.get("set-cookie")]).toEqual([204, expect.stringContaining("Max-Age=0")]);
});

test("a page can ask whether it is signed in without an error in the browser's console", async () => {
  const ask = async (headers: Record<string, string>) =>
    (await fetch(`${server.url}/session/state`, { headers })).json();
  expect(await ask({})).toEqual({ is_open: false });
  expect(await ask(cookieOf((await signIn()).setCookie!))).toEqual({ is_open: true });
});

test("a key that is none signs nobody in", async () => {
  const { answer, setCookie } = await signIn(keyNamed("nobody"));
  expect([answer.status, setCookie]).toEqual([401, null]);
});

test("signing in is in the audit log, with the key", async () => {
  await signIn(keyNamed("insurer"));
  expect(server.application.audit).toContainEqual(
    expect.objectContaining({ action: "session.begin", keyId: "insurer", result: "done" }),
  );
});

test("a header that is sent counts, not the cookie beside it", async () => {
  const { setCookie } = await signIn();
  const headers = { ...cookieOf(setCookie!), authorization: `Bearer ${keyNamed("insurer")}` };
  expect((await fetch(`${server.url}/v1/vehicles`, { headers })).status).toBe(403);
});

test("when the key is revoked its sessions are over: 401, and the cookie goes", async () => {
  const key = keyNamed("leaving");
  server.application.keys.set(key, {
    organisation: "org",
    keyId: "leaving",
    scopes: ["fleet:read"],
    fleets: null,
  });
  const { setCookie } = await signIn(key);
  server.application.keys.delete(key);
  const answer = await fetch(`${server.url}/v1/vehicles`, { headers: cookieOf(setCookie!) });
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([
    401,
    expect.stringContaining("Max-Age=0"),
  ]);
});

test.each([
  ["another site's page", { "sec-fetch-site": "cross-site" }, "GET", false],
  ["a page of another port or subdomain", { "sec-fetch-site": "same-site" }, "GET", false],
  ["our own page", { "sec-fetch-site": "same-origin" }, "POST", true],
  ["an address typed in", { "sec-fetch-site": "none" }, "GET", true],
  ["a form opened by nobody", { "sec-fetch-site": "none" }, "POST", false],
  ["an older browser that reads", {}, "GET", true],
  ["an older browser that writes and names no origin", {}, "POST", false],
  ["an older browser that writes from here", { origin: "http://127.0.0.1:8000" }, "DELETE", true],
  ["an older browser that writes from elsewhere", { origin: "http://127.0.0.1:8001" }, "POST", false],
  ["a sandboxed page", { origin: "null" }, "POST", false],
])("%s", async (_what, headers, method, isTaken) => {
  const sessions = sessionsAt(() => 0);
  const cookie = cookieOf(await sessions.begin({ apiKey: engineerKey, keyId: "k" }, reading));
  const key = await sessions.keyOf({ method, headers: { ...host, ...headers, ...cookie } });
  expect(key).toBe(isTaken ? engineerKey : null);
});

test("a session ends after a week, and never begins elsewhere or with a changed cookie", async () => {
  let nowUs = 1_000_000;
  const sessions = sessionsAt(() => nowUs);
  const headers = cookieOf(await sessions.begin({ apiKey: engineerKey, keyId: "k" }, reading));
  const asked = { method: "GET", headers };
  expect(await sessions.keyOf(asked)).toBe(engineerKey);
  const other = sessionsAt(() => nowUs, new Uint8Array(32).fill(8));
  expect(await other.keyOf(asked)).toBeNull();
  const renamed = {
    method: "GET",
    headers: {
      cookie: headers.cookie.replace(
        /^[^=]+/,
        cookieOf(await other.begin({ apiKey: "x", keyId: "k" }, reading)).cookie.split("=")[0]!,
      ),
    },
  };
  expect(await other.keyOf(renamed)).toBeNull();
  expect(
    await sessions.keyOf({ method: "GET", headers: { cookie: `${headers.cookie.slice(0, -8)}AAAAAAA=` } }),
  ).toBeNull();
  nowUs += sessionLastsS * 1_000_000;
  expect(await sessions.keyOf(asked)).toBeNull();
});

test("over TLS the cookie never goes out in the open", async () => {
  const sessions = sessionsAt(() => 0);
  const setCookie = await sessions.begin(
    { apiKey: developmentApiKey, keyId: "k" },
    {
      method: "POST",
      headers: { origin: "https://fleet.example" },
    },
  );
  expect(setCookie).toMatch(/^__Host-plumbline_[0-9a-f]{8}=[^;]+; Path=\/; .*; Secure$/);
  const request = { method: "GET", headers: cookieOf(setCookie) };
  expect(await sessions.keyOf(request)).toBe(developmentApiKey);
  expect(sessions.end(request)).toMatch(/^__Host-.*Max-Age=0;.*; Secure$/);
});

test("what another host of the domain set under the plain name signs nobody in over TLS, nor keeps anybody out", async () => {
  const sessions = sessionsAt(() => 0);
  const secure = { method: "POST", headers: { origin: "https://fleet.example" } };
  const own = cookieOf(await sessions.begin({ apiKey: developmentApiKey, keyId: "k" }, secure)).cookie;
  const tossed = own.replace("__Host-", "");
  expect(await sessions.keyOf({ method: "GET", headers: { cookie: tossed } })).toBeNull();
  expect(await sessions.keyOf({ method: "GET", headers: { cookie: `${tossed}; ${own}` } })).toBe(
    developmentApiKey,
  );
});

test.each([
  ["this session alone", "", "session", [401, 200, 200]],
  ["every session of the key, and of no other", "?everywhere=true", null, [401, 401, 200]],
])("signing out ends %s, also for a copy of its cookie", async (_what, query, ends, statuses) => {
  server.application.signOuts.length = 0;
  const cookies: Readonly<Record<string, string>>[] = [];
  for (const key of [engineerKey, engineerKey, keyNamed("operator")])
    cookies.push(cookieOf((await signIn(key)).setCookie!));
  const headers = { ...cookies[0], origin: server.url };
  const answer = await fetch(`${server.url}/session${query}`, { method: "DELETE", headers });
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([
    204,
    expect.stringContaining("Max-Age=0"),
  ]);
  const asked = cookies.map((cookie) => fetch(`${server.url}/v1/vehicles`, { headers: cookie }));
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(statuses);
  expect(server.application.signOuts).toHaveLength(1);
  expect(server.application.signOuts[0]!.session === null).toBe(ends === null);
  expect(server.application.audit).toContainEqual(
    expect.objectContaining({ action: "session.end", result: "done" }),
  );
  // A new session begins in the new generation.
  const again = cookieOf((await signIn()).setCookie!);
  expect((await fetch(`${server.url}/v1/vehicles`, { headers: again })).status).toBe(200);
});

test("where a sign-out cannot be stored the browser forgets its cookie, and the answer says that copies count on", async () => {
  const cookie = cookieOf((await signIn()).setCookie!);
  server.application.beforeWrite = () =>
    Promise.reject(new Refusal("storage_unavailable", "The disk is full."));
  const headers = { ...cookie, origin: server.url };
  const answer = await fetch(`${server.url}/session`, { method: "DELETE", headers });
  server.application.beforeWrite = async () => {};
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([
    503,
    expect.stringContaining("Max-Age=0"),
  ]);
  expect((await fetch(`${server.url}/v1/vehicles`, { headers: cookie })).status).toBe(200);
});
