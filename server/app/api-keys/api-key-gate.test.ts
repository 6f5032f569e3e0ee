import { expect, test } from "vitest";

import { formatApiKey, parseApiKey } from "../../../core/contract/api-key.ts";
import { KeysForTests, makingForTests } from "../../keys-for-tests.ts";
import type { KeyUse } from "../ports/changes.ts";
import { ApiKeyGate, developmentOrganisation, type GateNeeds } from "./api-key-gate.ts";
import { makeApiKey } from "./make-api-key.ts";

const local = { isLoopback: true };
const hourUs = 3_600_000_000;

/** An installation in memory, with clocks that the test moves. */
function installation(given: { allowsDevelopmentKey?: boolean } = {}) {
  const store = new KeysForTests();
  const clock = { ms: 0 };
  const noted: KeyUse[][] = [];
  const making = makingForTests();
  const needs = {
    store,
    pepper: making.pepper,
    nowUs: () => store.nowUs,
    nowMs: () => clock.ms,
    allowsDevelopmentKey: given.allowsDevelopmentKey ?? false,
    noteUses: async (uses: readonly KeyUse[]) => noted.push([...uses]),
  };
  return { needs, store, making, gate: gateOf(needs), clock, noted };
}

/** A gate that only says who was let in. */
function gateOf(needs: GateNeeds) {
  const gate = new ApiKeyGate(needs);
  return {
    forget: (publicId: string) => gate.forget(publicId),
    async identify(apiKey: string, peer: { readonly isLoopback: boolean }) {
      const found = await gate.examine(apiKey, peer);
      return found.kind === "caller" ? found.caller : null;
    },
  };
}

test("whoever holds the key is its organisation, with its scopes and fleets", async () => {
  const { store, gate } = installation();
  const { key, stored } = await store.issue({ scopes: ["fleet:read"] });
  expect(await gate.identify(key, local)).toEqual({
    organisation: "acme",
    keyId: stored.publicId,
    scopes: ["fleet:read"],
    fleets: ["north"],
  });
});

test("the key itself is kept nowhere", async () => {
  const { store } = installation();
  const { key } = await store.issue();
  const { secret } = parseApiKey(key)!;
  const kept = [...store.kept.values()];
  const everything = JSON.stringify(kept) + kept.map(({ hash }) => Buffer.from(hash).toString("latin1"));
  expect(everything).not.toContain(secret);
});

test("another secret under a known public id identifies no caller", async () => {
  const { store, making, gate } = installation();
  const mine = await store.issue({}, making);
  const other = await store.issue({}, making);
  store.kept.set(mine.stored.publicId, { ...other.stored, publicId: mine.stored.publicId });
  expect(await gate.identify(mine.key, local)).toBeNull();
});

test("a key that was just let in lets no other secret in under its id, and goes on being let in", async () => {
  const { store, gate, making } = installation();
  const { key, stored } = await store.issue({}, making);
  const { mode, publicId } = parseApiKey(key)!;
  const { secret } = parseApiKey(makeApiKey(mode, making).key)!;
  const forged = formatApiKey({ mode, publicId, secret });
  const callers = [];
  for (const given of [key, forged, key, forged]) callers.push(await gate.identify(given, local));
  expect(callers.map((caller) => caller?.keyId ?? null)).toEqual([
    stored.publicId,
    null,
    stored.publicId,
    null,
  ]);
});

test("a database copied without its pepper opens nothing", async () => {
  const { needs, store } = installation();
  const { key } = await store.issue();
  const thief = gateOf({ ...needs, pepper: new Uint8Array(32).fill(8) });
  expect(await thief.identify(key, local)).toBeNull();
});

test("a key ends at its expiry", async () => {
  const { store, gate } = installation();
  const { key } = await store.issue({ expiresAtUs: store.nowUs + hourUs });
  store.nowUs += hourUs - 1;
  expect(await gate.identify(key, local)).not.toBeNull();
  store.nowUs += 1;
  expect(await gate.identify(key, local)).toBeNull();
});

test("a revoked key is refused within a second where it was just used, and at once where that is told", async () => {
  const { store, gate, clock } = installation();
  const { key, stored } = await store.issue();
  await gate.identify(key, local);
  store.kept.set(stored.publicId, { ...stored, revokedAtUs: store.nowUs });
  expect(await gate.identify(key, local)).not.toBeNull();
  clock.ms = 1_000;
  expect(await gate.identify(key, local)).toBeNull();

  store.kept.set(stored.publicId, stored);
  gate.forget(stored.publicId);
  expect(await gate.identify(key, local)).not.toBeNull();
});

test("within that second the store is asked once, also for a key it does not know", async () => {
  const { store, making, gate } = installation();
  const { key } = await store.issue({}, making);
  for (let n = 0; n < 5; n += 1) await gate.identify(key, local);
  expect(store.finds).toBe(1);
  const unknown = makeApiKey("live", making);
  for (let n = 0; n < 5; n += 1) expect(await gate.identify(unknown.key, local)).toBeNull();
  expect(store.finds).toBe(2);
});

test("a malformed key costs no look-up", async () => {
  const { gate, store } = installation();
  for (const text of ["", "plumb_live_x", `plumb_live_${"a".repeat(10)}_${"b".repeat(38)}`]) {
    expect(await gate.identify(text, local)).toBeNull();
  }
  expect(store.finds).toBe(0);
});

test.each([
  { allowsDevelopmentKey: true, isLoopback: true, organisation: developmentOrganisation },
  { allowsDevelopmentKey: true, isLoopback: false, organisation: undefined },
  { allowsDevelopmentKey: false, isLoopback: true, organisation: undefined },
])(
  "the development key with mode $allowsDevelopmentKey from loopback $isLoopback is $organisation",
  async ({ allowsDevelopmentKey, isLoopback, organisation }) => {
    const { gate } = installation({ allowsDevelopmentKey });
    const caller = await gate.identify("plumb_dev_local", { isLoopback });
    expect(caller?.organisation).toBe(organisation);
  },
);

test("the first use of a key is written down at once, further use once a minute", async () => {
  const { store, gate, noted } = installation();
  const { key, stored } = await store.issue();
  const { publicId } = stored;
  const startUs = store.nowUs;
  await gate.identify(key, local);
  expect(noted).toEqual([[{ publicId, usedAtUs: startUs }]]);
  store.nowUs += 59_000_000;
  await gate.identify(key, local);
  expect(noted).toHaveLength(1);
  store.nowUs += 1_000_000;
  await gate.identify(key, local);
  expect(noted.slice(1)).toEqual([[{ publicId, usedAtUs: startUs + 60_000_000 }]]);
});

test("a use that cannot be written down does not keep its caller out", async () => {
  const { needs, store } = installation();
  const { key } = await store.issue();
  const gate = gateOf({ ...needs, noteUses: () => Promise.reject(new Error("disk full")) });
  expect(await gate.identify(key, local)).toMatchObject({ organisation: "acme" });
});

test("why a key lets nobody in is known to the service, and whose it is", async () => {
  const { needs, store, making } = installation();
  const gate = new ApiKeyGate(needs);
  const { key, stored } = await store.issue({ expiresAtUs: store.nowUs + 1 }, making);
  const { publicId } = stored;
  const theirs = { kind: "refused", organisation: "acme", publicId };
  store.nowUs += 1;
  expect(await gate.examine(key, local)).toEqual({ ...theirs, why: "expired" });
  store.kept.set(publicId, { ...stored, revokedAtUs: 1 });
  gate.forget(publicId);
  expect(await gate.examine(key, local)).toEqual({ ...theirs, why: "revoked" });
  store.kept.set(publicId, { ...stored, hash: new Uint8Array(32) });
  gate.forget(publicId);
  expect(await gate.examine(key, local)).toEqual({ ...theirs, why: "wrong_secret" });
  const unknown = makeApiKey("live", making);
  expect(await gate.examine(unknown.key, local)).toMatchObject({ why: "unknown", organisation: null });
});
