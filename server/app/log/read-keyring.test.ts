import { createPublicKey } from "node:crypto";

import { expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { exampleLogSigner } from "../../../clients/conformance/evidence/examples/example-log.ts";
import {
  first,
  keyA,
  keyB,
  keyC,
  revokeB,
  rotation,
} from "../../../clients/conformance/evidence/examples/keyring-story.ts";
import { canonicalBytes } from "../../../core/encoding/canonical-json.ts";
import { checkKeyringHistory, type KeyringHistory } from "../../../core/evidence/keys/keyring-history.ts";
import { parseTlogProof, type TlogProof } from "../../../core/evidence/log/tlog-proof.ts";
import { ownJson } from "../own-json.ts";
import type { KeyringReader, LogReader } from "../ports/reading/log-reader.ts";
import {
  readEvidenceKey,
  readKeyring,
  readKeyringHistory,
  readKeySet,
  readLogPolicy,
  readSpecification,
} from "./read-keyring.ts";

/** Four versions: A, A and B, B, and C after B was stolen. */
const { story } = rotation();
revokeB(story, story.size - 1);
const logged = ownJson<KeyringHistory>(story.history()).versions.map(({ envelope, log }) => ({
  envelope: canonicalBytes(envelope),
  proof: parseTlogProof(log.tlog_proof) as TlogProof,
}));
const method = Uint8Array.of(1, 2, 3);
const keyring: KeyringReader = {
  listKeyringVersions: async () =>
    logged.map(({ envelope, proof }) => ({ envelope, leafIndex: proof.index })),
  listLoggedScorers: async () => [],
  findSpecification: async ({ sha256 }) => (sha256 === "ab" ? method : null),
};
const log: LogReader = {
  findCheckpoint: async () => ({ size: story.size, note: logged[0]?.proof.checkpoint ?? "" }),
  readTile: async () => null,
  readEntries: async () => null,
  proveInclusion: async ({ index }) => logged.find(({ proof }) => proof.index === index)?.proof.hashes ?? [],
  proveConsistency: async () => [],
};
const needs = { keyring, log };
const none = { keyring: { ...keyring, listKeyringVersions: async () => [] } };

test("the newest version is handed out as it was logged", async () => {
  expect(await readKeyring(needs)).toBe(logged.at(-1)?.envelope);
  await expect(readKeyring(none)).rejects.toMatchObject({ code: "issuer_not_named" });
});

test("the whole history is one a verifier accepts, leaf by leaf", async () => {
  const pin = { root: first().root, minimumVersion: 4, digest: story.newest.digest };
  const checked = checkKeyringHistory(await readKeyringHistory(needs), {
    pin,
    logs: [exampleLogSigner],
    primitives,
  });
  expect(checked).toMatchObject({ kind: "checked", newest: { keyring: { version: 4 } } });
  const leaves = checked.kind === "checked" ? checked.versions.map(({ leafIndex }) => leafIndex) : [];
  expect(leaves).toEqual([1, 2, 3, 4].map((version) => story.leafOf(version)));
});

test.each([
  ["that signs", keyC],
  ["that is retired", keyA],
  ["that was revoked", keyB],
])("a key %s is given by its id, with and without the digest's name", async (_, { keyId, spki }) => {
  const pem = await readEvidenceKey(keyId, needs);
  expect(createPublicKey(pem).export({ type: "spki", format: "der" })).toEqual(Buffer.from(spki));
  expect(await readEvidenceKey(keyId.slice("sha256:".length), needs)).toBe(pem);
});

test("a key that never signed is not found", async () => {
  const asked = readEvidenceKey("0".repeat(64), needs);
  await expect(asked).rejects.toMatchObject({ code: "evidence_key_not_found" });
});

test("the key set has the keys that count, and not the revoked one", async () => {
  const { keys } = JSON.parse(await readKeySet(needs)) as { readonly keys: readonly { kid: string }[] };
  expect(keys.map(({ kid }) => kid)).toEqual([keyA.keyId, keyC.keyId]);
  const spki = keys.map((key) =>
    createPublicKey({ key, format: "jwk" }).export({ type: "spki", format: "der" }),
  );
  expect(spki).toEqual([Buffer.from(keyA.spki), Buffer.from(keyC.spki)]);
});

test("the policy names the log that the keyring names", async () => {
  const [vkey] = story.newest.keyring.log.vkeys;
  expect(await readLogPolicy(needs)).toContain(`log ${vkey}\n`);
});

test("a scoring method is found by its digest, or refused", async () => {
  expect(await readSpecification("ab", needs)).toBe(method);
  await expect(readSpecification("cd", needs)).rejects.toMatchObject({ code: "specification_not_found" });
});
