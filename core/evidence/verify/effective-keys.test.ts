import { expect, test } from "vitest";

import {
  keyA,
  keyB,
  pinning,
  rotation,
} from "../../../clients/conformance/evidence/examples/keyring-story.ts";
import {
  primitives,
  testSigner,
  trust,
} from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { utf8 } from "../../encoding/bytes.ts";
import { parseInstant } from "../../encoding/instant.ts";
import { effectiveKeys } from "./effective-keys.ts";

const { story } = rotation();
const keyring = story.history();

test("a trust file that names keys asks no keyring", () => {
  const { keys, versions, finding } = effectiveKeys({ trust, keyring: null, nowUs: undefined }, primitives);
  expect(keys.map(({ keyId }) => keyId)).toEqual([testSigner.keyId]);
  expect([versions, finding]).toEqual([null, { kind: "pass" }]);
  expect(effectiveKeys({ trust, keyring: utf8("{}"), nowUs: undefined }, primitives).finding.kind).toBe(
    "fail",
  );
});

test("a pinned keyring gives the keys of its newest version", () => {
  const { keys, versions, finding } = effectiveKeys(
    { trust: pinning(), keyring, nowUs: undefined },
    primitives,
  );
  expect(keys.map(({ keyId }) => keyId)).toEqual([keyA.keyId, keyB.keyId]);
  expect([versions?.length, finding]).toEqual([3, { kind: "pass", note: "keyring version 3" }]);
});

test("without the keyring that is pinned, or with a rolled back one, no key counts", () => {
  const none = effectiveKeys({ trust: pinning(), keyring: null, nowUs: undefined }, primitives);
  expect([none.keys, none.finding.kind]).toEqual([[], "fail"]);
  const raised = pinning({ minimumVersion: 4 });
  expect(effectiveKeys({ trust: raised, keyring, nowUs: undefined }, primitives).keys).toEqual([]);
});

test("a copy that should have been fetched again leaves the verdict open", () => {
  const refreshAfter = "2027-01-01T00:00:00.000Z";
  const untilUs = parseInstant(refreshAfter)!;
  const at = (nowUs: number | undefined) =>
    effectiveKeys({ trust: { ...trust, refreshAfter }, keyring: null, nowUs }, primitives).finding;
  expect([at(untilUs).kind, at(undefined).kind]).toEqual(["pass", "pass"]);
  expect(at(untilUs + 1)).toMatchObject({ kind: "not_checked", wanted: true });
});
