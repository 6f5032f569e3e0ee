import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import type { StoredApiKey } from "../../../app/ports/reading/api-key-reader.ts";
import { apiKeyForTests } from "../../../keys-for-tests.ts";
import { openDatabase, openForReading } from "../open-database.ts";
import { revocationOf, SqliteKeyStore } from "./key-store.ts";
import { ApiKeyRows } from "./rows/api-key-rows.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-keys-"));
  path = join(folder, "plumbline.db");
});
afterEach(() => rmSync(folder, { recursive: true }));

const nowUs = () => 5_000;
const workshop: StoredApiKey = { ...apiKeyForTests, expiresAtUs: 9_000, createdBy: "BBBBBBBBBB" };

function opened() {
  const database = openDatabase(path);
  database.exec("PRAGMA synchronous = OFF");
  return { database, store: new SqliteKeyStore(database, nowUs), rows: new ApiKeyRows(database) };
}

const everything = { organisation: "acme", fleets: null, after: null, limit: 100 };
const idsOf = (keys: readonly StoredApiKey[]) => keys.map(({ publicId }) => publicId);

test("a key comes back as it was put", async () => {
  const { database, store, rows } = opened();
  rows.put(workshop);
  rows.put({ ...workshop, publicId: "BBBBBBBBBB", fleets: null, expiresAtUs: null, createdAtUs: 500 });
  const found = await store.find("AAAAAAAAAA");
  expect({ ...found, hash: new Uint8Array(found?.hash ?? []) }).toEqual(workshop);
  expect(idsOf(await store.list(everything))).toEqual(["BBBBBBBBBB", "AAAAAAAAAA"]);
  expect(await store.list({ ...everything, organisation: "umbrella" })).toEqual([]);
  expect(await store.find("CCCCCCCCCC")).toBeNull();
  database.close();
});

test("no second key takes a public id, not even another organisation's", () => {
  const { database, rows } = opened();
  rows.put(workshop);
  expect(() => rows.put({ ...workshop, organisation: "umbrella" })).toThrow(/UNIQUE/);
  database.close();
});

test("a list goes on where it ended, also among keys of one moment, and shows fleets within those asked for", async () => {
  const { database, store, rows } = opened();
  const fleets = [["north"], ["north", "east"], ["west"], null, ["east"]];
  for (const [at, some] of fleets.entries()) {
    rows.put({ ...workshop, publicId: `KEY000000${at}`, fleets: some, createdAtUs: at < 3 ? 1 : 2 });
  }
  const after = { createdAtUs: 1, publicId: "KEY0000001" };
  expect(idsOf(await store.list({ ...everything, after, limit: 2 }))).toEqual(["KEY0000002", "KEY0000003"]);
  const within = { ...everything, fleets: ["north", "east"] };
  expect(idsOf(await store.list(within))).toEqual(["KEY0000000", "KEY0000001", "KEY0000004"]);
  database.close();
});

test("a change is decided by the keys as they are, and carried out or not at all", async () => {
  const { database, store, rows } = opened();
  rows.put({ ...workshop, fleets: null, scopes: ["keys:manage"] });
  const change = { organisation: "acme", authority: { keyId: workshop.publicId } } as const;
  const made = { publicId: "CCCCCCCCCC", hash: new Uint8Array(32).fill(3), name: "n", mode: "live" } as const;
  const asked = { ...made, fleets: undefined, expiresAtUs: undefined };
  const key = { ...asked, scopes: ["admin"] };
  expect(await store.change({ ...change, act: { kind: "create", key } })).toMatchObject({ kind: "refused" });
  expect(await store.find("CCCCCCCCCC")).toBeNull();
  const lesser = { ...asked, scopes: ["keys:manage"] };
  await store.change({ ...change, act: { kind: "create", key: lesser } });
  expect(await store.find("CCCCCCCCCC")).toMatchObject({ createdBy: "AAAAAAAAAA", expiresAtUs: 9_000 });

  const successor = { publicId: "DDDDDDDDDD", hash: new Uint8Array(32).fill(4) };
  const rotation = { kind: "rotate", publicId: "CCCCCCCCCC", successor, overlapUs: 10 } as const;
  await store.change({ ...change, act: { ...rotation, expiresAtUs: undefined } });
  expect(await store.find("CCCCCCCCCC")).toMatchObject({ expiresAtUs: 5_010, rotatedTo: "DDDDDDDDDD" });
  expect(await store.find("DDDDDDDDDD")).toMatchObject({ scopes: ["keys:manage"], createdBy: "AAAAAAAAAA" });
  database.close();
});

test("a key of any organisation is revoked by its id alone, and of one named only if it is its", async () => {
  const { database, store, rows } = opened();
  rows.put(workshop);
  const act = { kind: "revoke", publicId: workshop.publicId, force: false, cascade: false } as const;
  const by = (organisation: string | null) => ({ organisation, authority: "operator", act }) as const;
  expect(await store.change(by("umbrella"))).toMatchObject({ code: "key_not_found" });
  expect(await store.change(by(null))).toMatchObject({ key: { revokedAtUs: 5_000 } });
  expect((await store.find(workshop.publicId))?.revokedAtUs).toBe(5_000);
  database.close();
});

test("keys are made beside a writer at work, and a reader sees them at once", async () => {
  const writer = openDatabase(path);
  const administration = openDatabase(path);
  const reader = openForReading(path);
  new ApiKeyRows(administration).put(workshop);
  expect(await new SqliteKeyStore(reader, nowUs).find(workshop.publicId)).not.toBeNull();
  writer.exec("INSERT INTO meta (name, value) VALUES ('still', 'writing')");
  for (const database of [writer, administration, reader]) database.close();
});

test("one session is signed out by its id, all of a key by their generation, and noted ends do not grow for ever", async () => {
  const { database, store, rows } = opened();
  const standing = (sessionId: string, keyId = "k") => store.findSession({ keyId, sessionId });
  expect(await standing("a")).toEqual({ generation: 0, isEnded: false });
  const signOut = (sessionId: string | null, atUs = 1) =>
    rows.signOut({ keyId: "k", session: sessionId === null ? null : { sessionId, endsAtUs: 10 }, atUs });
  signOut("a");
  signOut("a");
  expect([await standing("a"), await standing("b"), await standing("a", "other")]).toEqual([
    { generation: 0, isEnded: true },
    { generation: 0, isEnded: false },
    { generation: 0, isEnded: false },
  ]);
  signOut(null);
  expect(await standing("b")).toEqual({ generation: 1, isEnded: false });
  // Its cookie counts no longer.
  signOut("c");
  signOut("d", 10);
  expect(database.prepare("SELECT session_id FROM ended_session").all()).toEqual([{ session_id: "d" }]);
  for (let at = 0; at < 1_000; at += 1) signOut(`s${at}`);
  expect(await standing("b")).toEqual({ generation: 2, isEnded: false });
  expect(database.prepare("SELECT count(*) AS noted FROM ended_session").get()).toEqual({ noted: 0 });
  expect(await standing("a", "other")).toEqual({ generation: 0, isEnded: false });
  database.close();
});

test("whether a key was revoked is found by an index, however long the audit log is", () => {
  const { database } = opened();
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${revocationOf}`).all("acme", "AAAAAAAAAA");
  expect(plan.map(({ detail }) => detail)).toEqual([
    "SEARCH audit_record USING INDEX audit_of_revocations (organisation=? AND subject=?)",
  ]);
  database.close();
});
