import { reissueBundle } from "../../../../core/evidence/bundle/reissue-bundle.ts";
import { readStoredBundle } from "../../../../core/encoding/bundle.ts";
import { textOf, utf8 } from "../../../../core/encoding/bytes.ts";
import { canonicalBytes } from "../../../../core/encoding/canonical-json.ts";
import type { KeyringHistory } from "../../../../core/evidence/keys/keyring-history.ts";
import type { Keyring } from "../../../../core/evidence/keys/keyring.ts";
import { replaceRoots, revokeKey } from "../../../../core/evidence/keys/next-keyring.ts";
import { primitives } from "../examples/example-evidence.ts";
import { exampleOrigin } from "../examples/example-log.ts";
import {
  keyA,
  keyB,
  keyC,
  pinText,
  revokeB,
  root,
  rotation,
  storySigner,
} from "../examples/keyring-story.ts";
import { fromStart } from "../examples/scored-evidence.ts";
import { set } from "../examples/toy-evidence.ts";

/** Evidence, and the keyring it is judged by, as it was when something happened to its keys. */
export interface KeyringCase {
  readonly name: string;
  readonly bundle: Uint8Array;
  readonly keyring: Uint8Array;
  /** A trust file that pins the roots. */
  readonly trust: string;
  readonly code: "E_KEYRING" | "E_KEY_WINDOW" | null;
}

/** Everybody's frames. */
export const keyringCaseFrames = fromStart.frames.bytes;

const scored = fromStart.facts;
const revokedAt = "2026-11-21T08:00:00.000Z";

/** Once for each fate of key B, which took over from A: evidence of every time, and what counts of it. */
export function keyringCases(): readonly KeyringCase[] {
  return [...rotated(), ...revoked(), ...compromised(), ...reissued(), ...spoiled()];
}

function rotated(): readonly KeyringCase[] {
  const { story, before, during, after } = rotation(scored);
  const forged = story.issue(keyA, scored);
  const given = { keyring: story.history(), trust: pinText() };
  return [
    { name: "rotated: from before", bundle: before(), ...given, code: null },
    { name: "rotated: from during it", bundle: during(), ...given, code: null },
    { name: "rotated: from after", bundle: after(), ...given, code: null },
    { name: "rotated: by the retired key, today", bundle: forged(), ...given, code: "E_KEY_WINDOW" },
    {
      name: "rotated: by the retiring key, whose last leaf is not stated yet",
      bundle: forged(),
      keyring: story.history(2),
      trust: pinText(),
      code: "E_KEY_WINDOW",
    },
  ];
}

function revoked(): readonly KeyringCase[] {
  const { story, before, during, after } = rotation(scored);
  const revocation = { keyId: keyB.keyId, reason: "moved", compromisedSinceIndex: null, at: revokedAt };
  story.publish(revokeKey(story.newest, revocation, { key: keyC, logSize: story.size }));
  const fresh = story.issue(keyC, scored);
  const late = story.issue(keyB, scored);
  const given = { keyring: story.history(), trust: pinText() };
  return [
    { name: "revoked: by the key before", bundle: before(), ...given, code: null },
    { name: "revoked: from before", bundle: during(), ...given, code: null },
    { name: "revoked: the last before", bundle: after(), ...given, code: null },
    { name: "revoked: by the next key", bundle: fresh(), ...given, code: null },
    { name: "revoked: by the revoked key, today", bundle: late(), ...given, code: "E_KEY_WINDOW" },
  ];
}

function compromised(): readonly KeyringCase[] {
  const { story, before, during, after } = rotation(scored);
  revokeB(story, 7);
  const fresh = story.issue(keyC, scored);
  const late = story.issue(keyB, scored);
  const given = { keyring: story.history(), trust: pinText() };
  const raised = pinText({ minimumVersion: 4 });
  return [
    { name: "compromised: by the key before", bundle: before(), ...given, code: null },
    { name: "compromised: before the leaf named", bundle: during(), ...given, code: null },
    { name: "compromised: at the leaf named", bundle: after(), ...given, code: "E_KEY_WINDOW" },
    { name: "compromised: by the next key", bundle: fresh(), ...given, code: null },
    { name: "compromised: by the thief, today", bundle: late(), ...given, code: "E_KEY_WINDOW" },
    {
      name: "compromised: by an old keyring, which cannot know",
      bundle: after(),
      keyring: story.history(3),
      trust: pinText(),
      code: null,
    },
    {
      name: "compromised: by an old keyring under a newer trust file",
      bundle: during(),
      keyring: story.history(3),
      trust: raised,
      code: "E_KEYRING",
    },
  ];
}

/** What the thief's time leaves worthless is issued anew by the next key. */
function reissued(): readonly KeyringCase[] {
  const { story, after } = rotation(scored);
  revokeB(story, 7);
  const old = readStoredBundle(after());
  const again = reissueBundle(old, {
    signer: keyC,
    sha256: primitives.sha256,
    nowUs: Date.parse(revokedAt) * 1000,
    random: { salt: new Uint8Array(32).fill(7), eventId: new Uint8Array(8).fill(7) },
    logOrigin: exampleOrigin,
  });
  const successor = story.enter(again);
  const given = { keyring: story.history(), trust: pinText() };
  return [
    { name: "reissued: the successor", bundle: successor(), ...given, code: null },
    { name: "reissued: what it supersedes", bundle: after(), ...given, code: "E_KEY_WINDOW" },
  ];
}

/** Keyrings nobody may go by, under good evidence. */
function spoiled(): readonly KeyringCase[] {
  const second = storySigner("second root");
  const { story, before } = rotation(scored);
  const bundle = before();
  const history = JSON.parse(textOf(story.history())!) as KeyringHistory;
  const withVersions = (versions: unknown) => canonicalBytes({ ...history, versions });
  const { versions } = history;
  const bad = (name: string, keyring: Uint8Array, trust = pinText()): KeyringCase => ({
    name: `a keyring ${name}`,
    bundle,
    keyring,
    trust,
    code: "E_KEYRING",
  });
  const following = (edit: (keyring: Keyring) => void) => {
    const told = rotation(scored);
    const next = structuredClone({
      ...told.story.newest.keyring,
      version: 4,
      prev: told.story.newest.digest,
    });
    edit(next);
    return told.story.publish(next).history();
  };
  const usurped = rotation(scored);
  usurped.story.publish(replaceRoots(usurped.story.newest, [second], 1), [second]);
  return [
    bad("by other roots than the pinned ones", story.history(), pinText({ roots: [second] })),
    bad("with a version by roots nobody in force agreed to", usurped.story.history()),
    bad("without its first version", withVersions(versions.slice(1))),
    bad("without a version between", withVersions(versions.toSpliced(1, 1))),
    bad(
      "with the place of another version",
      withVersions(versions.with(2, { ...versions[2]!, log: versions[1]!.log })),
    ),
    bad("of no version", withVersions([])),
    bad(
      "of another digest than the pinned one",
      story.history(),
      pinText({ minimumVersion: 3, digest: `sha256:${"0".repeat(64)}` }),
    ),
    bad("that makes an ended key last", following(set("keys.0.last_index", 9))),
    bad("that brings an ended key back", following(revive)),
    bad(
      "that leaves a key out",
      following((keyring) => keyring.keys.shift()),
    ),
    bad("that lets a key begin elsewhere", following(set("keys.0.first_index", 0))),
    bad("that follows another version", following(set("prev", `sha256:${"1".repeat(64)}`))),
    bad(
      "with a root signature that does not verify",
      withVersions([{ ...versions[0]!, envelope: unsignedBy() }, ...versions.slice(1)]),
    ),
    bad("that is none", utf8("{}")),
  ];

  function unsignedBy() {
    const [signature] = versions[1]!.envelope.signatures;
    return { ...versions[0]!.envelope, signatures: [{ keyid: root.keyId, sig: signature!.sig }] };
  }
}

function revive(keyring: Keyring): void {
  set("keys.0.status", "retiring")(keyring);
  set("keys.0.last_index", null)(keyring);
}
