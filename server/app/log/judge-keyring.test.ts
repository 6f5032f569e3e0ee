import { expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import {
  first,
  keyA,
  keyB,
  keyC,
  root,
  Story,
} from "../../../clients/conformance/evidence/examples/keyring-story.ts";
import { textOf, utf8 } from "../../../core/encoding/bytes.ts";
import { canonicalBytes } from "../../../core/encoding/canonical-json.ts";
import { preAuthenticationEncoding, type Signer } from "../../../core/evidence/keys/dsse.ts";
import { signKeyring, unsignedKeyring } from "../../../core/evidence/keys/keyring-envelope.ts";
import type { Keyring } from "../../../core/evidence/keys/keyring.ts";
import { beginRotation, repeatKeyring } from "../../../core/evidence/keys/next-keyring.ts";
import { openOwnDocument } from "../present/present-custody.ts";
import { judgeKeyring, openKeyring, type KeyringNeeds } from "./judge-keyring.ts";

const signedBy = (keyring: Keyring, signer: Signer = root) =>
  canonicalBytes(signKeyring(unsignedKeyring(keyring), signer));
const firstBytes = signedBy(first());
/** Version 1 is the newest, and its log has ten leaves. */
const { newest } = new Story().publish(first());
const rotated = beginRotation(newest, keyB, 10);
const rotatedBytes = signedBy(rotated);
const judge = (bytes: Uint8Array, given: Partial<KeyringNeeds> = {}) =>
  judgeKeyring(bytes, { newest, logSize: 10, signers: [keyA, keyB], primitives, ...given });

test("a first version enters the log alone, and its key signs from then on", () => {
  const judged = judge(firstBytes, { newest: null, logSize: 2 });
  expect(judged).toMatchObject({ kind: "accepted", signer: keyA });
  expect(judged.kind === "accepted" ? judged.documents : []).toMatchObject([
    { kind: "keyring", organisation: null, subject: "1", envelope: firstBytes },
  ]);
});

test("a key that takes over signs the leaf behind the version that names it", () => {
  const judged = judge(rotatedBytes);
  if (judged.kind === "refused") throw new Error(judged.reason);
  const [version, handover] = judged.documents;
  expect([version?.kind, handover?.kind, judged.documents.length]).toEqual(["keyring", "handover", 2]);
  const { payload, signed } = openOwnDocument(handover?.envelope ?? new Uint8Array());
  expect(payload).toEqual({
    schema: "urn:plumbline:handover:1",
    keyring_version: 2,
    keyring_digest: judged.opened.digest,
    key_id: keyB.keyId,
  });
  const [signature] = signed.signatures;
  const message = preAuthenticationEncoding(signed.payloadType, Buffer.from(signed.payload, "base64"));
  const claim = { ...keyB, message, signature: Buffer.from(signature?.sig ?? "", "base64") };
  expect(primitives.verifySignature(claim)).toBe(true);
});

test("where the same key goes on there is nothing to hand over", () => {
  const judged = judge(signedBy(repeatKeyring(newest)));
  expect(judged.kind === "accepted" ? judged.documents.map(({ kind }) => kind) : judged).toEqual(["keyring"]);
});

test.each([
  ["no JSON", utf8("{"), {}, "the envelope is"],
  ["no keyring", utf8("{}"), {}, "not the envelope of a keyring"],
  ["signed by nobody", canonicalBytes(unsignedKeyring(rotated)), {}, "signed by 0 of the 1"],
  ["signed by another root", signedBy(rotated, keyC), {}, "is no root key"],
  ["the one before", firstBytes, {}, "version 1 does not follow version 1"],
  ["of a key that is elsewhere", rotatedBytes, { signers: [keyA] }, "is not in the data folder"],
  ["of a key that counts too late", rotatedBytes, { logSize: 8 }, "counts from leaf 10 on"],
])("a version that is %s is refused", (_, bytes, given, reason) => {
  expect(judge(bytes, given)).toEqual({ kind: "refused", reason: expect.stringContaining(reason) });
});

test("a version counts from the next leaf on at the latest", () => {
  expect(judge(rotatedBytes, { logSize: 9 }).kind).toBe("accepted");
});

test("an envelope in a second spelling does not open", () => {
  const spaced = utf8(` ${textOf(firstBytes)}`);
  expect(openKeyring(firstBytes, primitives).kind).toBe("open");
  expect(openKeyring(spaced, primitives)).toMatchObject({ kind: "broken" });
});
