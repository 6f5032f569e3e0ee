import { expect, test } from "vitest";
import { trustText } from "../../clients/conformance/evidence/examples/example-evidence.ts";
import { statementFile } from "../../clients/conformance/evidence/examples/example-statement.ts";
import { fromStart } from "../../clients/conformance/evidence/examples/scored-evidence.ts";
import { utf8 } from "../../core/encoding/bytes.ts";
import { roleOf } from "./given-file.ts";

const bundleText = Buffer.from(fromStart.issued.bytes).toString();
const frameText = Buffer.from(fromStart.frames.bytes).toString();

test.each([
  ["bundle.json", fromStart.issued.bytes, "bundle"],
  ["EVB-1.json", fromStart.issued.bytes, "bundle"],
  ["a.txt", fromStart.frames.bytes, "frames"],
  ["frames.ndjson", fromStart.frames.bytes, "frames"],
  ["frames.ndjson", utf8("broken"), "frames"],
  ["my keys.json", utf8(trustText), "trust"],
  ["pinned.json", utf8('{"version":1,"keyring":{}}'), "trust"],
  ["keyring.json", utf8('{"schema":"urn:plumbline:keyring-history:1","versions":[]}'), "keyring"],
  ["a.json", statementFile(), "bundle"],
  ["what.txt", statementFile().slice(0, -40), "bundle"],
  ["STM-20261120-7K3M9Q2XW4HJ.json", new Uint8Array(), "bundle"],
  ["one-line", utf8('{"kind":"frame","seq":1}\n'), "frames"],
  ["what.txt", Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), fromStart.issued.bytes]), "bundle"],
  ["what.txt", Buffer.from(`\ufeff${bundleText}`, "utf16le"), "bundle"],
  ["what.txt", Buffer.from(bundleText, "utf16le").swap16(), "bundle"],
  ["what.txt", utf8(`${bundleText}{}`), "bundle"],
  ["what.txt", utf8(bundleText.slice(0, -40)), "bundle"],
  ["what.txt", utf8(`${trustText}{}`), "trust"],
  ["what.txt", utf8('{"schema":"urn:plumbline:keyring-history:1","versions":[}'), "keyring"],
  ["what.txt", Buffer.from(`\ufeff${frameText}`), "frames"],
  ["bundle.json", new Uint8Array(), "bundle"],
  ["EVB-20260301-7K3M9Q2XW4HJ.json", utf8("[".repeat(100_000)), "bundle"],
  ["trust-keyring.json", utf8(" "), "trust"],
  ["keyring.json", new Uint8Array(3), "keyring"],
  ["page.html", utf8('<script>{"event_id":1,"proof":2}</script>'), null],
  ["holiday.jpg", Uint8Array.of(0xff, 0xd8, 0xff), null],
  ["empty.json", new Uint8Array(), null],
  ["null.json", utf8("null"), null],
  ["list.json", utf8("[]"), null],
])("%s is recognised by what it holds: %#", (name, bytes, role) => {
  expect(roleOf({ name, bytes })).toBe(role);
});
