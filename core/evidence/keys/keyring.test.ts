import { expect, test } from "vitest";

import { first, keyA, keyB, root } from "../../../clients/conformance/evidence/examples/keyring-story.ts";
import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { namedDigestOf } from "../bundle/content-digest.ts";
import { activeKeyOf, publicKeyOf, readKeyring, successionFault, type Keyring } from "./keyring.ts";
import { beginRotation, endRotation } from "./next-keyring.ts";

const { sha256 } = primitives;
const version1 = first();
const newest = { keyring: version1, digest: namedDigestOf(version1, sha256) };
const version2 = beginRotation(newest, keyB, 10);
const withKey = (change: object): Keyring => ({ ...version1, keys: [{ ...version1.keys[0]!, ...change }] });

test("a keyring reads as what it is, and its keys as the primitives want them", () => {
  expect(readKeyring(version1, sha256)).toEqual(version1);
  expect(publicKeyOf(activeKeyOf(version1))).toEqual({
    keyId: keyA.keyId,
    algorithm: keyA.algorithm,
    spki: new Uint8Array(keyA.spki),
  });
});

test.each<[string, object]>([
  ["follows nothing", { ...version1, prev: newest.digest }],
  ["fewer keys than must sign", { ...version1, root: { ...version1.root, threshold: 2 } }],
  ["not exactly one key is active", withKey({ status: "retiring" })],
  ["does not say where", withKey({ status: "retired" })],
  ["does not say since when", withKey({ status: "revoked" })],
  ["has a last index", withKey({ last_index: 5 })],
  ["not canonical base64", withKey({ spki: "*" })],
  ["listed twice", { ...version1, keys: [...version1.keys, ...version1.keys] }],
  ["not a key of the log", { ...version1, log: { ...version1.log, origin: "other.example.org" } }],
  ["/", { ...version1, more: 1 }],
])("a keyring is refused that %s", (fault, document) => {
  expect(readKeyring(document, sha256)).toEqual({ fault: expect.stringContaining(fault) });
});

test("a version follows the one it names, and takes back nothing that was said of a key", () => {
  expect(successionFault(newest, version2)).toBeNull();
  expect(successionFault(newest, { ...version2, version: 3 })).toContain("does not follow");
  expect(successionFault(newest, { ...version2, prev: `sha256:${"0".repeat(64)}` })).toContain(
    "another version 1",
  );
  expect(successionFault(newest, { ...version2, keys: version2.keys.slice(1) })).toContain("leaves");
  const after = { keyring: version2, digest: namedDigestOf(version2, sha256) };
  const version3 = endRotation(after, () => 9)!;
  const ended = { keyring: version3, digest: namedDigestOf(version3, sha256) };
  const revived = { ...version3, version: 4, prev: ended.digest, keys: version2.keys };
  expect(successionFault(ended, revived)).toContain("was retired already");
});

test("a root key that also signs evidence would vouch for itself", () => {
  const { keyid, alg, spki } = version1.root.keys[0]!;
  const doubled = [{ ...version1.keys[0]!, keyid, alg, spki }];
  expect(keyA.keyId).not.toBe(root.keyId);
  expect(readKeyring({ ...version1, keys: doubled }, sha256)).toEqual({
    fault: expect.stringContaining("listed twice"),
  });
});
