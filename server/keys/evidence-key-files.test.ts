import { execFile } from "node:child_process";
import { createHash, createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterEach, beforeEach, expect, test } from "vitest";

import { formatVerifierKey, signNote } from "../../core/evidence/log/signed-note.ts";
import { readTrust } from "../../core/evidence/keys/trust.ts";
import { exportTrust } from "./export-trust.ts";
import { openEvidenceSigner } from "./evidence-key-files.ts";
import { openLogSigner } from "./open-log-signer.ts";
import { openFrameSalt } from "./open-frame-salt.ts";
import { sha256 } from "../app/sha256.ts";

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

test("a salt depends on the vehicle, the entry and the folder's secret, and on nothing else", () => {
  const salt = openFrameSalt(dataDir);
  expect(salt("a", 1)).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(openFrameSalt(dataDir)("a", 1)).toBe(salt("a", 1));
  const others = [salt("a", 2), salt("b", 1), salt("a1", 1), openFrameSalt(join(dataDir, "other"))("a", 1)];
  expect(new Set([salt("a", 1), ...others]).size).toBe(5);
});

test("a damaged salt secret is refused", () => {
  openFrameSalt(dataDir);
  const path = join(dataDir, "keys", "frame-salt-secret");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  writeFileSync(path, "short\n");
  expect(() => openFrameSalt(dataDir)).toThrow("frame-salt-secret");
  expect(existsSync(path)).toBe(true);
});

test("a frame's salt is the first 16 bytes of the digest, in base64url", () => {
  const frameSalt = openFrameSalt(dataDir);
  const secret = readFileSync(join(dataDir, "keys", "frame-salt-secret"), "utf8").trim();
  for (let seq = 0; seq < 200; seq++) {
    const digest = createHash("sha256")
      .update(`${secret}${JSON.stringify(["v", seq])}`)
      .digest();
    expect(frameSalt("v", seq)).toBe(digest.subarray(0, 16).toString("base64url"));
  }
});
