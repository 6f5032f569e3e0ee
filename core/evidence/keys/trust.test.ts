import { expect, test } from "vitest";

import { ed25519Signer } from "../../../clients/conformance/evidence/examples/ed25519-signer.ts";
import {
  primitives,
  untrustedSigner,
  testSigner,
  trustText,
} from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { noteSigner } from "../../../clients/conformance/evidence/examples/example-log.ts";
import { toBase64 } from "../../encoding/base64.ts";
import { fromHex, utf8 } from "../../encoding/bytes.ts";
import type { KeyringPin } from "./keyring-history.ts";
import { keyIdOf } from "./public-key.ts";
import { noteKey } from "../log/signed-note.ts";
import { readTrust, TrustFault, writeKeyringTrust, writeTrust } from "./trust.ts";
import type { PublicKey } from "./public-key.ts";

const { sha256 } = primitives;

function trusting(...keys: readonly PublicKey[]) {
  return readTrust(utf8(writeTrust(keys)), sha256);
}

function ed25519Key(pointHex: string): PublicKey {
  const spki = fromHex(`302a300506032b6570032100${pointHex}`)!;
  return { keyId: keyIdOf(spki, sha256), algorithm: "ED25519", spki };
}

test("keys come back as they were written", () => {
  const { keys, fault } = trusting(testSigner, ed25519Signer());
  expect(fault).toBeNull();
  expect(keys.map(({ keyId }) => keyId)).toEqual([testSigner.keyId, ed25519Signer().keyId]);
  expect(keys[0]!.spki).toEqual(new Uint8Array(testSigner.spki));
});

test.each([
  ["order 1", `01${"00".repeat(31)}`],
  ["order 1, sign set", `01${"00".repeat(30)}80`],
  ["order 2", `ec${"ff".repeat(30)}7f`],
  ["order 4", "00".repeat(32)],
  ["order 4, sign set", `${"00".repeat(31)}80`],
  ["order 8", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"],
  ["order 8, sign set", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85"],
  ["order 8, the other", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"],
  ["order 4, not reduced", `ed${"ff".repeat(30)}7f`],
  ["order 1, not reduced", `ee${"ff".repeat(30)}7f`],
])("T-18 an Ed25519 key of %s is not trusted", (_, pointHex) => {
  expect(trusting(ed25519Key(pointHex)).fault).toMatch(/small order|second spelling/);
});

test("an ordinary Ed25519 point is trusted", () => {
  // RFC 8032 7.1, test 1.
  expect(
    trusting(ed25519Key("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")).fault,
  ).toBeNull();
});

const compressedP256 = fromHex(`3039301306072a8648ce3d020106082a8648ce3d03010703220002${"11".repeat(32)}`)!;

test.each<[string, readonly PublicKey[]]>([
  ["under another id", [{ ...testSigner, keyId: untrustedSigner.keyId }]],
  ["under another algorithm", [{ ...testSigner, algorithm: "ED25519" }]],
  ["twice", [testSigner, testSigner]],
  ["in compressed form", [{ ...testSigner, keyId: keyIdOf(compressedP256, sha256), spki: compressedP256 }]],
  ["cut off", [{ ...testSigner, spki: testSigner.spki.slice(0, -1) }]],
])("a key listed %s is not trusted", (_, keys) => {
  expect(trusting(...keys).fault).not.toBeNull();
});

test("logs come back as they were written", () => {
  const log = noteSigner("log.example.org");
  const { logs, fault } = readTrust(utf8(writeTrust([testSigner], [log])), sha256);
  expect(fault).toBeNull();
  expect(logs.map(({ name, publicKey }) => [name, publicKey])).toEqual([[log.name, log.publicKey]]);
  expect(trusting(testSigner).logs).toEqual([]);
});

test("T-18 a log listed twice, or with a key of small order, is not trusted", () => {
  const log = noteSigner("log.example.org");
  const other = noteKey(log.name, noteSigner("other.example.org").publicKey, sha256);
  const weak = noteKey("weak.example.org", new Uint8Array(32).fill(1, 0, 1), sha256);
  for (const [logs, fault] of [
    [[log, other], "listed twice"],
    [[weak], "small order"],
  ] as const) {
    expect(readTrust(utf8(writeTrust([testSigner], logs)), sha256).fault).toContain(fault);
  }
});

test.each([
  ["no JSON", "EVB"],
  ["another version", trustText.replace('"version": 1', '"version": 2')],
  [
    "a demand this verifier cannot meet",
    trustText.replace('"version": 1,', '"version": 1, "witnesses": [],'),
  ],
  ["a member twice", trustText.replace('"version": 1,', '"version": 1, "version": 1,')],
  ["an unknown algorithm", trustText.replace("ECDSA_P256_SHA256", "HS256")],
  ["no keys", '{"version":1,"evidence_keys":[]}'],
  ["an empty list of logs", trustText.replace(/"logs": \[[^\]]*\]/, '"logs": []')],
  ["a log's key under another name", trustText.replace("evidence.example.org+", "evidence.example.com+")],
  ["a key that is not base64", trustText.replace(/"spki": "M/, '"spki": "-')],
])("a trust file with %s cannot be used", (_, text) => {
  expect(() => readTrust(utf8(text), sha256)).toThrow(TrustFault);
});

const rootKey = { keyid: testSigner.keyId, alg: testSigner.algorithm, spki: toBase64(testSigner.spki) };
const pin = {
  root: { keys: [rootKey], threshold: 1 },
  minimumVersion: 3,
  digest: `sha256:${"0".repeat(64)}`,
};
const pinText = writeKeyringTrust(pin, [noteSigner("log.example.org")]);

test("a pinned keyring comes back as it was written, and names no evidence key", () => {
  const { keyring, keys, fault } = readTrust(utf8(pinText), sha256);
  expect([keyring, keys, fault]).toEqual([pin, [], null]);
});

test("T-18 a pinned root of small order, listed twice or short of the threshold is not trusted", () => {
  const weak = ed25519Key("00".repeat(32));
  const weakRoot = { keyid: weak.keyId, alg: weak.algorithm, spki: toBase64(weak.spki) };
  const cases: readonly (readonly [KeyringPin["root"], string])[] = [
    [{ keys: [weakRoot], threshold: 1 }, "small order"],
    [{ keys: [rootKey, rootKey], threshold: 1 }, "listed twice"],
    [{ keys: [rootKey], threshold: 2 }, "more root keys must sign"],
  ];
  for (const [root, fault] of cases) {
    const text = writeKeyringTrust({ ...pin, root }, [noteSigner("log.example.org")]);
    expect(readTrust(utf8(text), sha256).fault).toContain(fault);
  }
});

test.each([
  ["evidence keys and a keyring", pinText.replace('"version": 1,', '"version": 1, "evidence_keys": [],')],
  ["neither", '{"version":1,"logs":["log.example.org"]}'],
  ["a keyring and no log", pinText.replace(/,\s*"logs": \[[^\]]*\]/, "")],
])("a trust file that names %s cannot be used", (_, text) => {
  expect(() => readTrust(utf8(text), sha256)).toThrow(TrustFault);
});

test.each([
  [{ require: { precommit: false } }, "/require/precommit must be true, or be left out"],
  [
    { require: { nothing: true } },
    "/require/nothing is not known here: it may demand a check that this verifier cannot make",
  ],
  [{ refresh_after: "2027-01-31" }, "/refresh_after must be a time such as 2027-01-31T00:00:00.000Z"],
])("what is wrong with %j is reported plainly", (members, fault) => {
  const text = JSON.stringify({ ...(JSON.parse(trustText) as object), ...members });
  expect(() => readTrust(utf8(text), sha256)).toThrow(`trust file: ${fault}`);
});

test("what a trust file lacks is said in words", () => {
  expect(() => readTrust(utf8("{}"), sha256)).toThrow("trust file: version is missing");
});

test("what a trust file demands must be something it lets anybody fulfil", () => {
  const withMembers = (members: object) =>
    readTrust(utf8(JSON.stringify({ ...(JSON.parse(trustText) as object), ...members })), sha256);
  expect(withMembers({ require: { precommit: true, organisation: "acme" } }).demands).toEqual({
    precommit: true,
    organisation: "acme",
    timestamp: false,
  });
  for (const [members, fault] of [
    [{ require: { timestamp: true } }, "no authority is named"],
    [{ require: { precommit: true }, logs: undefined }, "no log is named"],
    [{ require: { precommit: false } }, "/require/precommit"],
    [{ require: { organisation: "" } }, "/require/organisation"],
    [{ require: { witness: true } }, "/require"],
    [{ refresh_after: "2027-12-26" }, "/refresh_after"],
    [{ refresh_after: "2027-02-30T00:00:00.000Z" }, "is not a time"],
  ] as const) {
    expect(() => withMembers(members)).toThrow(fault);
  }
});
