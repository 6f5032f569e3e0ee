import { expect, test } from "vitest";
import { trustText } from "../../clients/conformance/evidence/example-evidence.ts";
import { fromStart } from "../../clients/conformance/evidence/scored-evidence.ts";
import { utf8 } from "../../core/evidence/bytes.ts";
import { roleOf } from "./sort-files.ts";

test.each([
  ["bundle.json", fromStart.issued.bytes, "bundle"],
  ["EVB-1.json", fromStart.issued.bytes, "bundle"],
  ["a.txt", fromStart.frames.bytes, "frames"],
  ["frames.ndjson", fromStart.frames.bytes, "frames"],
  ["frames.ndjson", utf8("broken"), "frames"],
  ["my keys.json", utf8(trustText), "trust"],
  ["pinned.json", utf8('{"version":1,"keyring":{}}'), "trust"],
  ["keyring.json", utf8('{"schema":"urn:plumbline:keyring-history:1","versions":[]}'), "keyring"],
  ["one-line", utf8('{"kind":"frame","seq":1}\n'), "frames"],
  ["holiday.jpg", Uint8Array.of(0xff, 0xd8, 0xff), null],
  ["empty.json", new Uint8Array(), null],
  ["null.json", utf8("null"), null],
  ["list.json", utf8("[]"), null],
])("%s is told by what it holds: %#", (name, bytes, role) => {
  expect(roleOf({ name, bytes })).toBe(role);
});
