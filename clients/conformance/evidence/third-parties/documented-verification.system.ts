import { spawnSync } from "node:child_process";
import { createPublicKey } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { fileURLToPath } from "node:url";

import { afterAll, describe, expect, test } from "vitest";

import { ed25519Spki } from "../../../../core/evidence/keys/public-key.ts";
import { testSigner } from "../examples/example-evidence.ts";
import { exampleLogSigner } from "../examples/example-log.ts";
import { keptFile, newestScorer } from "../examples/kept-evidence.ts";
import { fromStart } from "../examples/scored-evidence.ts";

/** The commands printed in docs/verify-without-us.md, run as they stand there, after those of docs/evidence-format.md. */
const blocksOf = (page: string) => {
  const text = readFileSync(new URL(`../../../../docs/${page}`, import.meta.url), "utf8");
  return Array.from(text.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, block]) => block!);
};
const [, envelope] = blocksOf("evidence-format.md");
const [, extract, compare, checkpoint, inclusion] = blocksOf("verify-without-us.md");

const folder = mkdtempSync(join(tmpdir(), "plumbline-without-"));
afterAll(() => rmSync(folder, { recursive: true }));

function place(bundle: string): void {
  writeFileSync(join(folder, "bundle.json"), bundle);
  writeFileSync(join(folder, "evidence-public.pem"), pem(testSigner.spki));
  writeFileSync(join(folder, "log-public.pem"), pem(ed25519Spki(exampleLogSigner.publicKey)));
  run(envelope);
  run(extract);
}

function pem(spki: Uint8Array): string {
  const key = createPublicKey({ key: Buffer.from(spki), type: "spki", format: "der" });
  return key.export({ type: "spki", format: "pem" }) as string;
}

function run(block: string | undefined) {
  const { stdout, status } = spawnSync("sh", ["-c", block!], { cwd: folder, encoding: "utf8" });
  return { lines: stdout.trimEnd().split("\n"), status };
}

function isThere(command: string): boolean {
  return spawnSync(command, [command === "openssl" ? "version" : "--version"]).status === 0;
}

const genuine = Buffer.from(fromStart.issued.bytes).toString();

describe("the program around a frozen scorer in docs/verify-without-us.md", () => {
  const page = readFileSync(new URL("../../../../docs/verify-without-us.md", import.meta.url), "utf8");
  const program = /^```js\n(\/\/ node rescore\.mjs [\s\S]*?)^```$/m.exec(page)![1]!;
  const kept = (name: string) => fileURLToPath(keptFile(name));
  const rescore = (bundle: string, frames: string) => {
    writeFileSync(join(folder, "rescore.mjs"), program);
    const scorer = fileURLToPath(new URL(`../../../../core/scorers/${newestScorer.file}`, import.meta.url));
    return spawnSync(process.execPath, [join(folder, "rescore.mjs"), bundle, frames, scorer], {
      encoding: "utf8",
    });
  };

  test.each(["scored", "scored-from-first-blocks", "scored-from-fleet", "scored-from-state"])(
    "recomputes %s",
    (stem) => {
      const [bundle, frames] = [kept(`${stem}.bundle.json`), kept(`${stem}.frames.ndjson`)];
      expect(rescore(bundle, frames)).toMatchObject({ stdout: "same\n", stderr: "" });
    },
  );

  test("finds a bundle that names another scorer, and a figure that does not follow", () => {
    const original = readFileSync(kept("scored.bundle.json"), "utf8");
    const changes = [
      [newestScorer.sha256, "ab".repeat(32)],
      ['"cusum_triggered":true', '"cusum_triggered":false'],
    ] as const;
    for (const [from, to] of changes) {
      expect(original).toContain(from);
      writeFileSync(join(folder, "changed.json"), original.replace(from, to));
      const run = rescore(join(folder, "changed.json"), kept("scored.frames.ndjson"));
      expect(run).toMatchObject({ status: 1, stdout: "" });
    }
  });
});

// Skipped, and shown as skipped, on machines without openssl or jq.
describe.skipIf(!isThere("openssl") || !isThere("jq"))("the commands of docs/verify-without-us.md", () => {
  test("find the signature in the log", () => {
    place(genuine);
    const [digest, loggedDigest, signature, loggedSignature, key, loggedKey] = run(compare).lines;
    expect([digest, signature, key]).toEqual([loggedDigest, loggedSignature, loggedKey]);
    expect(digest).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(run(checkpoint)).toEqual({ lines: ["Signature Verified Successfully"], status: 0 });
    const [computed, signed, rest] = run(inclusion).lines;
    expect([computed, rest]).toEqual([signed, "0"]);
  });

  test("do not find it under another index, nor another checkpoint signed by the log", () => {
    place(genuine.replace("\\nindex 7\\n", "\\nindex 6\\n"));
    expect(run(checkpoint).status).toBe(0);
    const [computed, signed] = run(inclusion).lines;
    expect(computed).not.toBe(signed);
    place(genuine.replace("\\n13\\n", "\\n12\\n"));
    expect(run(checkpoint).status).not.toBe(0);
  });
});

test("the page prints the blocks this file runs, those of documented-keyring.system.ts, and the one of time stamps", () => {
  expect(blocksOf("verify-without-us.md")).toHaveLength(8);
});
