import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { canonicalText } from "../../core/encoding/canonical-json.ts";
import type { AuditList, AuditRecord, IssuedApiKey } from "../../core/contract/types.ts";
import { sha256Hex } from "../../server/app/sha256.ts";
import { administer } from "../../server/main.ts";
import { startServiceProcess, type ServiceProcess } from "../service-process.ts";

let dataDir: string;
let service: ServiceProcess;
let root: IssuedApiKey;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "plumbline-audit-api-"));
  root = await byOperator({ name: "root", grants: { preset: "admin" } });
  service = await begin();
});
afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true });
});

const begin = () => startServiceProcess({ dataDir, port: 0 });

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

async function ask(path: string, given: { readonly key?: string; readonly body?: object } = {}) {
  const { key = root.key, body } = given;
  const answer = await fetch(`${service.url}/v1${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

async function recordsOf(query: string): Promise<readonly AuditRecord[]> {
  return (JSON.parse((await ask(`/audit?limit=1000&${query}`)).text) as AuditList).data;
}

test("a change of keys is recorded with it, by interface and by command line, and survives the power switch", async () => {
  const made = JSON.parse(
    (await ask("/keys", { body: { name: "x", preset: "ingest" } })).text,
  ) as IssuedApiKey;
  await ask(`/keys/${made.id}/revoke`, { body: { reason: "the laptop was lost" } });
  await service.kill();
  service = await begin();
  const records = await recordsOf(`subject=${made.id}`);
  expect(records).toMatchObject([
    {
      action: "key.revoke",
      key_id: root.id,
      result: "done",
      reason: "the laptop was lost",
      client_address: "127.0.0.1",
    },
    { action: "key.create", key_id: root.id, result: "done", request_id: expect.stringMatching(/^req_/u) },
  ]);
  expect(await recordsOf(`subject=${root.id}`)).toMatchObject([
    { action: "key.create", key_id: null, request_id: null, client_address: null },
  ]);
});

test("a thousand refused requests are a thousand records, and no key is in any of them", async () => {
  const weak = await byOperator({ name: "weak" });
  for (let n = 0; n < 20; n += 1) {
    await Promise.all(Array.from({ length: 50 }, () => ask("/vehicles", { key: weak.key })));
  }
  await expect
    .poll(async () => (await recordsOf(`key_id=${weak.id}&action=authorise`)).length, { timeout: 10_000 })
    .toBe(1_000);
  const all = await ask("/audit?limit=1000");
  expect(all.text).not.toContain(weak.key.slice(22));
  expect(service.said()).not.toContain(weak.key.slice(22));
});

test("an expired and a revoked key are its organisation's to see; guesses are not", async () => {
  const ended = await byOperator({ name: "ended" });
  expect((await ask("/vehicles", { key: ended.key })).status).toBe(403);
  await ask(`/keys/${ended.id}/revoke`, { body: {} });
  expect((await ask("/vehicles", { key: ended.key })).status).toBe(401);
  await expect
    .poll(() => recordsOf(`key_id=${ended.id}&action=authenticate`))
    .toMatchObject([{ code: "api_key_invalid", reason: "revoked", organisation: "acme" }]);
});

test("the log exported page by page is a chain that anybody can check", async () => {
  const records: AuditRecord[] = [];
  for (let path = "/audit?limit=100"; path !== "";) {
    const answer = await fetch(`${service.url}/v1${path}`, {
      headers: { authorization: `Bearer ${root.key}`, accept: "application/x-ndjson" },
    });
    const lines = (await answer.text()).trimEnd().split("\n");
    records.push(...lines.map((line) => JSON.parse(line) as AuditRecord));
    path = /<\/v1([^>]*)>; rel="next"/u.exec(answer.headers.get("link") ?? "")?.[1] ?? "";
  }
  expect(records.length).toBeGreaterThan(1_000);
  for (const [at, { digest, ...rest }] of records.entries()) {
    expect(sha256Hex(canonicalText(rest))).toBe(digest);
    if (at > 0) expect(records[at - 1]!.prev).toBe(digest);
  }
  expect(records.at(-1)!.seq).toBe(1);
});

test("another organisation sees its own log, and a key limited to fleets sees none", async () => {
  const foreign = await byOperator({ organisation: "umbrella", grants: { preset: "auditor" } });
  const theirs = JSON.parse((await ask("/audit", { key: foreign.key })).text) as AuditList;
  expect(theirs.data).toMatchObject([{ organisation: "umbrella", subject: foreign.id, seq: 1 }]);
  const limited = await byOperator({ grants: { preset: "auditor" }, fleets: ["north"] });
  const refused = await ask("/audit", { key: limited.key });
  expect([refused.status, (JSON.parse(refused.text) as { code: string }).code]).toEqual([
    403,
    "fleet_not_allowed",
  ]);
});
