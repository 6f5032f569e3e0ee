import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { concatBytes, textOf } from "../../encoding/bytes.ts";
import { noteKey, noteKeyTypes } from "../log/signed-note.ts";
import { cosignedMessage, formatCosignature, openCosignature, readCosignatureLine } from "./witness.ts";

const pair = generateKeyPairSync("ed25519");
const publicKey = new Uint8Array(pair.publicKey.export({ type: "spki", format: "der" })).slice(-32);
const witness = noteKey("witness.example.org", publicKey, primitives.sha256, noteKeyTypes.cosignature);
const text = "log.example.org\n3\nroot\n";
const cosign = (timestampS: number) =>
  formatCosignature(witness, {
    timestampS,
    signature: sign(
      null,
      cosignedMessage(text, timestampS),
      createPrivateKey(pair.privateKey.export({ type: "pkcs8", format: "pem" })),
    ),
  });
const open = (line: string, about = text) =>
  openCosignature(about, { bytes: readCosignatureLine(line)!.bytes, witness }, primitives);

test("a witness signs the text and the time it saw it", () => {
  expect(textOf(cosignedMessage(text, 1_700_000_000))).toBe(`cosignature/v1\ntime 1700000000\n${text}`);
  expect(open(cosign(1_700_000_000))).toEqual({ witness, timestampS: 1_700_000_000 });
});

test("a line under another text, of another time or cut short is none", () => {
  const line = cosign(1_700_000_000);
  expect(open(line, `${text}more\n`)).toBeNull();
  const { bytes } = readCosignatureLine(line)!;
  const later = bytes.slice();
  later[7]! += 1;
  expect(openCosignature(text, { bytes: later, witness }, primitives)).toBeNull();
  expect(openCosignature(text, { bytes: bytes.slice(1), witness }, primitives)).toBeNull();
  expect(openCosignature(text, { bytes: concatBytes(bytes, bytes), witness }, primitives)).toBeNull();
});

test("a time that the calendar does not have is refused", () => {
  expect(open(cosign(0))).toBeNull();
  expect(open(cosign(253_402_300_799))).toMatchObject({ timestampS: 253_402_300_799 });
  expect(open(cosign(253_402_300_800))).toBeNull();
});

test("an answer is one line with its line feed", () => {
  const line = cosign(1_700_000_000);
  expect(readCosignatureLine(line)?.name).toBe("witness.example.org");
  expect(readCosignatureLine(line.trimEnd())).toBeNull();
  expect(readCosignatureLine("witness\n")).toBeNull();
});
