import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { bundleFromJSON, type SerializedBundle } from "@sigstore/bundle";
import { type PublicKey, PublicKeyDetails, TrustedRoot } from "@sigstore/protobuf-specs";
import { toSignedEntity, toTrustMaterial, Verifier } from "@sigstore/verify";
import { afterAll, describe, expect, test } from "vitest";

import { utf8 } from "../../../../core/encoding/bytes.ts";
import { LogTree } from "../../../../core/evidence/log/log-tree.ts";
import {
  formatVerifierKey,
  noteKeyTypes,
  parseVerifierKey,
} from "../../../../core/evidence/log/signed-note.ts";
import { witnessAt } from "../../../../server/third-parties/ask-witness.ts";
import { loggedAtOnce, noteSigner } from "../examples/example-log.ts";
import { readStoredBundle } from "../../../../core/encoding/bundle.ts";
import { fromBase64 } from "../../../../core/encoding/base64.ts";
import { sigstoreFault } from "../../../../core/evidence/bundle/sigstore-bundle.ts";
import { readTrust } from "../../../../core/evidence/keys/trust.ts";
import { verifyBundle } from "../../../../core/evidence/verify/verify-bundle.ts";
import { administer, serve } from "../../../../server/main.ts";
import { primitives } from "../examples/example-evidence.ts";
import { buildGoTools } from "./build-go-tools.ts";
import { hasOpenssl, opensslAuthority, serveAuthority } from "./openssl-authority.ts";
import { breachedFrom, realRescore } from "../examples/scored-evidence.ts";

/**
 * A service with a time-stamp authority that openssl plays and a witness in Go: what it shows then, and that nothing of it
 * is shown before.
 */
const folder = mkdtempSync(join(tmpdir(), "plumbline-outside-"));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.stdin?.end();
  rmSync(folder, { recursive: true });
});

const built = buildGoTools(folder);
const canRun = built.kind === "built" && hasOpenssl();
if (!canRun)
  console.warn(
    `asked-third-parties.release.ts is skipped: ${built.kind === "absent" ? built.reason : "openssl is not there"}`,
  );

async function startWitness(logKey: string, name: string): Promise<string> {
  const child = spawn(join(folder, "tools"), ["witness", logKey, name], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.push(child);
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return line.toString();
}

describe.skipIf(!canRun)("evidence shown to others first", () => {
  test("is hidden until they answered, and then verifies with their words, by us and by @sigstore/verify", async () => {
    const tsa = opensslAuthority(join(folder, "tsa"), "ec");
    let isUp = false;
    const authority = await serveAuthority((request) =>
      isUp ? { status: 200, body: tsa.reply(request) } : { status: 503, body: new Uint8Array() },
    );
    const pem = ["signer", "middle", "root"].map((name) =>
      readFileSync(join(tsa.folder, `${name}.pem`), "utf8"),
    );
    writeFileSync(join(folder, "tsa.pem"), pem.join(""));
    const dataDir = join(folder, "data");
    const plain = { dataDir, port: 0, logLevel: "silent" };

    // The first start makes the log's key, which the witness has to know.
    await (await serve({ ...plain, env: {} })).stop();
    const logKey = readFileSync(join(dataDir, "keys", "log.vkey"), "utf8").trim();
    writeFileSync(join(folder, "witnesses"), `# ours\n${await startWitness(logKey, "witness.example/one")}`);
    const env = {
      PLUMBLINE_TSA_URLS: authority.url,
      PLUMBLINE_TSA_CERTIFICATES: join(folder, "tsa.pem"),
      PLUMBLINE_WITNESS_FILE: join(folder, "witnesses"),
    };
    const service = await serve({ ...plain, env });
    const administration = administer({ env: {}, dataDir });
    const grants = { preset: "engineer" };
    const { key } = await administration.createKey({ organisation: "acme", name: "test", grants });
    administration.close();
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/x-ndjson" };
    const get = (path: string) => fetch(service.url + path, { headers: { authorization: `Bearer ${key}` } });

    const body = framesOf(
      breachedFrom(Math.floor(Date.now() / 1000) * 1_000_000 - 3_600_000_000).frames.bytes,
    );
    const taken = await fetch(`${service.url}/v1/telemetry/ingest`, { method: "POST", headers, body });
    expect(taken.status).toBe(200);
    const { data: list } = (await (await get("/v1/evidence")).json()) as { data: { event_id: string }[] };
    const { event_id: eventId } = list[0]!;
    const early = await get(`/v1/evidence/${eventId}/bundle`);
    expect([early.status, ((await early.json()) as { code: string }).code]).toEqual([
      503,
      "evidence_not_sealed",
    ]);
    expect(Number(early.headers.get("retry-after"))).toBeGreaterThan(0);

    isUp = true;
    await expect
      .poll(async () => (await get(`/v1/evidence/${eventId}/bundle`)).status, {
        interval: 200,
      })
      .toBe(200);
    const bytesOf = async (path: string) => new Uint8Array(await (await get(path)).arrayBuffer());
    const bundle = await bytesOf(`/v1/evidence/${eventId}/bundle`);
    const frames = await bytesOf(`/v1/evidence/${eventId}/frames`);

    // Judged by what the operator gives away, with both of them due.
    const trust = JSON.parse(readFileSync(join(dataDir, "keys", "trust.json"), "utf8")) as object;
    const strict = Buffer.from(JSON.stringify({ ...trust, tsa_threshold: 1, witness_threshold: 1 }));
    const keyring = readFileSync(join(dataDir, "keys", "keyring.json"));
    const input = { bundle, frames, keyring, trust: readTrust(strict, primitives.sha256) };
    const report = verifyBundle(input, primitives, { rescore: realRescore, nowUs: Date.now() * 1000 });
    expect(report).toMatchObject({ verdict: "valid", code: null });
    expect(Date.now() - Date.parse(report.provenTime.notAfter!)).toBeLessThan(120_000);

    const { envelope, timestamps } = readStoredBundle(bundle).proof;
    writeFileSync(join(folder, "token.tsr"), fromBase64(timestamps![0]!.token)!);
    writeFileSync(join(folder, "signature.der"), fromBase64(envelope.signatures[0]!.sig)!);
    const stamped = [
      "ts",
      "-verify",
      "-in",
      "token.tsr",
      "-data",
      "signature.der",
      "-CAfile",
      "tsa/root.pem",
    ];
    const { stdout } = spawnSync("openssl", stamped, { cwd: folder, encoding: "utf8" });
    expect(stdout).toBe("Verification: OK\n");

    const sigstore = await bytesOf(`/v1/evidence/${eventId}/sigstore`);
    expect(sigstoreFault(sigstore, readStoredBundle(bundle))).toBeNull();
    const root = await (await fetch(`${service.url}/v1/evidence/trusted-root`)).json();
    expect(sigstoreVerdict(bundle, { sigstore, root })).toBe("ec");

    const again = await bytesOf(`/v1/evidence/${eventId}/bundle`);
    expect(again).toEqual(bundle);
    await service.stop();
    await authority.stop();
  }, 60_000);
});

describe.skipIf(!canRun)("a witness in Go", () => {
  const signer = noteSigner("forked.example.org");
  const grown = (entries: readonly string[]) => loggedAtOnce(entries.map(utf8), signer);
  const pathOf = (entries: readonly string[], oldSize: number) => {
    const { tiles, size } = grown(entries);
    const read = (level: number, index: number) =>
      tiles.find((tile) => tile.level === level && tile.index === index)!.hashes;
    return new LogTree(read, primitives.sha256).consistencyPath(oldSize, size);
  };

  test("T-29 cosigns what continues the log, and neither a fork of it nor an older state", async () => {
    const [text, url] = (await startWitness(formatVerifierKey(signer), "witness.example/two"))
      .trim()
      .split(" ");
    const key = parseVerifierKey(text!, primitives.sha256, noteKeyTypes.cosignature)!;
    const witness = witnessAt({ url: url!, key });
    const ours = ["a", "b", "c", "d", "e"];
    const forked = ["a", "b", "x", "d", "e"];
    const three = grown(ours.slice(0, 3)).checkpoint;
    expect(await witness.cosign({ oldSize: 0, consistency: [], checkpoint: three })).toMatchObject({
      kind: "cosigned",
    });
    const fork = { oldSize: 3, consistency: pathOf(forked, 3), checkpoint: grown(forked).checkpoint };
    expect(await witness.cosign(fork)).toMatchObject({
      kind: "refused",
      reason: expect.stringContaining("two histories"),
    });
    const restored = { oldSize: 0, consistency: [], checkpoint: grown(ours.slice(0, 2)).checkpoint };
    expect(await witness.cosign(restored)).toEqual({ kind: "conflict", size: 3 });
    const next = { oldSize: 3, consistency: pathOf(ours, 3), checkpoint: grown(ours).checkpoint };
    expect(await witness.cosign(next)).toMatchObject({ kind: "cosigned" });
    const stranger = {
      ...next,
      checkpoint: next.checkpoint.replaceAll("forked.example.org", "other.example.org"),
    };
    expect(await witness.cosign(stranger)).toMatchObject({ kind: "refused" });
  });
});

/** The frames as they were received. */
function framesOf(file: Uint8Array): string {
  const lines = Buffer.from(file).toString().trimEnd().split("\n");
  return lines
    .map((line) => Buffer.from((JSON.parse(line) as { raw: string }).raw, "base64url").toString())
    .join("\n");
}

function sigstoreVerdict(
  bundle: Uint8Array,
  { sigstore, root }: { readonly sigstore: Uint8Array; readonly root: unknown },
): string | undefined {
  const { proof } = readStoredBundle(bundle);
  const rawBytes = Buffer.from(fromBase64(proof.keys[0]!.spki)!);
  const key: PublicKey = { rawBytes, keyDetails: PublicKeyDetails.PKIX_ECDSA_P256_SHA_256 };
  const trust = toTrustMaterial(TrustedRoot.fromJSON(root), { [proof.keys[0]!.keyid]: key });
  const verifier = new Verifier(trust, { tlogThreshold: 1, timestampThreshold: 1 });
  const parsed = bundleFromJSON(JSON.parse(Buffer.from(sigstore).toString()) as SerializedBundle);
  return verifier.verify(toSignedEntity(parsed)).key.asymmetricKeyType;
}
