import { expect, test } from "vitest";

import { toBase64 } from "../../../../core/encoding/base64.ts";
import { readStoredBundle } from "../../../../core/encoding/bundle.ts";
import { fromHex, textOf, utf8 } from "../../../../core/encoding/bytes.ts";
import { canonicalBytes } from "../../../../core/encoding/canonical-json.ts";
import { unsignedKeyring } from "../../../../core/evidence/keys/keyring-envelope.ts";
import type { Keyring } from "../../../../core/evidence/keys/keyring.ts";
import { parseInstant } from "../../../../core/encoding/instant.ts";
import {
  beginRotation,
  repeatKeyring,
  replaceRoots,
  revokeKey,
  withRefreshDate,
} from "../../../../core/evidence/keys/next-keyring.ts";
import { checkKeyringHistory, type KeyringHistory } from "../../../../core/evidence/keys/keyring-history.ts";
import { checkKeyWindow } from "../../../../core/evidence/verify/check-key-window.ts";
import { passed } from "../../../../core/evidence/verify/verification-report.ts";
import { keyIdOf } from "../../../../core/evidence/keys/public-key.ts";
import { rescorer } from "../../../../core/evidence/rescore/rescore.ts";
import { formatVerifierKey } from "../../../../core/evidence/log/signed-note.ts";
import { toyScoring } from "../../../../core/evidence/rescore/toy-scoring-for-tests.ts";
import type { Trust } from "../../../../core/evidence/keys/trust.ts";
import { verifyBundle } from "../../../../core/evidence/verify/verify-bundle.ts";
import { ed25519Signer } from "../examples/ed25519-signer.ts";
import { primitives, untrustedSigner } from "../examples/example-evidence.ts";
import { noteSigner } from "../examples/example-log.ts";
import {
  first,
  keyA,
  keyB,
  keyC,
  pinning,
  revokeB,
  root,
  rotation,
  Story,
  storySigner,
} from "../examples/keyring-story.ts";
import { facts, frames, set, type Edit } from "../examples/toy-evidence.ts";

const rescore = rescorer(toyScoring);

function judge(bundle: Uint8Array, keyring: Uint8Array | null, trust: Trust = pinning()) {
  return verifyBundle({ bundle, frames: frames.bytes, trust, keyring }, primitives, { rescore });
}

/** The code, and why in the words of the step that gave it. */
function refusal(...given: Parameters<typeof judge>): string {
  const { code, findings } = judge(...given);
  const found = Object.values(findings).find(({ kind }) => kind === "fail");
  return `${code} ${found?.kind === "fail" ? found.detail : ""}`;
}

test("evidence from before a rotation, from during it and from after it is valid under the keyring's roots alone", () => {
  const { story, before, during, after } = rotation();
  for (const bundle of [before(), during(), after()]) {
    const report = judge(bundle, story.history());
    expect(report.verdict).toBe("valid");
    expect(report.findings.trustedKeys).toEqual({ kind: "pass", note: "keyring version 3" });
    expect(report.findings.keyWindow).toEqual({ kind: "pass" });
  }
});

test("each is also valid under the keyring of its own day", () => {
  const { story, before, during } = rotation();
  expect(judge(before(), story.history(1)).verdict).toBe("valid");
  expect(judge(during(), story.history(2)).verdict).toBe("valid");
  expect(refusal(during(), story.history(1))).toContain("E_SIGNATURE key");
});

test("without the keyring, nothing its roots could vouch for is believed", () => {
  const { before } = rotation();
  expect(refusal(before(), null)).toMatch(/^E_KEYRING .*no keyring was given/);
});

test("T-04 evidence by a key that no keyring names", () => {
  const { story } = rotation();
  const forged = story.issue(untrustedSigner);
  expect(refusal(forged(), story.history())).toContain("E_SIGNATURE");
});

test("T-20 a retired key signs again today, and every time in the bundle is from its own days", () => {
  const { story, before } = rotation();
  const backDated = story.issue(keyA, { random: { ...facts.random, salt: new Uint8Array(32) } });
  const told = readStoredBundle(backDated());
  expect(told.issued_at).toBe(readStoredBundle(before()).issued_at);
  expect(refusal(backDated(), story.history())).toMatch(/^E_KEY_WINDOW/);
});

test("T-21 a retired key's signature really is in the log, behind its last leaf", () => {
  const { story } = rotation();
  const forged = story.issue(keyA);
  expect(refusal(forged(), story.history())).toMatch(/^E_KEY_WINDOW leaf 8, and the key signed up to leaf 3/);
});

test("T-21 a retiring key ended with the version that says so, though its last leaf is not stated yet", () => {
  const { story } = rotation();
  const forged = story.issue(keyA);
  expect(refusal(forged(), story.history(2))).toMatch(/^E_KEY_WINDOW/);
});

test("T-21 a key signed before its keyring was in the log", () => {
  const story = new Story();
  story.publish(first());
  const early = story.issue(keyB);
  story.publish(beginRotation(story.newest, keyB, 0));
  expect(refusal(early(), story.history())).toMatch(/^E_KEY_WINDOW leaf 1, and the key signs from leaf 3 on/);
});

test("T-22 a compromised key: what it signed before is valid, what lies between compromise and revocation is not", () => {
  const { story, before, during, after } = rotation();
  revokeB(story, 7);
  const fresh = story.issue(keyC);
  const late = story.issue(keyB);
  for (const bundle of [before(), during(), fresh()])
    expect(judge(bundle, story.history()).verdict).toBe("valid");
  expect(refusal(after(), story.history())).toMatch(
    /^E_KEY_WINDOW leaf 7, and the key is compromised since leaf 7/,
  );
  expect(refusal(late(), story.history())).toMatch(/^E_KEY_WINDOW/);
});

test("T-22 where third parties' times are demanded, a compromised key counts only for what they saw before it was revoked", () => {
  const { story, during } = rotation();
  revokeB(story, 7);
  const keyring = checkKeyringHistory(story.history(), {
    pin: pinning().keyring!,
    logs: pinning().logs,
    primitives,
  });
  if (keyring.kind === "broken") throw new TypeError(keyring.detail);
  const { index } = readStoredBundle(during()).proof.log!;
  const revokedUs = Date.parse("2026-11-21T08:00:00.000Z") * 1000;
  const found = (isDemanded: boolean, notAfterUs: number | null) =>
    checkKeyWindow(
      { finding: passed, keys: [], versions: keyring.versions },
      { keyId: keyB.keyId, index },
      { isDemanded, notAfterUs },
    ).kind;
  expect([found(false, null), found(true, revokedUs - 1)]).toEqual(["pass", "pass"]);
  expect([found(true, revokedUs), found(true, null)]).toEqual(["fail", "fail"]);
});

test("a key revoked without a compromise keeps what it signed before", () => {
  const { story, during, after } = rotation();
  const revocation = {
    keyId: keyB.keyId,
    reason: "moved",
    compromisedSinceIndex: null,
    at: "2026-11-21T08:00:00.000Z",
  };
  story.publish(revokeKey(story.newest, revocation, { key: keyC, logSize: story.size }));
  const late = story.issue(keyB);
  for (const bundle of [during(), after()]) expect(judge(bundle, story.history()).verdict).toBe("valid");
  expect(refusal(late(), story.history())).toMatch(/^E_KEY_WINDOW/);
});

test("T-23 an old keyring in which the key still counts", () => {
  const { story, after } = rotation();
  revokeB(story, 7);
  expect(judge(after(), story.history(3)).verdict).toBe("valid");
  const trust = pinning({ minimumVersion: 4 });
  expect(refusal(after(), story.history(3), trust)).toMatch(/^E_KEYRING version 3 is older than version 4/);
  expect(refusal(after(), story.history(4), trust)).toMatch(/^E_KEY_WINDOW/);
});

test("T-24 two keyrings of one version, both by the roots: the one the trust file names counts", () => {
  const { story, after } = rotation();
  const fork = rotation().story;
  revokeB(story, 7);
  revokeB(fork, 8);
  const trust = pinning({ minimumVersion: 4, digest: story.newest.digest });
  expect(refusal(after(), story.history(), trust)).toMatch(/^E_KEY_WINDOW/);
  expect(refusal(after(), fork.history(), trust)).toMatch(
    /^E_KEYRING .* another one than the trust file names/,
  );
});

test("T-24 two documents of one version in one history", () => {
  const { story, after } = rotation();
  story.publish({ ...story.newest.keyring, policy: "quorum none\n" });
  expect(refusal(after(), story.history())).toMatch(/^E_KEYRING version 3 does not follow version 3/);
});

test.each<[string, Edit, RegExp]>([
  ["a version left out", set("version", 5), /version 5 does not follow version 3/],
  ["another version before", set("prev", `sha256:${"0".repeat(64)}`), /follows another version 3/],
  ["a key taken out", (keyring) => (keyring as { keys: unknown[] }).keys.shift(), /leaves .* out/],
  ["an ended key made to last", set("keys.0.last_index", 9), /lasts longer/],
  ["an ended key brought back", (keyring) => restatus(keyring, "retiring"), /was retired already/],
  ["another beginning", set("keys.0.first_index", 0), /begins elsewhere/],
  ["another log", (keyring) => relog(keyring, "other.example.org"), /is of another log/],
])("T-24 a version with %s, signed by the root", (_, edit, words) => {
  const { story, before } = rotation();
  const next = structuredClone({ ...story.newest.keyring, version: 4, prev: story.newest.digest });
  edit(next);
  expect(refusal(before(), story.publish(next).history())).toMatch(words);
});

function restatus(keyring: unknown, status: string): void {
  set("keys.0.status", status)(keyring);
  set("keys.0.last_index", null)(keyring);
}

function relog(keyring: unknown, origin: string): void {
  set("log.origin", origin)(keyring);
  set("log.vkeys", [formatVerifierKey(noteSigner(origin))])(keyring);
}

function ed25519Key(pointHex: string) {
  const spki = fromHex(`302a300506032b6570032100${pointHex}`)!;
  return { keyid: keyIdOf(spki, primitives.sha256), alg: "ED25519" as const, spki: toBase64(spki) };
}

const rsaKey = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA";
const secp256k1 = toBase64(fromHex(`3056301006072a8648ce3d020106052b8104000a03420004${"11".repeat(64)}`)!);

test.each<[string, (keyring: Keyring) => unknown, RegExp]>([
  ["T-18 a key of small order", (keyring) => swapKey(keyring, ed25519Key("00".repeat(32))), /small order/],
  [
    "T-18 a point in a second spelling",
    (keyring) => swapKey(keyring, ed25519Key(`ee${"ff".repeat(30)}7f`)),
    /second spelling/,
  ],
  [
    "T-18 a root key of small order",
    (keyring) => swapRoot(keyring, ed25519Key(`01${"00".repeat(31)}`)),
    /small order/,
  ],
  ["T-19 an RSA key", (keyring) => swapKey(keyring, { alg: "RSA_2048", spki: rsaKey }), /alg/],
  ["T-19 an RSA key called P-256", (keyring) => swapKey(keyring, { spki: rsaKey }), /P-256/],
  ["T-19 a key of another curve", (keyring) => swapKey(keyring, { spki: secp256k1 }), /P-256/],
  ["T-19 a P-256 key called Ed25519", (keyring) => swapKey(keyring, { alg: "ED25519" }), /Ed25519/],
  ["T-19 a key under another id", (keyring) => swapKey(keyring, { keyid: keyB.keyId }), /not the id/],
  [
    "one key under two entries",
    (keyring) => ({ ...keyring, keys: [keyring.keys[0], keyring.keys[0]] }),
    /twice/,
  ],
  [
    "a root key that signs evidence",
    (keyring) => ({ ...keyring, root: { threshold: 1, keys: [pick(keyring.keys[0]!)] } }),
    /twice/,
  ],
  ["no active key", (keyring) => swapKey(keyring, { status: "retired", last_index: 5 }), /not exactly one/],
  [
    "a revocation of a key that is not revoked",
    (keyring) => swapKey(keyring, { revoked: revocation }),
    /says it is revoked/,
  ],
  [
    "a higher threshold than roots",
    (keyring) => ({ ...keyring, root: { ...keyring.root, threshold: 2 } }),
    /fewer keys/,
  ],
  [
    "a first version that follows",
    (keyring) => ({ ...keyring, prev: `sha256:${"0".repeat(64)}` }),
    /follows nothing/,
  ],
  ["an unknown member", (keyring) => ({ ...keyring, note: "x" }), /\/note/],
  [
    "a second version first",
    (keyring) => ({ ...keyring, version: 2, prev: `sha256:${"0".repeat(64)}` }),
    /begin with version 1/,
  ],
])("a keyring with %s is refused", (_, edit, words) => {
  const envelope = signedAnyhow(edit(first()));
  const history = { schema: "urn:plumbline:keyring-history:1", versions: [{ envelope, log: place }] };
  const { before } = rotation();
  expect(refusal(before(), canonicalBytes(history))).toMatch(/^E_KEYRING/);
  expect(refusal(before(), canonicalBytes(history))).toMatch(words);
});

const revocation = { index: 4, at: "2026-11-21T08:00:00.000Z", reason: "x", compromised_since_index: null };
const place = (JSON.parse(textOf(rotation().story.history())!) as KeyringHistory).versions[0]!.log;

function pick({ keyid, alg, spki }: Keyring["keys"][number]) {
  return { keyid, alg, spki };
}

function swapKey(keyring: Keyring, member: object): unknown {
  return { ...keyring, keys: [{ ...keyring.keys[0], ...member }] };
}

function swapRoot(keyring: Keyring, key: object): unknown {
  return { ...keyring, root: { threshold: 1, keys: [key] } };
}

/** Signed by the root, whatever it is. */
function signedAnyhow(keyring: unknown) {
  return { ...unsignedKeyring(keyring as Keyring), signatures: [{ keyid: root.keyId, sig: "AAAA" }] };
}

const second = storySigner("second root");

test("a threshold of two takes two different roots, and no stranger", () => {
  const roots = [root, second];
  const trust = pinning({ roots });
  const told = (signers: readonly (typeof root)[]) => {
    const story = new Story();
    story.append(utf8("entry 0"));
    story.publish(first(roots), signers);
    const bundle = story.issue(keyA);
    story.append(utf8("entry 3"));
    return { bundle, story };
  };
  const both = told(roots);
  const late = both.story.issue(keyA);
  expect(judge(late(), both.story.history(), trust).verdict).toBe("valid");
  const one = told([root]);
  expect(refusal(one.bundle(), one.story.history(), trust)).toMatch(/signed by 1 of the 2 root keys/);
  const twice = both.story.newest.envelope;
  const repeated = { ...twice, signatures: [twice.signatures[0]!, twice.signatures[0]!] };
  expect(refusal(late(), new Story().publishEnvelope(repeated).history(), trust)).toMatch(/signed twice/);
  const stranger = told([root, second, untrustedSigner]);
  expect(refusal(stranger.bundle(), stranger.story.history(), trust)).toMatch(/is no root key/);
});

test("a keyring by other roots than the pinned ones is refused, however well it is signed", () => {
  const { story, before } = rotation();
  expect(refusal(before(), story.history(), pinning({ roots: [second] }))).toMatch(
    /not signed by the root keys/,
  );
});

test("roots may be replaced by those in force; either pin then leads to the same keys", () => {
  const { story, before } = rotation();
  story.publish(replaceRoots(story.newest, [second, ed25519Signer()], 2), [root, second, ed25519Signer()]);
  const after = story.issue(keyB);
  for (const trust of [pinning(), pinning({ roots: [second, ed25519Signer()] })]) {
    expect(judge(before(), story.history(), trust).verdict).toBe("valid");
    expect(judge(after(), story.history(), trust).verdict).toBe("valid");
  }
});

test("roots nobody in force has agreed to are refused", () => {
  const { story, before } = rotation();
  story.publish(replaceRoots(story.newest, [second], 1), [second]);
  expect(refusal(before(), story.history())).toMatch(/signed by 0 of the 1 root keys/);
});

test("no bit of a keyring history can be flipped", () => {
  const { story, before } = rotation();
  const [bundle, history, trust] = [before(), story.history(1), pinning()];
  // Every bit would take a minute; these reach every member.
  for (let at = 0; at < history.length; at += 29) {
    const flipped = Uint8Array.from(history);
    flipped[at]! ^= 1 << (at % 8);
    expect(judge(bundle, flipped, trust).code, `bit ${at % 8} of byte ${at}`).toBe("E_KEYRING");
  }
});

test.each<[string, (versions: KeyringHistory["versions"]) => unknown]>([
  ["with its versions swapped", (versions) => versions.toReversed()],
  ["without its first version", (versions) => versions.slice(1)],
  ["without a version between", (versions) => versions.toSpliced(1, 1)],
  [
    "with the place of another version",
    (versions) => versions.with(2, { ...versions[2]!, log: versions[1]!.log }),
  ],
  ["of no version", () => []],
])("a keyring history %s is refused", (_, change) => {
  const { story, before } = rotation();
  const history = JSON.parse(textOf(story.history())!) as KeyringHistory;
  const changed = canonicalBytes({ ...history, versions: change(history.versions) });
  expect(judge(before(), changed).code).toBe("E_KEYRING");
});

test("a keyring that was to be fetched again leaves the verdict open, and a later version closes it", () => {
  const story = new Story();
  story.append(utf8("entry 0"));
  story.append(utf8("entry 1"));
  const refreshAfter = "2027-12-26T00:00:00.000Z";
  story.publish(withRefreshDate(first(), refreshAfter));
  const evidence = story.issue(keyA);
  const judged = (history: Uint8Array, now: string) =>
    verifyBundle(
      { bundle: evidence(), frames: frames.bytes, trust: pinning(), keyring: history },
      primitives,
      { rescore: rescorer(toyScoring), nowUs: parseInstant(now)! },
    );
  const old = story.history();
  expect(judged(old, refreshAfter)).toMatchObject({ verdict: "valid" });
  const late = judged(old, "2028-01-01T00:00:00.000Z");
  expect(late).toMatchObject({ verdict: "incomplete", code: null, judgedAsOf: "2028-01-01T00:00:00.000Z" });
  const stale = expect.stringContaining("the keyring was to be fetched again after 2027-12-26");
  expect(late.findings.trustedKeys).toMatchObject({ kind: "not_checked", wanted: true, reason: stale });
  // What was signed is still recomputed: the copy is old, and not wrong.
  expect(late.findings.scoring).toMatchObject({ kind: "pass" });

  story.publish(withRefreshDate(repeatKeyring(story.newest), "2029-01-30T00:00:00.000Z"));
  expect(judged(story.history(), "2028-01-01T00:00:00.000Z")).toMatchObject({ verdict: "valid" });
});
