import { expect, test } from "vitest";

import {
  first,
  keyA,
  keyB,
  keyC,
  revokeB,
  rotation,
  type Story,
} from "../../../clients/conformance/evidence/examples/keyring-story.ts";
import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { exampleLogSigner } from "../../../clients/conformance/evidence/examples/example-log.ts";
import { checkKeyringHistory, type LoggedKeyring } from "./keyring-history.ts";
import { keyWindow, keyWindowFault } from "./key-window.ts";

function versionsOf(story: Story): readonly LoggedKeyring[] {
  const pin = { root: first().root, minimumVersion: 1, digest: null };
  const checked = checkKeyringHistory(story.history(), { pin, logs: [exampleLogSigner], primitives });
  if (checked.kind === "broken") throw new TypeError(checked.detail);
  return checked.versions;
}

const { story } = rotation();
const rotated = versionsOf(story);

test("a rotation ends one key and begins the next behind the version that names it", () => {
  const [, second] = rotated;
  expect(keyWindow(rotated, keyA.keyId)).toMatchObject({ first: 3, last: second!.leafIndex - 1 });
  expect(keyWindow(rotated, keyB.keyId)).toMatchObject({ first: second!.leafIndex + 1, last: null });
  expect(keyWindow(rotated, keyC.keyId)).toBeNull();
});

test("a leaf outside the window is reported with the window's end", () => {
  const [, second] = rotated;
  const begun = second!.leafIndex + 1;
  expect(keyWindowFault(rotated, { keyId: keyB.keyId, index: begun })).toBeNull();
  expect(keyWindowFault(rotated, { keyId: keyB.keyId, index: begun - 1 })).toContain(`from leaf ${begun} on`);
  expect(keyWindowFault(rotated, { keyId: keyA.keyId, index: begun })).toContain(`up to leaf ${begun - 2}`);
  expect(keyWindowFault(rotated, { keyId: keyC.keyId, index: 3 })).toContain("not in the keyring");
});

test("a compromise moves the end back to the last leaf that is the owner's for certain", () => {
  const compromised = rotation().story;
  revokeB(compromised, 7);
  const versions = versionsOf(compromised);
  expect(keyWindow(versions, keyB.keyId)?.last).toBe(6);
  expect(keyWindowFault(versions, { keyId: keyB.keyId, index: 7 })).toContain("compromised since leaf 7");
});
