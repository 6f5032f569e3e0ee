import { spawnSync } from "node:child_process";
import { createPublicKey, generateKeyPairSync } from "node:crypto";
import type { JsonWebKey } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleFromJSON, type SerializedBundle } from "@sigstore/bundle";
import { PublicKeyDetails, TrustedRoot } from "@sigstore/protobuf-specs";
import { toSignedEntity, toTrustMaterial, Verifier } from "@sigstore/verify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runRecorded } from "../../cli/run-recorded-for-tests.ts";
import { buildGoTools } from "../../clients/conformance/evidence/third-parties/build-go-tools.ts";
import { startServiceProcess } from "../service-process.ts";
import type { ServiceProcess } from "../service-process.ts";

/*
 * Evidence that a running service has just issued, judged by programs nobody here wrote. Each is skipped, and says so,
 * only where it cannot be had.
 */
const repository = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "plumbline-outside-"));
const at = (name: string) => join(folder, name);
const keys = join(folder, "data", "keys");
let service: ServiceProcess;
let eventIds: readonly string[] = [];

beforeAll(async () => {
  const words = ["--vehicles", "3", "--hours", "2.5", "--scenario", "bumper_repair_radar"];
  await runRecorded(["simulate", ...words, "--out", at("frames.ndjson")]);
  service = await startServiceProcess({ dataDir: at("data"), port: 0 });
  await runRecorded(["ingest", at("frames.ndjson"), "--url", service.url]);
  const list = await runRecorded(["evidence", "list", "--json", "--url", service.url]);
  eventIds = JSON.parse(list.out).data.map((one: { event_id: string }) => one.event_id);
  for (const id of eventIds) await place(id);
  rmSync(at("frames.ndjson"));
  await take(eventIds[0]!);
});
afterAll(async () => {
  await service?.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function place(eventId: string): Promise<void> {
  await runRecorded(["evidence", "get", eventId, "--out", at(eventId), "--url", service.url]);
  await rename(join(at(eventId), `${eventId}.json`), join(at(eventId), "bundle.json"));
  await rename(join(at(eventId), `${eventId}.frames.ndjson`), join(at(eventId), "frames.ndjson"));
}

/** Puts one bundle where the commands of the documents look for it, with the public keys beside it. */
async function take(eventId: string): Promise<void> {
  await mkdir(at("case"), { recursive: true });
  for (const file of ["bundle.json", "frames.ndjson"]) {
    await writeFile(join(at("case"), file), readFileSync(join(at(eventId), file)));
  }
  for (const file of ["evidence-public.pem", "log-public.pem"]) {
    await writeFile(join(at("case"), file), readFileSync(join(keys, file)));
  }
}

function run(command: string, words: readonly string[], cwd = folder) {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: "utf8" });
  return { status, stdout, stderr };
}

function isThere(command: string, ...words: readonly string[]): boolean {
  const there = spawnSync(command, words).status === 0;
  if (!there) console.warn(`third-party-verifiers.release.ts: ${command} is not here; its tests are skipped`);
  return there;
}

const blocksOf = (page: string) =>
  Array.from(
    readFileSync(join(repository, "docs", page), "utf8").matchAll(/^```sh\n([\s\S]*?)^```$/gm),
    ([, block]) => block!,
  );

describe.skipIf(!isThere("openssl", "version") || !isThere("jq", "--version"))("openssl and jq", () => {
  test("accept the digest, the signature and the place in the log, as the documents print the commands", () => {
    const [digest, envelope, subjects, keyId] = blocksOf("evidence-format.md");
    const [, extract, compare, checkpoint, inclusion] = blocksOf("verify-without-us.md");
    const lines = (block: string | undefined) => {
      const { status, stdout } = run("sh", ["-c", block!], at("case"));
      expect(status).toBe(0);
      return stdout.trimEnd().split("\n");
    };
    const same = (pairs: readonly string[]) => {
      for (let one = 0; one < pairs.length; one += 2) expect(pairs[one]).toBe(pairs[one + 1]);
    };
    same(lines(digest));
    expect(lines(envelope)).toEqual(["Verified OK"]);
    same(lines(subjects));
    const { evidence_keys: trusted } = JSON.parse(readFileSync(join(keys, "trust.json"), "utf8"));
    if (trusted !== undefined) expect(lines(keyId)).toEqual([trusted[0].keyid]);
    lines(extract);
    same(lines(compare));
    expect(lines(checkpoint)).toEqual(["Signature Verified Successfully"]);
    const [computed, signed, rest] = lines(inclusion);
    expect([computed, rest]).toEqual([signed, "0"]);
  });

  test("accept the archive by its VERIFY.sh, and not with another's frames", async () => {
    const [one, other] = eventIds;
    await runRecorded(["evidence", "export", one!, "--files", at("archive"), "--url", service.url]);
    const script = join(at("archive"), one!, "VERIFY.sh");
    const words = [script, join(keys, "trust.json")];
    expect(run("sh", words)).toMatchObject({ status: 0, stdout: expect.stringContaining("VALID") });
    const frames = readFileSync(join(at(other!), "frames.ndjson"));
    await writeFile(join(at("archive"), one!, "frames.ndjson"), frames);
    expect(run("sh", words)).toMatchObject({ status: 1, stdout: expect.stringContaining("INVALID") });
  });
});

describe("@sigstore/verify", () => {
  const answer = async (path: string) => {
    const response = await fetch(`${service.url}${path}`, {
      headers: { authorization: "Bearer plumb_dev_local" },
    });
    expect(response.status, path).toBe(200);
    return response.json();
  };

  test("accepts what the service exports of every bundle, and not under another key", async () => {
    const { keys: published } = (await answer("/.well-known/jwks.json")) as { keys: readonly JsonWebKey[] };
    const rawBytes = createPublicKey({ key: published[0]!, format: "jwk" }).export({
      type: "spki",
      format: "der",
    });
    const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const stranger = publicKey.export({ type: "spki", format: "der" });
    const root = TrustedRoot.fromJSON(await answer("/v1/evidence/trusted-root"));
    for (const id of eventIds) {
      const bundle = bundleFromJSON((await answer(`/v1/evidence/${id}/sigstore`)) as SerializedBundle);
      const { keyid } = JSON.parse(readFileSync(join(at(id), "bundle.json"), "utf8")).proof.keys[0];
      const judge = (key: Buffer) => {
        const keyDetails = PublicKeyDetails.PKIX_ECDSA_P256_SHA_256;
        const trust = toTrustMaterial(root, { [keyid]: { rawBytes: key, keyDetails } });
        return new Verifier(trust, { tlogThreshold: 1, timestampThreshold: 0 }).verify(
          toSignedEntity(bundle),
        );
      };
      expect(judge(rawBytes).key.asymmetricKeyType).toBe("ec");
      expect(() => judge(stranger)).toThrow(/signature/u);
    }
  });
});

const python = join(repository, "clients/python/.venv/bin/python");
const hasPython = existsSync(python);
if (!hasPython) console.warn("the Python verifier is skipped: run clients/python/install.sh");

describe.skipIf(!hasPython)("the verifier of the Python client, with rfc8785 and cryptography", () => {
  const judge = (bundle: string, frames: string) => {
    const trust = ["--trust", join(keys, "trust.json"), "--keyring", join(keys, "keyring.json")];
    return run(python, ["-m", "plumbline", "verify", bundle, "--frames", frames, ...trust, "--json"]);
  };

  test("accepts every bundle issued, and refuses one with another's frames", () => {
    for (const id of eventIds) {
      expect(judge(join(at(id), "bundle.json"), join(at(id), "frames.ndjson"))).toMatchObject({ status: 0 });
    }
    const issued = readFileSync(join(at(eventIds[0]!), "bundle.json"), "utf8");
    expect(
      JSON.parse(issued).proof.precommit.length,
      "what was committed to at ingest is checked too",
    ).toBeGreaterThan(0);
    const swapped = judge(join(at(eventIds[0]!), "bundle.json"), join(at(eventIds[1]!), "frames.ndjson"));
    expect(swapped.status).toBe(6);
    expect(JSON.parse(swapped.stdout)).toMatchObject({ verdict: "invalid", code: "E_FRAMES" });
  });
});

const goTools = buildGoTools(at("go"));
if (goTools.kind === "absent") console.warn(`Go's verifiers are skipped: ${goTools.reason}`);

describe.skipIf(goTools.kind === "absent")("Go's sumdb/note and sumdb/tlog", () => {
  test("accept the whole log and the proof in each bundle", async () => {
    const log = at("log");
    const trust = ["--trust", join(keys, "trust.json")];
    expect(await runRecorded(["evidence", "audit", service.url, ...trust, "--save", log])).toMatchObject({
      exitCode: 0,
    });
    writeFileSync(join(log, "log.vkey"), readFileSync(join(keys, "log.vkey")));
    await mkdir(join(log, "proofs"));
    for (const id of eventIds) {
      const { proof } = JSON.parse(readFileSync(join(at(id), "bundle.json"), "utf8"));
      writeFileSync(join(log, "proofs", `${id}.tlog-proof`), proof.log.tlog_proof);
      writeFileSync(join(log, "proofs", `${id}.entry`), Buffer.from(proof.log.entry, "base64"));
    }
    const { status, stdout } = run(at("go/tools"), ["check", log]);
    expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining("ok: 3 proofs") });
  });
});

/** A network namespace of its own without any interface that is up, not even loopback. */
const withoutNetwork = ["--net", "--map-root-user"];
describe.skipIf(!isThere("unshare", ...withoutNetwork, "true"))("without any network", () => {
  test("evidence is verified and recomputed all the same", () => {
    const [id] = eventIds;
    const files = [join(at(id!), "bundle.json"), "--frames", join(at(id!), "frames.ndjson")];
    const plumbline = (...words: readonly string[]) =>
      run("unshare", [...withoutNetwork, process.execPath, "cli/main.ts", "evidence", ...words], repository);
    expect(plumbline("verify", ...files, "--trust", join(keys, "trust.json"), "--json")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('"verdict": "valid"'),
    });
    expect(plumbline("rescore", ...files)).toMatchObject({ status: 0 });
    const alone = run("unshare", [
      ...withoutNetwork,
      process.execPath,
      "-e",
      `fetch(${JSON.stringify(service.url)}).then(() => process.exit(0), () => process.exit(9))`,
    ]);
    expect(alone.status, "the namespace really has no network").toBe(9);
  });
});
