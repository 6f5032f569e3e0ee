import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { formatVerifierKey } from "../../core/evidence/log/signed-note.ts";
import { readTrust } from "../../core/evidence/keys/trust.ts";
import { sha256 } from "../app/sha256.ts";
import { openEvidenceSigner } from "./evidence-key-files.ts";
import { exportTrust } from "./export-trust.ts";
import { openLogSigner } from "./open-log-signer.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "plumbline-keys-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test("the exported trust file pins exactly this key", () => {
  const signer = openEvidenceSigner(dataDir);
  const log = openLogSigner(dataDir, "log.example.org");
  const { trustFile, logVerifierFile } = exportTrust(dataDir, signer, log);
  const trust = readTrust(readFileSync(trustFile), sha256);
  expect(trust.fault).toBeNull();
  expect(trust.keys.map(({ keyId }) => keyId)).toEqual([signer.keyId]);
  expect(trust.logs.map(formatVerifierKey)).toEqual([readFileSync(logVerifierFile, "utf8").trim()]);
  expect(trust.logs[0]!.publicKey).toEqual(log.publicKey);
});

test("exporting again changes nothing, and a changed file is put right", () => {
  const signer = openEvidenceSigner(dataDir);
  const log = openLogSigner(dataDir, "log.example.org");
  const { trustFile, publicKeyFile } = exportTrust(dataDir, signer, log);
  const [trust, pem] = [readFileSync(trustFile, "utf8"), readFileSync(publicKeyFile, "utf8")];
  const writtenMs = statSync(trustFile).mtimeMs;
  exportTrust(dataDir, signer, log);
  expect(statSync(trustFile).mtimeMs).toBe(writtenMs);

  writeFileSync(publicKeyFile, "");
  exportTrust(dataDir, signer, log);
  expect([readFileSync(trustFile, "utf8"), readFileSync(publicKeyFile, "utf8")]).toEqual([trust, pem]);
  expect(pem).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
});
