import { expect, test } from "vitest";

import {
  first,
  keyC,
  root,
  rotation,
  Story,
} from "../../../clients/conformance/evidence/examples/keyring-story.ts";
import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { exampleLogSigner } from "../../../clients/conformance/evidence/examples/example-log.ts";
import { textOf, utf8 } from "../../encoding/bytes.ts";
import { checkKeyringHistory, keyringFormFault, type KeyringPin } from "./keyring-history.ts";
import { replaceRoots } from "./next-keyring.ts";

const { story } = rotation();
const pin: KeyringPin = { root: first().root, minimumVersion: 1, digest: null };
const check = (bytes: Uint8Array, pinned = pin) =>
  checkKeyringHistory(bytes, { pin: pinned, logs: [exampleLogSigner], primitives });

test("a whole history gives its versions with the leaves that made them known", () => {
  const checked = check(story.history());
  expect(checked).toMatchObject({ kind: "checked", newest: { keyring: { version: 3 } } });
  const leaves = checked.kind === "checked" ? checked.versions.map(({ leafIndex }) => leafIndex) : [];
  expect(leaves).toEqual([1, 2, 3].map((version) => story.leafOf(version)));
});

test("a history older than the pin, of other roots or of another version than pinned is refused", () => {
  expect(check(story.history(1), { ...pin, minimumVersion: 2 })).toMatchObject({
    detail: expect.stringContaining("older than version 2"),
  });
  expect(check(story.history(), { ...pin, root: first([keyC]).root })).toMatchObject({
    detail: expect.stringContaining("not signed by the root keys"),
  });
  const digest = `sha256:${"0".repeat(64)}`;
  expect(check(story.history(), { ...pin, digest })).toMatchObject({
    detail: expect.stringContaining("another one than the trust file names"),
  });
});

test("a change of roots is signed by the old ones and the new", () => {
  const alone = new Story().publish(first());
  alone.publish(replaceRoots(alone.newest, [keyC], 1), [keyC]);
  expect(check(alone.history())).toMatchObject({ detail: expect.stringContaining("version 2: signed by 0") });
  const both = new Story().publish(first());
  both.publish(replaceRoots(both.newest, [keyC], 1), [root, keyC]);
  expect(check(both.history())).toMatchObject({ kind: "checked" });
});

test("the form alone shows whether bytes may be a history", () => {
  expect(keyringFormFault(story.history())).toBeNull();
  expect(keyringFormFault(utf8(`${textOf(story.history())} `))).toContain(
    "the keyring file is not canonical JSON: ",
  );
  expect(keyringFormFault(utf8("x"))).toBe(
    "the keyring file is not canonical JSON: expected a value at offset 0",
  );
  expect(keyringFormFault(utf8("{}"))).toContain("not a keyring history");
});
