import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { toBase64 } from "../../../../core/encoding/base64.ts";
import { keyPem } from "../../../../core/evidence/keys/key-set.ts";
import { keyA, keyB, revokeB, root, rotation } from "../examples/keyring-story.ts";

/** The commands about the keyring printed in docs/verify-without-us.md, run as they stand there. */
const blocksOf = (page: string) => {
  const text = readFileSync(new URL(`../../../../docs/${page}`, import.meta.url), "utf8");
  return Array.from(text.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, block]) => block!);
};
const blocks = blocksOf("verify-without-us.md");
const [, envelope] = blocksOf("evidence-format.md");
const blockWith = (words: string) => blocks.find((block) => block.includes(words))!;
const [whose, extract, compare, chain, window] = [
  "sha256:/'",
  "> proof.txt",
  "publicKey.rawBytes",
  "root-public.pem",
  "$leaf",
].map(blockWith);

const folder = mkdtempSync(join(tmpdir(), "plumbline-keyring-openssl-"));
afterAll(() => rmSync(folder, { recursive: true }));

function run(block: string): readonly string[] {
  return spawnSync("sh", ["-c", block], { cwd: folder, encoding: "utf8" }).stdout.trimEnd().split("\n");
}

function place(files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}

function isThere(command: string): boolean {
  return spawnSync(command, [command === "openssl" ? "version" : "--version"]).status === 0;
}

// Skipped, and shown as skipped, on machines without openssl or jq.
describe.skipIf(!isThere("openssl") || !isThere("jq"))("the keyring's commands of the page", () => {
  test("follow the chain from the root to the key, and say where it counts", () => {
    const { story, before, during, after } = rotation();
    revokeB(story, 7);
    place({ "keyring.json": story.history(), "root-public.pem": keyPem(toBase64(root.spki)) });

    const told = run(chain!);
    expect(told).toHaveLength(4 * 4);
    let previous = "null";
    for (let version = 1; version <= 4; version += 1) {
      const [verified, number, prev, digest] = told.slice(4 * (version - 1), 4 * version);
      expect([verified, number, prev]).toEqual(["Verified OK", String(version), previous]);
      previous = digest!;
    }
    expect(previous).toBe(story.newest.digest);

    for (const [bundle, key, counts] of [
      [before(), keyA, "true"],
      [during(), keyB, "true"],
      [after(), keyB, "false"],
    ] as const) {
      place({ "bundle.json": bundle });
      run(extract!);
      expect(run(window!)).toEqual([toBase64(key.spki), counts]);
    }
  });

  test("say that another key signed than the newest, and hold with that one", () => {
    place({ "bundle.json": rotation().before(), "evidence-public.pem": keyPem(toBase64(keyB.spki)) });
    expect(run(whose!)).toEqual([keyA.keyId, keyB.keyId]);
    place({ "evidence-public.pem": keyPem(toBase64(keyA.spki)) });
    expect(run(whose!)).toEqual([keyA.keyId, keyA.keyId]);
    run(envelope!);
    run(extract!);
    const [digest, loggedDigest, signature, loggedSignature, key, loggedKey] = run(compare!);
    expect([digest, signature, key]).toEqual([loggedDigest, loggedSignature, loggedKey]);
    expect(key).toBe(toBase64(keyA.spki));
  });

  test("show a version the root did not sign", () => {
    place({ "keyring.json": rotation().story.history(), "root-public.pem": keyPem(toBase64(keyA.spki)) });
    expect(run(chain!)[0]).not.toBe("Verified OK");
  });
});
