import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { trustText } from "../../clients/conformance/evidence/examples/example-evidence.ts";
import { readTrustFile, readTrustInputs } from "./read-trust-inputs.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-trust-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder of its own with these files. */
function folderOf(name: string, files: Readonly<Record<string, string>>): (file: string) => string {
  mkdirSync(join(folder, name));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, name, file), text);
  return (file) => join(folder, name, file);
}

test("a trust file that names its keys needs no keyring, though one lies beside it", async () => {
  const at = folderOf("plain", { "trust.json": trustText, "keyring.json": "beside" });
  const { trust, keyring } = await readTrustInputs({ trust: at("trust.json") });
  expect(trust.keyring).toBeNull();
  expect(keyring).toBeNull();
});

test("a keyring that is given is read", async () => {
  const at = folderOf("given", { "trust.json": trustText, "other.json": "given" });
  const { keyring } = await readTrustInputs({ trust: at("trust.json"), keyring: at("other.json") });
  expect(String(keyring === null ? null : Buffer.from(keyring))).toBe("given");
});

test("a file that is no trust file is a mistake of use, named with its path", async () => {
  const at = folderOf("broken", { "trust.json": "{", "frames.ndjson": "[]" });
  await expect(readTrustFile(at("trust.json"))).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining(at("trust.json")),
  });
  await expect(readTrustFile(at("frames.ndjson"))).rejects.toMatchObject({ exitCode: 2 });
});
