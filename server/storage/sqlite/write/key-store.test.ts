import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import type { StoredApiKey } from "../../../app/ports/api-key-store.ts";
import { SqliteKeyStore } from "./key-store.ts";
import { openDatabase, openForReading } from "../open-database.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-keys-"));
  path = join(folder, "plumbline.db");
});
afterEach(() => rmSync(folder, { recursive: true }));

const workshop: StoredApiKey = {
  organisation: "acme",
  publicId: "AAAAAAAAAA",
  name: "workshop",
  mode: "live",
  hash: new Uint8Array(32).fill(1),
  scopes: ["fleet:read", "score:write"],
  fleets: ["north"],
  createdAtUs: 1_000,
  expiresAtUs: 9_000,
  revokedAtUs: null,
  lastUsedAtUs: null,
};

test("a key comes back as it was added", async () => {
  const database = openDatabase(path);
  const store = new SqliteKeyStore(database);
  await store.add(workshop);
  await store.add({ ...workshop, publicId: "BBBBBBBBBB", fleets: null, expiresAtUs: null, createdAtUs: 500 });
  const found = await store.find("AAAAAAAAAA");
  expect({ ...found, hash: new Uint8Array(found?.hash ?? []) }).toEqual(workshop);
  expect((await store.list("acme")).map(({ publicId }) => publicId)).toEqual(["BBBBBBBBBB", "AAAAAAAAAA"]);
  expect(await store.list("umbrella")).toEqual([]);
  expect(await store.find("CCCCCCCCCC")).toBeNull();
  database.close();
});

test("no second key takes a public id, not even another organisation's", async () => {
  const database = openDatabase(path);
  const store = new SqliteKeyStore(database);
  await store.add(workshop);
  await expect(store.add({ ...workshop, organisation: "umbrella" })).rejects.toThrow(/UNIQUE/);
  database.close();
});

test("revoking keeps the first time, and stops at the organisation's border", async () => {
  const database = openDatabase(path);
  const store = new SqliteKeyStore(database);
  await store.add(workshop);
  expect(await store.revoke("umbrella", workshop.publicId, 2_000)).toBe(false);
  expect(await store.revoke("acme", workshop.publicId, 3_000)).toBe(true);
  expect(await store.revoke("acme", workshop.publicId, 4_000)).toBe(true);
  expect(await store.revoke(null, workshop.publicId, 5_000)).toBe(true);
  expect(await store.revoke(null, "nobodys123", 5_000)).toBe(false);
  expect((await store.find(workshop.publicId))?.revokedAtUs).toBe(3_000);
  database.close();
});

test("keys are made beside a writer at work, and a reader sees them at once", async () => {
  const writer = openDatabase(path);
  const administration = openDatabase(path);
  const reader = openForReading(path);
  await new SqliteKeyStore(administration).add(workshop);
  expect(await new SqliteKeyStore(reader).find(workshop.publicId)).not.toBeNull();
  writer.exec("INSERT INTO meta (name, value) VALUES ('still', 'writing')");
  for (const database of [writer, administration, reader]) database.close();
});
