import { expect, test } from "vitest";

import { scopes } from "../../../core/contract/api-key.ts";
import { apiKeyForTests, KeysForTests } from "../../keys-for-tests.ts";
import type { StoredApiKey } from "../ports/reading/api-key-reader.ts";
import { keysPerOrganisation, type KeyAct, type KeyAuthority, type NewApiKey } from "../ports/key-change.ts";

const dayUs = 86_400_000_000;
const now = new KeysForTests().nowUs;

const manager: StoredApiKey = {
  ...apiKeyForTests,
  publicId: "manager000",
  scopes: ["keys:manage", "fleet:read"],
  fleets: null,
};
const northManager: StoredApiKey = { ...manager, publicId: "northmgr00", fleets: ["north", "east"] };
const reader: StoredApiKey = { ...apiKeyForTests, publicId: "reader0000", scopes: ["fleet:read"] };

function keysOf(...kept: readonly StoredApiKey[]): KeysForTests {
  const keys = new KeysForTests();
  for (const key of kept) keys.kept.set(key.publicId, key);
  return keys;
}

const asked: NewApiKey = {
  publicId: "fresh00000",
  hash: new Uint8Array(32),
  name: "fresh",
  mode: "live",
  scopes: ["fleet:read"],
  fleets: undefined,
  expiresAtUs: undefined,
};

function change(keys: KeysForTests, authority: KeyAuthority | StoredApiKey, act: KeyAct) {
  const by =
    typeof authority === "object" && "publicId" in authority ? { keyId: authority.publicId } : authority;
  return keys.change({ organisation: "acme", authority: by, act });
}
const create = (more: Partial<NewApiKey> = {}): KeyAct => ({ kind: "create", key: { ...asked, ...more } });
const rotate = (publicId: string, more: object = {}): KeyAct => ({
  kind: "rotate",
  publicId,
  successor: { publicId: "successor0", hash: new Uint8Array(32).fill(9) },
  overlapUs: dayUs,
  expiresAtUs: undefined,
  ...more,
});
const revoke = (publicId: string, force = false, cascade = false): KeyAct => ({
  kind: "revoke",
  publicId,
  force,
  cascade,
});

test("a new key has what its maker has where nothing else was asked for", async () => {
  const ending = { ...northManager, expiresAtUs: now + dayUs };
  expect(await change(keysOf(ending), ending, create())).toMatchObject({
    kind: "changed",
    key: { fleets: ["north", "east"], expiresAtUs: now + dayUs, createdBy: "northmgr00", createdAtUs: now },
  });
  expect(await change(keysOf(), "operator", create())).toMatchObject({
    key: { fleets: null, expiresAtUs: null, createdBy: null },
  });
});

test("fleets of a key are named as frames name them: composed", async () => {
  expect(await change(keysOf(), "operator", create({ fleets: ["Mu\u0308nchen"] }))).toMatchObject({
    key: { fleets: ["M\u00fcnchen"] },
  });
});

test.each<[string, StoredApiKey, Partial<NewApiKey>, string]>([
  ["a scope its maker has not", manager, { scopes: ["fleet:read", "audit:read"] }, "/scopes"],
  ["every scope by name", { ...manager, scopes: scopes.slice(0, -1) }, { scopes: ["admin"] }, "/scopes"],
  ["all fleets", northManager, { fleets: null }, "/fleets"],
  ["a fleet beside its maker's", northManager, { fleets: ["north", "west"] }, "/fleets"],
  ["no end", { ...manager, expiresAtUs: now + dayUs }, { expiresAtUs: null }, "/expires_at"],
  ["a later end", { ...manager, expiresAtUs: now + dayUs }, { expiresAtUs: now + dayUs + 1 }, "/expires_at"],
])("a key does not make one with %s", async (_what, maker, more, pointer) => {
  const keys = keysOf(maker);
  expect(await change(keys, maker, create(more))).toMatchObject({
    kind: "refused",
    code: "rights_exceeded",
    fault: { pointer },
  });
  expect(keys.kept.size).toBe(1);
});

test("admin hands on any scope, and a key exactly what it has", async () => {
  const admin = { ...manager, scopes: ["admin"] };
  expect(await change(keysOf(admin), admin, create({ scopes }))).toMatchObject({ kind: "changed" });
  const same = { scopes: northManager.scopes, fleets: ["east", "north"] };
  expect(await change(keysOf(northManager), northManager, create(same))).toMatchObject({ kind: "changed" });
});

test.each([
  ["revoked", { revokedAtUs: now - 1 }],
  ["expired", { expiresAtUs: now }],
])("a key that was %s since it was let in changes nothing", async (_state, ended) => {
  const keys = keysOf({ ...manager, ...ended }, reader);
  for (const act of [create(), rotate("reader0000"), revoke("reader0000")]) {
    expect(await change(keys, manager, act)).toMatchObject({ kind: "refused", code: "api_key_invalid" });
  }
});

test("a key that would have ended already is not made", async () => {
  expect(await change(keysOf(), "operator", create({ expiresAtUs: now }))).toMatchObject({
    code: "out_of_range",
    fault: { pointer: "/expires_at" },
  });
});

test("a rotated key goes on for the overlap, and no longer than it would have", async () => {
  const keys = keysOf(manager, reader);
  expect(await change(keys, manager, rotate("reader0000"))).toMatchObject({
    kind: "changed",
    key: {
      publicId: "successor0",
      name: "workshop",
      scopes: ["fleet:read"],
      fleets: ["north"],
      expiresAtUs: null,
    },
    previous: {
      publicId: "reader0000",
      expiresAtUs: now + dayUs,
      rotatedTo: "successor0",
      revokedAtUs: null,
    },
  });
  const ending = { ...reader, expiresAtUs: now + 5 };
  expect(await change(keysOf(manager, ending), manager, rotate("reader0000"))).toMatchObject({
    key: { expiresAtUs: now + 5 },
    previous: { expiresAtUs: now + 5 },
  });
  expect(
    await change(keysOf(manager, reader), manager, rotate("reader0000", { overlapUs: 0 })),
  ).toMatchObject({
    previous: { expiresAtUs: now },
  });
});

test("a rotation gives no more than the one who rotates has", async () => {
  const ending = { ...manager, expiresAtUs: now + dayUs };
  expect(await change(keysOf(ending, reader), ending, rotate("reader0000"))).toMatchObject({
    key: { expiresAtUs: now + dayUs },
  });
  const forever = rotate("reader0000", { expiresAtUs: null });
  expect(await change(keysOf(ending, reader), ending, forever)).toMatchObject({ code: "rights_exceeded" });
  const strong = { ...reader, scopes: ["audit:read"] };
  expect(await change(keysOf(manager, strong), manager, rotate("reader0000"))).toMatchObject({
    code: "rights_exceeded",
  });
});

test("a key may rotate itself", async () => {
  expect(await change(keysOf(manager), manager, rotate("manager000"))).toMatchObject({
    key: { createdBy: "manager000", scopes: manager.scopes },
    previous: { publicId: "manager000" },
  });
});

test.each([
  ["revoked", { revokedAtUs: 1 }, "key_not_in_force"],
  ["expired", { expiresAtUs: now }, "key_not_in_force"],
  ["rotated before", { rotatedTo: "another000" }, "key_rotated"],
])("a key that was %s is not rotated", async (_state, more, code) => {
  const keys = keysOf(manager, { ...reader, ...more });
  expect(await change(keys, manager, rotate("reader0000"))).toMatchObject({ kind: "refused", code });
});

test.each([
  ["another organisation's", { organisation: "umbrella" }],
  ["of other fleets", { fleets: ["west"] }],
  ["partly of other fleets", { fleets: ["north", "west"] }],
  ["of all fleets", { fleets: null }],
])("a key limited to fleets finds none that is %s", async (_whose, more) => {
  const keys = keysOf(northManager, { ...reader, ...more });
  for (const act of [rotate("reader0000"), revoke("reader0000"), revoke("nobody0000")]) {
    expect(await change(keys, northManager, act)).toMatchObject({ kind: "refused", code: "key_not_found" });
  }
});

test("revoking ends a key once, and a second time changes nothing", async () => {
  const keys = keysOf(manager, reader);
  expect(await change(keys, manager, revoke("reader0000"))).toMatchObject({ key: { revokedAtUs: now } });
  keys.nowUs += 1;
  expect(await change(keys, manager, revoke("reader0000"))).toMatchObject({ key: { revokedAtUs: now } });
});

test("a key does not end one that may do more", async () => {
  const admin = { ...reader, scopes: ["admin"] };
  expect(await change(keysOf(manager, admin), manager, revoke("reader0000"))).toMatchObject({
    code: "rights_exceeded",
  });
});

test.each<[string, readonly StoredApiKey[]]>([
  ["alone", []],
  ["beside one that ends within a day", [{ ...manager, publicId: "other00000", expiresAtUs: now + dayUs }]],
  ["beside one that has ended", [{ ...manager, publicId: "other00000", expiresAtUs: now }]],
  ["beside one that gives way", [{ ...manager, publicId: "other00000", rotatedTo: "manager000" }]],
  ["beside one limited to fleets", [northManager]],
  ["beside one without keys:manage", [{ ...reader, fleets: null }]],
  ["beside another organisation's", [{ ...manager, publicId: "other00000", organisation: "umbrella" }]],
])("the last key that can manage keys, %s, ends only by force", async (_beside, others) => {
  const keys = keysOf(manager, ...others);
  expect(await change(keys, manager, revoke("manager000"))).toMatchObject({ code: "last_managing_key" });
  expect(await change(keys, manager, revoke("manager000", true))).toMatchObject({ kind: "changed" });
});

test("with cascade a key ends with all that it made, also through keys that have ended before", async () => {
  const of = (
    publicId: string,
    createdBy: string | null,
    more: Partial<StoredApiKey> = {},
  ): StoredApiKey => ({
    ...reader,
    publicId,
    createdBy,
    ...more,
  });
  const all = [
    { ...manager, publicId: "other00000", scopes: ["admin"] },
    of("lost000000", "other00000", { scopes: ["keys:manage", "fleet:read"] }),
    of("ended00000", "lost000000", { revokedAtUs: now - 1 }),
    of("grandchild", "ended00000"),
    of("child00000", "lost000000"),
    of("bystander0", "other00000"),
  ];
  const decided = await change(keysOf(...all), all[0]!, revoke("lost000000", false, true));
  expect(decided).toMatchObject({
    key: { publicId: "lost000000", revokedAtUs: now },
    alsoEnded: [
      { publicId: "grandchild", revokedAtUs: now },
      { publicId: "child00000", revokedAtUs: now },
    ],
  });
  const mightier = [...all.slice(0, 5), of("mighty0000", "child00000", { scopes: ["audit:read"] })];
  expect(
    await change(keysOf(manager, ...mightier), manager, revoke("lost000000", false, true)),
  ).toMatchObject({
    code: "rights_exceeded",
  });
});

test("beside another that can manage keys, or by the operator, one ends without force", async () => {
  const other = { ...manager, publicId: "other00000", scopes: ["admin"] };
  expect(await change(keysOf(manager, other), manager, revoke("manager000"))).toMatchObject({
    kind: "changed",
  });
  expect(await change(keysOf(manager), "operator", revoke("manager000"))).toMatchObject({ kind: "changed" });
});

test("an organisation has so many keys in force, and ended ones do not count", async () => {
  const keys = keysOf(manager);
  for (let n = 1; n < keysPerOrganisation; n += 1) {
    keys.kept.set(`key${n}`, { ...reader, publicId: `key${n}` });
  }
  expect(await change(keys, manager, create())).toMatchObject({ code: "key_limit_reached" });
  expect(await change(keys, manager, rotate("key1"))).toMatchObject({ code: "key_limit_reached" });
  await change(keys, manager, revoke("key1"));
  expect(await change(keys, manager, create())).toMatchObject({ kind: "changed" });
});
