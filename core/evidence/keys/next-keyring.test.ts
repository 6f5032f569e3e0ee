import { expect, test } from "vitest";

import { first, keyA, keyB, keyC } from "../../../clients/conformance/evidence/examples/keyring-story.ts";
import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { namedDigestOf } from "../bundle/content-digest.ts";
import type { Keyring } from "./keyring.ts";
import {
  amendThirdParties,
  beginRotation,
  endRotation,
  repeatKeyring,
  revokeKey,
  withRefreshDate,
} from "./next-keyring.ts";

const newestOf = (keyring: Keyring) => ({ keyring, digest: namedDigestOf(keyring, primitives.sha256) });
const newest = newestOf(first());
const statuses = ({ keys }: Keyring) => keys.map(({ keyid, status }) => [keyid, status]);
const revocation = {
  keyId: keyA.keyId,
  reason: "lost",
  compromisedSinceIndex: null,
  at: "2026-11-21T08:00:00.000Z",
};

test("a rotation takes two versions: one begins the new key, the next says where the old one ended", () => {
  const begun = beginRotation(newest, keyB, 12);
  expect(statuses(begun)).toEqual([
    [keyA.keyId, "retiring"],
    [keyB.keyId, "active"],
  ]);
  expect(begun.keys[1]).toMatchObject({ first_index: 12, last_index: null });
  const ended = endRotation(newestOf(begun), () => 11);
  expect(ended?.keys[0]).toMatchObject({ status: "retired", last_index: 11 });
  expect(endRotation(newest, () => 0)).toBeNull();
});

test("every version names the one before", () => {
  expect(repeatKeyring(newest)).toEqual({ ...newest.keyring, version: 2, prev: newest.digest });
});

test("another key takes over from an active one that is revoked, and only then", () => {
  expect(() => revokeKey(newest, revocation, { key: null, logSize: 20 })).toThrow("must take over");
  const replaced = revokeKey(newest, revocation, { key: keyC, logSize: 20 });
  expect(statuses(replaced)).toEqual([
    [keyA.keyId, "revoked"],
    [keyC.keyId, "active"],
  ]);
  expect(replaced.keys[0]?.revoked).toMatchObject({ index: 20, compromised_since_index: null });
  const later = revokeKey(newestOf(beginRotation(newest, keyB, 12)), revocation, { key: null, logSize: 20 });
  expect(statuses(later)).toEqual([
    [keyA.keyId, "revoked"],
    [keyB.keyId, "active"],
  ]);
});

test("third parties and the refresh date change alone", () => {
  const amended = amendThirdParties(newest, { timeStampRoots: [Uint8Array.of(1)] });
  expect(amended).toEqual({ ...repeatKeyring(newest), tsa_roots: ["AQ=="] });
  const dated = withRefreshDate(newest.keyring, "2027-01-01T00:00:00.000Z");
  expect(dated.refresh_after).toBe("2027-01-01T00:00:00.000Z");
  expect(withRefreshDate(dated, null)).toEqual(newest.keyring);
});
