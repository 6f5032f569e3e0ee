import { createHash } from "node:crypto";
import { expect, test } from "vitest";

import { parseApiKey } from "../../core/contract/api-key.ts";
import {
  ApiKeyGate,
  createApiKey,
  developmentOrganisation,
  listApiKeys,
  revokeApiKey,
  type NewApiKey,
} from "./api-keys.ts";
import type { ApiKeyStore, StoredApiKey } from "./ports/api-key-store.ts";
import type { KeyUse } from "./ports/changes.ts";

const local = { isLoopback: true };
const startUs = 1_780_000_000_000_000;
const hourUs = 3_600_000_000;

const engineer: NewApiKey = {
  organisation: "acme",
  name: "workshop",
  mode: "live",
  scopes: ["fleet:read"],
  fleets: ["north"],
  expiresAtUs: null,
};

/** An installation in memory, with clocks that the test moves. */
function installation(given: { allowsDevelopmentKey?: boolean; pepper?: number } = {}) {
  const kept = new Map<string, StoredApiKey>();
  const clock = { us: startUs, ms: 0 };
  const noted: KeyUse[][] = [];
  let finds = 0;
  let byte = 0;
  const store: ApiKeyStore = {
    async add(key) {
      kept.set(key.publicId, key);
    },
    async find(publicId) {
      finds += 1;
      return kept.get(publicId) ?? null;
    },
    async list(organisation) {
      return [...kept.values()].filter((key) => key.organisation === organisation);
    },
    async revoke(organisation, publicId, atUs) {
      const key = kept.get(publicId);
      if (key?.organisation !== organisation) return false;
      kept.set(publicId, { ...key, revokedAtUs: key.revokedAtUs ?? atUs });
      return true;
    },
  };
  const needs = {
    store,
    pepper: new Uint8Array(32).fill(given.pepper ?? 7),
    nowUs: () => clock.us,
    nowMs: () => clock.ms,
    randomBytes: (count: number) => Uint8Array.from({ length: count }, () => (byte = (byte * 5 + 77) % 256)),
    allowsDevelopmentKey: given.allowsDevelopmentKey ?? false,
    noteUses: async (uses: readonly KeyUse[]) => noted.push([...uses]),
  };
  return { needs, gate: new ApiKeyGate(needs), clock, kept, noted, finds: () => finds };
}

test("whoever holds the key is its organisation, with its scopes and fleets", async () => {
  const { needs, gate } = installation();
  const { key, stored } = await createApiKey(engineer, needs);
  expect(await gate.identify(key, local)).toEqual({
    organisation: "acme",
    keyId: stored.publicId,
    scopes: ["fleet:read"],
    fleets: ["north"],
  });
});

test("the key itself is kept nowhere", async () => {
  const { needs, kept } = installation();
  const { key } = await createApiKey(engineer, needs);
  const { secret } = parseApiKey(key)!;
  const everything =
    JSON.stringify([...kept.values()]) + [...kept.values()].map(({ hash }) => Buffer.from(hash));
  expect(everything).not.toContain(secret);
});

test("another secret under a known public id identifies no caller", async () => {
  const { needs, gate } = installation();
  const mine = await createApiKey(engineer, needs);
  const other = await createApiKey(engineer, needs);
  needs.store.find = async () => ({ ...other.stored, publicId: mine.stored.publicId });
  expect(await gate.identify(mine.key, local)).toBeNull();
});

test("a database copied without its pepper opens nothing", async () => {
  const { needs } = installation();
  const { key } = await createApiKey(engineer, needs);
  const thief = new ApiKeyGate({ ...needs, pepper: new Uint8Array(32).fill(8) });
  expect(await thief.identify(key, local)).toBeNull();
});

test("a key ends at its expiry", async () => {
  const { needs, gate, clock } = installation();
  const { key } = await createApiKey({ ...engineer, expiresAtUs: startUs + hourUs }, needs);
  clock.us = startUs + hourUs - 1;
  expect(await gate.identify(key, local)).not.toBeNull();
  clock.us += 1;
  expect(await gate.identify(key, local)).toBeNull();
});

test("a revoked key is refused within a second where it was just used", async () => {
  const { needs, gate, clock } = installation();
  const { key, stored } = await createApiKey(engineer, needs);
  await gate.identify(key, local);
  expect(await revokeApiKey(stored, needs)).toBe(true);
  clock.ms = 1_000;
  expect(await gate.identify(key, local)).toBeNull();
});

test("within that second the store is asked once, also for a key it does not know", async () => {
  const { needs, gate, finds } = installation();
  const { key, stored } = await createApiKey(engineer, needs);
  needs.store.revoke = async () => false;
  for (let n = 0; n < 5; n += 1) await gate.identify(key, local);
  expect(finds()).toBe(1);
  const unknown = await createApiKey(engineer, { ...needs, store: { ...needs.store, add: async () => {} } });
  expect(unknown.stored.publicId).not.toBe(stored.publicId);
  for (let n = 0; n < 5; n += 1) expect(await gate.identify(unknown.key, local)).toBeNull();
  expect(finds()).toBe(2);
});

test("a malformed key costs no look-up", async () => {
  const { gate, finds } = installation();
  for (const text of ["", "plumb_live_x", `plumb_live_${"a".repeat(10)}_${"b".repeat(38)}`]) {
    expect(await gate.identify(text, local)).toBeNull();
  }
  expect(finds()).toBe(0);
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

test("an organisation lists and revokes its own keys only", async () => {
  const { needs } = installation();
  const { stored } = await createApiKey(engineer, needs);
  const foreign = await createApiKey({ ...engineer, organisation: "umbrella" }, needs);
  expect(await listApiKeys("acme", needs)).toEqual([stored]);
  const attempt = { organisation: "acme", publicId: foreign.stored.publicId };
  expect(await revokeApiKey(attempt, needs)).toBe(false);
});

test("the first use of a key is written down at once, further use once a minute", async () => {
  const { needs, gate, clock, noted } = installation();
  const { key, stored } = await createApiKey(engineer, needs);
  const { publicId } = stored;
  await gate.identify(key, local);
  expect(noted).toEqual([[{ publicId, usedAtUs: startUs }]]);
  clock.us += 59_000_000;
  await gate.identify(key, local);
  expect(noted).toHaveLength(1);
  clock.us += 1_000_000;
  await gate.identify(key, local);
  expect(noted.slice(1)).toEqual([[{ publicId, usedAtUs: startUs + 60_000_000 }]]);
});

test("a use that cannot be written down does not keep its caller out", async () => {
  const { needs } = installation();
  const { key } = await createApiKey(engineer, needs);
  const gate = new ApiKeyGate({ ...needs, noteUses: () => Promise.reject(new Error("disk full")) });
  expect(await gate.identify(key, local)).toMatchObject({ organisation: "acme" });
});

test("every digit of a key is equally likely", async () => {
  const { needs } = installation();
  let block = 0;
  const seeded = (count: number) =>
    createHash("sha512")
      .update(String((block += 1)))
      .digest()
      .subarray(0, count);
  const counts = new Map<string, number>();
  for (let n = 0; n < 2_000; n += 1) {
    const { key } = await createApiKey(engineer, { ...needs, randomBytes: seeded });
    for (const digit of parseApiKey(key)!.secret) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  }
  // Taking every byte modulo 62 would make the first eight digits 21 % too frequent.
  const expected = (2_000 * 32) / 62;
  expect(counts.size).toBe(62);
  for (const count of counts.values()) expect(Math.abs(count / expected - 1)).toBeLessThan(0.12);
});
