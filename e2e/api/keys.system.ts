import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { ApiKey, ApiKeyList, IssuedApiKey, Problem, RotatedApiKey } from "../../core/contract/types.ts";
import { administer, serve, type RunningService } from "../../server/main.ts";
import { runPlumbline } from "../service-process.ts";

let dataDir: string;
let service: RunningService;
let root: IssuedApiKey;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "plumbline-keys-api-"));
  root = await byOperator({ name: "root", grants: { preset: "admin" } });
  service = await begin();
});
afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true });
});

function begin(): Promise<RunningService> {
  return serve({ dataDir, port: 0, env: {}, logLevel: "silent" });
}

async function byOperator(asked: object): Promise<IssuedApiKey> {
  const administration = administer({ dataDir, env: {} });
  try {
    return await administration.createKey({
      organisation: "acme",
      name: "key",
      grants: { preset: "ingest" },
      ...asked,
    });
  } finally {
    administration.close();
  }
}

interface Asked {
  readonly by?: { readonly key: string };
  readonly body?: object;
  readonly idempotencyKey?: string;
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- whoever asks knows the shape of the answer
async function ask<T = Problem>(method: string, path: string, asked: Asked = {}) {
  const { by = root, body, idempotencyKey } = asked;
  const answer = await fetch(`${service.url}/v1/keys${path}`, {
    method,
    headers: {
      authorization: `Bearer ${by.key}`,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: JSON.parse(text) as T };
}

const make = async (body: object, by?: Asked["by"]) =>
  (await ask<IssuedApiKey>("POST", "", { body: { name: "made", ...body }, ...(by && { by }) })).body;
const self = (by: { readonly key: string }) => ask<ApiKey>("GET", "/self", { by });

test("a key made over the interface works at once, sees itself, and is refused as soon as it is revoked", async () => {
  const made = await make({ preset: "ingest", fleets: ["north"] });
  // When it was last used is written once a while, perhaps between the two answers.
  const { key: _key, last_used_at: _never, ...shown } = made;
  expect((await self(made)).body).toMatchObject({ ...shown, created_by: root.id });
  expect((await ask("GET", `/${made.id}`)).text).not.toContain(made.key);
  expect((await ask<ApiKey>("POST", `/${made.id}/revoke`)).body.status).toBe("revoked");
  expect((await self(made)).status).toBe(401);
});

test("a repeat gets the same key, after a restart too, and only for the key that asked", async () => {
  const asked = { body: { name: "once", preset: "ingest" }, idempotencyKey: "once" };
  const first = await ask<IssuedApiKey>("POST", "", asked);
  const twin = await make({ scopes: root.scopes });
  await service.stop();
  service = await begin();
  expect((await ask("POST", "", asked)).text).toBe(first.text);
  const other = await ask<IssuedApiKey>("POST", "", { ...asked, by: twin });
  expect(other.body.id).not.toBe(first.body.id);
});

test("of one creation asked for many times at once there is one key", async () => {
  const asked = { body: { name: "race", preset: "ingest" }, idempotencyKey: "race" };
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask("POST", "", asked)));
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  const list = (await ask<ApiKeyList>("GET", "?limit=1000")).body.data;
  expect(list.filter(({ name }) => name === "race")).toHaveLength(1);
});

test("both keys of a rotation work until the overlap is over", async () => {
  const old = await make({ preset: "ingest" });
  const fresh = (await ask<RotatedApiKey>("POST", `/${old.id}/rotate`)).body;
  expect([(await self(old)).status, (await self(fresh)).status]).toEqual([200, 200]);
  expect(Date.parse(fresh.previous.expires_at!) - Date.parse(fresh.created_at)).toBe(86_400_000);
  const last = (await ask<RotatedApiKey>("POST", `/${fresh.id}/rotate`, { body: { overlap_s: 0 } })).body;
  expect([(await self(fresh)).status, (await self(last)).status]).toEqual([401, 200]);
});

test("a manager limited to fleets makes, sees and ends keys of its fleets alone", async () => {
  const manager = await make({ scopes: ["keys:manage", "telemetry:write"], fleets: ["north", "east"] });
  const [beyond, within] = [
    await make({ preset: "ingest" }),
    await make({ preset: "ingest", fleets: ["east"] }),
  ];
  const list = (await ask<ApiKeyList>("GET", "", { by: manager })).body.data.map(({ id }) => id);
  expect(list).toEqual(expect.arrayContaining([manager.id, within.id]));
  expect(list).not.toContain(beyond.id);
  for (const path of [`/${beyond.id}/revoke`, `/${beyond.id}/rotate`, "/AAAAAAAAAA/revoke"]) {
    expect(await ask("POST", path, { by: manager })).toMatchObject({
      status: 404,
      body: { code: "key_not_found" },
    });
  }
  expect((await ask("GET", `/${beyond.id}`, { by: manager })).status).toBe(404);
  const tooMuch = { name: "x", preset: "ingest", fleets: ["west"] };
  expect(await ask("POST", "", { by: manager, body: tooMuch })).toMatchObject({
    status: 403,
    body: { code: "rights_exceeded" },
  });
  expect((await make({ preset: "ingest" }, manager)).fleets).toEqual(["north", "east"]);
});

test("another organisation's keys are not there", async () => {
  const foreign = await byOperator({ organisation: "umbrella", grants: { preset: "admin" } });
  for (const path of [`/${foreign.id}/revoke`, `/${foreign.id}/rotate`]) {
    expect((await ask("POST", path)).status).toBe(404);
  }
  expect((await ask<ApiKeyList>("GET", "", { by: foreign })).body.data).toHaveLength(1);
  expect((await self(foreign)).status).toBe(200);
});

test("pages of keys are all keys, each once", async () => {
  for (let n = 0; n < 5; n += 1) await make({ preset: "ingest" });
  const all = (await ask<ApiKeyList>("GET", "?limit=1000")).body.data.map(({ id }) => id);
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: ApiKeyList = (await ask<ApiKeyList>("GET", `?limit=2${cursor && `&cursor=${cursor}`}`)).body;
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(all);
});

test("the last key that manages keys stays, unless it is meant", async () => {
  const last = await byOperator({ organisation: "hooli", grants: { preset: "admin" } });
  expect(await ask("POST", `/${last.id}/revoke`, { by: last })).toMatchObject({
    status: 409,
    body: { code: "last_managing_key" },
  });
  const forced = await ask("POST", `/${last.id}/revoke`, { by: last, body: { force: true, reason: "over" } });
  expect(forced.status).toBe(200);
  expect((await self(last)).status).toBe(401);
});

test("the command line lists, rotates and revokes keys of a running service", async () => {
  const made = await make({ preset: "ingest" });
  const at = ["--url", service.url, "--key", root.key];
  const rotated = await runPlumbline(["keys", "rotate", made.id, "--json", ...at]);
  const fresh = JSON.parse(rotated.out) as RotatedApiKey;
  expect((await self(fresh)).status).toBe(200);
  expect(await runPlumbline(["keys", "revoke", fresh.id, ...at])).toMatchObject({ exitCode: 0 });
  expect((await self(fresh)).status).toBe(401);
  const listed = await runPlumbline(["keys", "list", "--json", ...at]);
  expect(JSON.parse(listed.out)).toContainEqual(expect.objectContaining({ id: fresh.id, status: "revoked" }));
  const refused = await runPlumbline(["keys", "revoke", "nobodys123", ...at]);
  expect(refused.exitCode).not.toBe(0);
});

test("a key revoked by the operator beside the running service is refused within a second", async () => {
  const made = await make({ preset: "ingest" });
  expect((await self(made)).status).toBe(200);
  expect(await runPlumbline(["keys", "revoke", made.id, "--data-dir", dataDir])).toMatchObject({
    exitCode: 0,
  });
  await expect.poll(async () => (await self(made)).status, { timeout: 2_000 }).toBe(401);
});

test("a signed-out session stays over for a copy of its cookie, over a restart; everywhere ends all of the key", async () => {
  const signIn = async (key: string) => {
    const headers = { authorization: `Bearer ${key}`, origin: service.url };
    const answer = await fetch(`${service.url}/session`, { method: "POST", headers });
    return answer.headers.get("set-cookie")!.split(";")[0]!;
  };
  const other = await byOperator({ name: "other", grants: { preset: "operator" } });
  const cookies = [await signIn(root.key), await signIn(root.key), await signIn(other.key)];
  const statuses = async () => {
    const asked = cookies.map((cookie) => fetch(`${service.url}/v1/keys/self`, { headers: { cookie } }));
    return (await Promise.all(asked)).map(({ status }) => status);
  };
  const signOut = async (query: string, cookie: string) => {
    const headers = { cookie, origin: service.url };
    expect((await fetch(`${service.url}/session${query}`, { method: "DELETE", headers })).status).toBe(204);
  };
  expect(await statuses()).toEqual([200, 200, 200]);
  await signOut("", cookies[0]!);
  expect(await statuses()).toEqual([401, 200, 200]);
  await service.stop();
  service = await begin();
  expect(await statuses()).toEqual([401, 200, 200]);
  await signOut("?everywhere=true", cookies[1]!);
  expect(await statuses()).toEqual([401, 401, 200]);
  // The keys are as they were, and open new sessions.
  cookies.push(await signIn(root.key));
  expect(await statuses()).toEqual([401, 401, 200, 200]);
});
