import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { openApiKeyPepper, whyPepperIsLost } from "./open-api-key-pepper.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "plumbline-pepper-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test("the pepper is made once, for its owner alone, and differs between data folders", () => {
  const pepper = openApiKeyPepper(dataDir);
  expect(pepper.length).toBe(32);
  expect(openApiKeyPepper(dataDir)).toEqual(pepper);
  expect(openApiKeyPepper(join(dataDir, "other"))).not.toEqual(pepper);
  expect(statSync(join(dataDir, "keys", "api-key-pepper")).mode & 0o777).toBe(0o600);
});

test("a damaged pepper is reported, not replaced", () => {
  openApiKeyPepper(dataDir);
  writeFileSync(join(dataDir, "keys", "api-key-pepper"), "short");
  expect(() => openApiKeyPepper(dataDir)).toThrow(/does not hold 64 hexadecimal digits/);
});

test("a pepper is lost where keys were made with one, and not where there is none yet", () => {
  expect(whyPepperIsLost(dataDir, () => false)).toBeNull();
  expect(whyPepperIsLost(dataDir, () => true)).toMatch(/api-key-pepper is missing.*from a backup/);
  openApiKeyPepper(dataDir);
  expect(whyPepperIsLost(dataDir, () => true)).toBeNull();
});
