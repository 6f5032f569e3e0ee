import { spawnSync } from "node:child_process";
import { createPublicKey } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { testSigner } from "../examples/example-evidence.ts";
import { fromStart } from "../examples/scored-evidence.ts";

/** The commands printed in docs/evidence-format.md, run as they stand there. */
const page = readFileSync(new URL("../../../../docs/evidence-format.md", import.meta.url), "utf8");
const blocks = Array.from(page.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, block]) => block!);

const folder = mkdtempSync(join(tmpdir(), "plumbline-openssl-"));
afterAll(() => rmSync(folder, { recursive: true }));

function place(given: { readonly bundle: Uint8Array; readonly frames: Uint8Array }): void {
  const key = createPublicKey({ key: Buffer.from(testSigner.spki), type: "spki", format: "der" });
  writeFileSync(join(folder, "bundle.json"), given.bundle);
  writeFileSync(join(folder, "frames.ndjson"), given.frames);
  writeFileSync(join(folder, "evidence-public.pem"), key.export({ type: "spki", format: "pem" }));
}

function run(block: number): { readonly lines: readonly string[]; readonly status: number | null } {
  const { stdout, status } = spawnSync("sh", ["-c", blocks[block]!], { cwd: folder, encoding: "utf8" });
  return { lines: stdout.trimEnd().split("\n"), status };
}

function isThere(command: string): boolean {
  return spawnSync(command, [command === "openssl" ? "version" : "--version"]).status === 0;
}

const genuine = { bundle: fromStart.issued.bytes, frames: fromStart.frames.bytes };
const text = Buffer.from(genuine.bundle).toString();

// Skipped, and shown as skipped, on machines without openssl or jq.
describe.skipIf(!isThere("openssl") || !isThere("jq"))("the commands of docs/evidence-format.md", () => {
  test("accept evidence as issued", () => {
    place(genuine);
    const digest = run(0).lines;
    expect(digest).toHaveLength(2);
    expect(digest[0]).toBe(digest[1]);
    expect(run(1)).toEqual({ lines: ["Verified OK"], status: 0 });
    const [core, signedCore, frames, signedFrames] = run(2).lines;
    expect([core, frames]).toEqual([signedCore, signedFrames]);
    expect(core).toMatch(/^[0-9a-f]{64}$/);
    expect(run(3).lines).toEqual([testSigner.keyId]);
  });

  test("show that the core was changed", () => {
    place({ ...genuine, bundle: Buffer.from(text.replace('"tier":"CRITICAL"', '"tier":"NOMINAL"')) });
    const [computed, stated] = run(0).lines;
    expect(computed).not.toBe(stated);
  });

  test("show that the statement was changed", () => {
    const at = text.indexOf('"payload":"') + 200;
    const other = text[at] === "A" ? "B" : "A";
    place({ ...genuine, bundle: Buffer.from(text.slice(0, at) + other + text.slice(at + 1)) });
    const { lines, status } = run(1);
    expect(status).not.toBe(0);
    expect(lines).not.toContain("Verified OK");
  });

  test("show that a frame was changed", () => {
    place({ ...genuine, frames: Buffer.from(genuine.frames).fill("9", 40, 41) });
    run(0);
    run(1);
    const [, , computed, stated] = run(2).lines;
    expect(computed).not.toBe(stated);
  });
});

test("the page prints the four blocks this file runs", () => {
  expect(blocks).toHaveLength(4);
});
