import { afterAll, beforeAll, expect, test } from "vitest";

import { keyNamed, startServer, type ServerForTests } from "../server-for-tests.ts";

let server: ServerForTests;
beforeAll(async () => {
  server = await startServer();
  server.application.keys.set(keyNamed("other"), {
    organisation: "org",
    keyId: "other",
    scopes: ["admin"],
    fleets: null,
  });
});
afterAll(() => server.stop());

function ask(
  path: string,
  given: {
    readonly key?: string;
    readonly body?: object;
    readonly idempotencyKey?: string;
    readonly method?: string;
  } = {},
): Promise<Response> {
  const { key = "admin", body, idempotencyKey, method = body === undefined ? "GET" : "POST" } = given;
  return fetch(`${server.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${keyNamed(key)}`,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

const gateway = { name: "gateway", preset: "ingest" };

test("the repeat of a creation shows the key again, byte for byte, to the key that asked", async () => {
  const first = await ask("/v1/keys", { body: gateway, idempotencyKey: "mine" });
  const repeat = await ask("/v1/keys", { body: gateway, idempotencyKey: "mine" });
  expect(repeat.headers.get("idempotent-replayed")).toBe("true");
  expect(await repeat.text()).toBe(await first.text());
});

test("another key of the same rights and the same Idempotency-Key gets a key of its own, not that one", async () => {
  const mine = await ask("/v1/keys", { body: gateway, idempotencyKey: "shared" });
  const theirs = await ask("/v1/keys", { key: "other", body: gateway, idempotencyKey: "shared" });
  expect(theirs.headers.get("idempotent-replayed")).toBeNull();
  expect(await theirs.json()).not.toEqual(await mine.json());
});

test("what is kept for repeats does not hold the key", async () => {
  for (const path of ["/v1/keys", "/v1/keys/3fK8zQ1mWd/rotate"]) {
    const body = path === "/v1/keys" ? gateway : { overlap_s: 0 };
    const answer = await ask(path, { body, idempotencyKey: "kept" });
    expect(await answer.text()).toContain("plumb_live_");
  }
  const kept = [...server.application.answers.values()].map(({ answer }) => "body" in answer && answer.body);
  expect(kept.length).toBeGreaterThan(1);
  for (const body of kept)
    expect(Buffer.from(String(body), "base64").toString("latin1")).not.toContain("plumb_");
  expect(JSON.stringify([...server.application.answers])).not.toContain("plumb_live_");
});

test("another request under the same Idempotency-Key is refused", async () => {
  await ask("/v1/keys", { body: gateway, idempotencyKey: "reused" });
  const other = await ask("/v1/keys", { body: { ...gateway, name: "x" }, idempotencyKey: "reused" });
  expect(other.status).toBe(422);
});

test.each([
  ["neither preset nor scopes", { name: "x" }, "member_missing"],
  ["both", { name: "x", preset: "ingest", scopes: ["fleet:read"] }, "not_allowed"],
  ["a scope there is not", { name: "x", scopes: ["fleet:write"] }, "not_allowed"],
  ["a name of spaces", { name: " ", preset: "ingest" }, "wrong_format"],
  ["no fleet at all", { name: "x", preset: "ingest", fleets: [] }, "wrong_length"],
  [
    "a day that is not",
    { name: "x", preset: "ingest", expires_at: "2027-02-30T00:00:00Z" },
    "timestamp_invalid",
  ],
  [
    "an end after all times",
    { name: "x", preset: "ingest", expires_at: "2200-01-01T00:00:00Z" },
    "out_of_range",
  ],
  ["an unknown member", { name: "x", preset: "ingest", org: "umbrella" }, "member_unknown"],
])("a key with %s is not made", async (_what, body, code) => {
  const before = server.application.keyChanges.length;
  const answer = await ask("/v1/keys", { body });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([422, code]);
  expect(server.application.keyChanges).toHaveLength(before);
});

test("rotation and revocation do without a body", async () => {
  expect((await ask("/v1/keys/3fK8zQ1mWd/rotate", { method: "POST" })).status).toBe(200);
  expect(server.application.keyChanges.at(-1)).toEqual({
    publicId: "3fK8zQ1mWd",
    overlapUs: 86_400_000_000,
    expiresAtUs: undefined,
  });
  expect((await ask("/v1/keys/3fK8zQ1mWd/revoke", { method: "POST" })).status).toBe(200);
  expect(server.application.keyChanges.at(-1)).toEqual({
    publicId: "3fK8zQ1mWd",
    force: false,
    cascade: false,
  });
  await ask("/v1/keys/3fK8zQ1mWd/revoke", { body: { force: true, reason: "lost" } });
  expect(server.application.keyChanges.at(-1)).toMatchObject({ force: true });
});

test("any key may see itself; the others only one that manages keys", async () => {
  expect(await (await ask("/v1/keys/self", { key: "ingest" })).json()).toEqual({ id: "ingest" });
  for (const path of ["/v1/keys", "/v1/keys/3fK8zQ1mWd"]) {
    expect((await ask(path, { key: "engineer" })).status).toBe(403);
    expect((await ask(path)).status).toBe(200);
  }
});

test("what is no key's id is malformed, and a key that is not there is not found", async () => {
  expect((await ask("/v1/keys/short")).status).toBe(404);
  expect((await ask("/v1/keys/AAAAAAAAAA")).status).toBe(404);
});

test("a list links to its next page, and is not sent again unchanged", async () => {
  const list = await ask("/v1/keys?limit=1");
  expect(list.headers.get("link")).toBe('</v1/keys?limit=1&cursor=next%2Bpage>; rel="next"');
  const headers = {
    authorization: `Bearer ${keyNamed("admin")}`,
    "if-none-match": list.headers.get("etag") ?? "",
  };
  expect((await fetch(`${server.url}/v1/keys?limit=1`, { headers })).status).toBe(304);
});
