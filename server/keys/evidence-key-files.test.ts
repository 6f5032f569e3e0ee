import { execFile } from "node:child_process";
import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterEach, beforeEach, expect, test } from "vitest";

import { openEvidenceSigner } from "./evidence-key-files.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "plumbline-keys-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const keyPath = () => join(dataDir, "keys", "evidence-key.pem");
const message = Buffer.from("what is signed");

test("the key is made once, for its owner alone, and found again", () => {
  const first = openEvidenceSigner(dataDir);
  const again = openEvidenceSigner(dataDir);
  expect(again.keyId).toBe(first.keyId);
  expect(statSync(keyPath()).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, "keys")).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(dataDir, "keys"))).toEqual(["evidence-key.pem"]);
});

test("what it signs verifies under the public key it shows", () => {
  const signer = openEvidenceSigner(dataDir);
  const key = createPublicKey({ key: Buffer.from(signer.spki), type: "spki", format: "der" });
  expect(verify("sha256", message, key, signer.sign(message))).toBe(true);
});

test("two data folders have two keys", () => {
  const other = join(dataDir, "other");
  expect(openEvidenceSigner(other).keyId).not.toBe(openEvidenceSigner(dataDir).keyId);
});

test("processes that start at once agree on one key", async () => {
  const module = new URL("evidence-key-files.ts", import.meta.url).href;
  const program = `import { openEvidenceSigner } from ${JSON.stringify(module)};
    process.stdout.write(openEvidenceSigner(process.argv[1]).keyId);`;
  const flags = ["--input-type=module-typescript", "-e", program, dataDir];
  const started = [1, 2, 3, 4].map(() => promisify(execFile)(process.execPath, flags));
  const ids = (await Promise.all(started)).map(({ stdout }) => stdout);
  expect(new Set(ids)).toEqual(new Set([openEvidenceSigner(dataDir).keyId]));
  expect(readdirSync(join(dataDir, "keys"))).toEqual(["evidence-key.pem"]);
});

test.each([0o640, 0o604, 0o644, 0o660])("a key file of mode %o is refused, with what to type", (mode) => {
  openEvidenceSigner(dataDir);
  chmodSync(keyPath(), mode);
  expect(() => openEvidenceSigner(dataDir)).toThrow(/can be read by others.*chmod 600/);
});

test.each([
  ["another curve", generateKeyPairSync("ec", { namedCurve: "secp256k1" })],
  ["another algorithm", generateKeyPairSync("ed25519")],
])("a key of %s is refused", (_, { privateKey }) => {
  placeKey(privateKey.export({ type: "pkcs8", format: "pem" }) as string);
  expect(() => openEvidenceSigner(dataDir)).toThrow("P-256");
});

test.each(["", "-----BEGIN PRIVATE KEY-----\nsecret-in-here\n-----END PRIVATE KEY-----\n"])(
  "a damaged key file is refused without being quoted",
  (content) => {
    placeKey(content);
    expect(() => openEvidenceSigner(dataDir)).toThrow(/evidence-key.pem is not a private key/);
    expect(() => openEvidenceSigner(dataDir)).not.toThrow(/secret-in-here/);
  },
);

function placeKey(content: string): void {
  mkdirSync(join(dataDir, "keys"));
  writeFileSync(keyPath(), content, { mode: 0o600 });
}
