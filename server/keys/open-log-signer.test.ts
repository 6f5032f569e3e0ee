import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { signNote } from "../../core/evidence/log/signed-note.ts";
import { openLogSigner } from "./open-log-signer.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "plumbline-keys-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test("the log's key is an Ed25519 key made once, for its owner alone, named by the origin", () => {
  const first = openLogSigner(dataDir, "log.example.org");
  const path = join(dataDir, "keys", "log-key.pem");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(openLogSigner(dataDir, "log.example.org").publicKey).toEqual(first.publicKey);
  expect(openLogSigner(dataDir, "other.example.org").keyHash).not.toEqual(first.keyHash);
  expect(signNote("log.example.org\n", [first])).toMatch(
    /^log\.example\.org\n\n\u2014 log\.example\.org \S+\n$/,
  );

  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  writeFileSync(path, privateKey.export({ type: "pkcs8", format: "pem" }));
  expect(() => openLogSigner(dataDir, "log.example.org")).toThrow("Ed25519");
  writeFileSync(path, "secret-in-here");
  expect(() => openLogSigner(dataDir, "log.example.org")).toThrow(
    /log-key.pem is not a private key(?!.*secret-in-here)/,
  );
});
