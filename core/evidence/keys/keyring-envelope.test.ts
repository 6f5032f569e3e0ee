import { expect, test } from "vitest";

import {
  first,
  keyC,
  root,
  storySigner,
} from "../../../clients/conformance/evidence/examples/keyring-story.ts";
import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { fromBase64, toBase64 } from "../../encoding/base64.ts";
import { concatBytes, utf8 } from "../../encoding/bytes.ts";
import { namedDigestOf } from "../bundle/content-digest.ts";
import {
  isSignedBy,
  openKeyringEnvelope,
  rootSignaturesFault,
  signKeyring,
  unsignedKeyring,
  type KeyringEnvelope,
  type OpenedKeyring,
} from "./keyring-envelope.ts";

const second = storySigner("second root");
const keyring = first([root, second]);
const unsigned = unsignedKeyring(keyring);

function opened(envelope: KeyringEnvelope): OpenedKeyring {
  const found = openKeyringEnvelope(envelope, primitives);
  if (found.kind === "broken") throw new TypeError(found.detail);
  return found;
}

test("an envelope opens to its keyring and the digest the next version names", () => {
  expect(opened(unsigned)).toMatchObject({ keyring, digest: namedDigestOf(keyring, primitives.sha256) });
});

test("signatures count once for each root key, up to the threshold", () => {
  const once = signKeyring(unsigned, root);
  expect(signKeyring(once, root)).toBe(once);
  expect(rootSignaturesFault(opened(once), [keyring.root], primitives)).toBe(
    "signed by 1 of the 2 root keys that must",
  );
  const both = opened(signKeyring(once, second));
  expect(rootSignaturesFault(both, [keyring.root], primitives)).toBeNull();
  expect([isSignedBy(opened(once), keyring.root), isSignedBy(both, keyring.root)]).toEqual([false, true]);
});

test("a signature by another key, a broken one and one counted twice spoil the envelope", () => {
  const both = signKeyring(signKeyring(unsigned, root), second);
  const [one, other] = both.signatures;
  const fault = (signatures: KeyringEnvelope["signatures"]) =>
    rootSignaturesFault(opened({ ...both, signatures }), [keyring.root], primitives);
  expect(fault([one!, one!])).toContain("twice");
  expect(fault([...both.signatures, ...signKeyring(unsigned, keyC).signatures])).toContain("no root key");
  expect(fault([one!, { ...other!, sig: one!.sig }])).toContain("does not verify");
  expect(fault([one!, { ...other!, sig: "*" }])).toContain("does not verify");
});

test("a payload in a second spelling is no keyring", () => {
  const spaced = toBase64(concatBytes(utf8(" "), fromBase64(unsigned.payload)!));
  expect(openKeyringEnvelope({ ...unsigned, payload: spaced }, primitives).kind).toBe("broken");
  expect(openKeyringEnvelope({ ...unsigned, payload: "*" }, primitives).kind).toBe("broken");
  expect(openKeyringEnvelope({}, primitives).kind).toBe("broken");
});
