import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { openFrameSalt } from "./open-frame-salt.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "plumbline-keys-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

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
