import { expect, test } from "vitest";

import {
  keyB,
  keyC,
  pinning,
  revokeB,
  rotation,
} from "../../../clients/conformance/evidence/examples/keyring-story.ts";
import { primitives, trust } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { parseInstant } from "../../encoding/instant.ts";
import { checkKeyWindow } from "./check-key-window.ts";
import { effectiveKeys } from "./effective-keys.ts";

const { story } = rotation();
revokeB(story, 7);
const effective = effectiveKeys({ trust: pinning(), keyring: story.history(), nowUs: undefined }, primitives);
const revokedUs = parseInstant("2026-11-21T08:00:00.000Z")!;
const signed = { keyId: keyB.keyId, index: 6 };

test("keys that the trust file pins count for the whole log", () => {
  const pinned = effectiveKeys({ trust, keyring: null, nowUs: undefined }, primitives);
  expect(checkKeyWindow(pinned, { keyId: "", index: 1e9 })).toMatchObject({
    kind: "pass",
    note: expect.any(String),
  });
});

test("it does not say that keys are pinned where a keyring is, and is not there", () => {
  const unknown = effectiveKeys({ trust: pinning(), keyring: null, nowUs: undefined }, primitives);
  expect(checkKeyWindow(unknown, { keyId: "", index: 6 })).toEqual({
    kind: "pass",
    note: "no key is known whose time could be looked up",
  });
});

test("a leaf behind the compromise does not count, one before it does", () => {
  expect(checkKeyWindow(effective, signed)).toEqual({ kind: "pass" });
  expect(checkKeyWindow(effective, { ...signed, index: 7 })).toMatchObject({ kind: "fail" });
});

test("where third parties' times are wanted, a compromised key needs one from before its revocation", () => {
  const seen = (notAfterUs: number | null) =>
    checkKeyWindow(effective, signed, { isDemanded: true, notAfterUs }).kind;
  expect([seen(revokedUs - 1), seen(revokedUs), seen(null)]).toEqual(["pass", "fail", "fail"]);
  const index = story.size;
  const demanded = { isDemanded: true, notAfterUs: null };
  expect(checkKeyWindow(effective, { keyId: keyC.keyId, index }, demanded)).toEqual({ kind: "pass" });
});
