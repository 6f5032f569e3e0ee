import { spawnSync } from "node:child_process";
import { createPublicKey } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { fromBase64 } from "../../../../core/encoding/base64.ts";
import { readStoredBundle } from "../../../../core/encoding/bundle.ts";
import { ed25519Spki } from "../../../../core/evidence/keys/public-key.ts";
import { attachAttestations } from "../../../../core/evidence/bundle/bundle-proof.ts";
import { sigstoreBundle } from "../../../../core/evidence/bundle/sigstore-bundle.ts";
import { storedTimeStamp } from "../../../../core/evidence/timestamp/time-stamp-token.ts";
import { trustedRoot } from "../../../../core/evidence/keys/trusted-root.ts";
import { testSigner } from "../examples/example-evidence.ts";
import { exampleLogSigner } from "../examples/example-log.ts";
import { opensslAuthority, opensslRequest } from "./openssl-authority.ts";
import { fromStart } from "../examples/scored-evidence.ts";
import { canonicalText } from "../../../../core/encoding/canonical-json.ts";

/** What docs/verify-without-us.md prints about time stamps, witnesses' lines and Sigstore, run as it stands there. */
const page = (name: string) => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), "utf8");
const pages = `${page("evidence-format.md")}\n${page("verify-without-us.md")}`;
const printed = Array.from(pages.matchAll(/^```(?:sh|js)\n([\s\S]*?)^```$/gm), ([, block]) => block!);
const blockWith = (words: string) => printed.find((block) => block.includes(words))!;

const folder = mkdtempSync(join(tmpdir(), "plumbline-stamped-"));
afterAll(() => rmSync(folder, { recursive: true }));

function place(bundle: string): void {
  writeFileSync(join(folder, "bundle.json"), bundle);
  writeFileSync(join(folder, "evidence-public.pem"), pem(testSigner.spki));
  writeFileSync(join(folder, "log-public.pem"), pem(ed25519Spki(exampleLogSigner.publicKey)));
  run("> pae.bin");
  run("> entry.json");
}

function pem(spki: Uint8Array): string {
  const key = createPublicKey({ key: Buffer.from(spki), type: "spki", format: "der" });
  return key.export({ type: "spki", format: "pem" }) as string;
}

function run(words: string) {
  const { stdout, status } = spawnSync("sh", ["-c", blockWith(words)], { cwd: folder, encoding: "utf8" });
  return { lines: stdout.trimEnd().split("\n"), status };
}

function isThere(command: string): boolean {
  return spawnSync(command, [command === "openssl" ? "version" : "--version"]).status === 0;
}

const genuine = Buffer.from(fromStart.issued.bytes).toString();

// Skipped, and shown as skipped, on machines without openssl or jq.
describe.skipIf(!isThere("openssl") || !isThere("jq"))("with openssl", () => {
  test("a witness's line under the checkpoint changes nothing", () => {
    const line = `\u2014 witness.example/one ${Buffer.alloc(76, 7).toString("base64")}\\n`;
    place(genuine.replace(/(\u2014 evidence\.example\.org [^\\]+\\n)/, `$1${line}`));
    expect(readFileSync(join(folder, "bundle.json"), "utf8")).toContain("witness.example");
    expect(run("-sigfile note.sig")).toEqual({ lines: ["Signature Verified Successfully"], status: 0 });
  });

  test("the time stamp holds under its authority's root, and under no other", () => {
    const authority = opensslAuthority(join(folder, "tsa"), "ec");
    const bundle = readStoredBundle(fromStart.issued.bytes);
    const signature = fromBase64(bundle.proof.envelope.signatures[0]!.sig)!;
    const token = storedTimeStamp(authority.reply(opensslRequest(folder, signature)));
    place(canonicalText(attachAttestations(bundle, { timestamps: [token], tlogProof: null })));
    writeFileSync(join(folder, "tsa-root.pem"), readFileSync(join(authority.folder, "root.pem")));
    const { lines } = run("openssl ts -verify");
    expect(lines).toEqual(["Verification: OK", expect.stringMatching(/^Time stamp: .* GMT$/)]);
    const other = opensslAuthority(join(folder, "other"), "ec");
    writeFileSync(join(folder, "tsa-root.pem"), readFileSync(join(other.folder, "root.pem")));
    expect(run("openssl ts -verify").lines[0]).not.toBe("Verification: OK");
  });
});

test("@sigstore/verify accepts the exports, and not under another log's key", () => {
  symlinkSync(join(import.meta.dirname, "../../../../node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "evidence-public.pem"), pem(testSigner.spki));
  writeFileSync(join(folder, "sigstore.json"), sigstoreBundle(readStoredBundle(fromStart.issued.bytes)));
  const root = trustedRoot({ logs: [exampleLogSigner], timestampChains: [] });
  writeFileSync(join(folder, "trusted_root.json"), root);
  writeFileSync(join(folder, "verify.mjs"), blockWith("@sigstore/verify"));
  const verify = () => spawnSync(process.execPath, ["verify.mjs"], { cwd: folder, encoding: "utf8" });
  expect(verify().stdout).toBe("ok: signature and log, by @sigstore/verify\n");
  const otherKey = Buffer.from(ed25519Spki(new Uint8Array(32).fill(5))).toString("base64");
  writeFileSync(
    join(folder, "trusted_root.json"),
    root.replace(/"rawBytes": "[^"]+"/, `"rawBytes": "${otherKey}"`),
  );
  expect(verify().status).not.toBe(0);
});
