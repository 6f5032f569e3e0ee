import { generateKeyPairSync } from "node:crypto";
import { copyFile, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runRecorded } from "../../cli/run-recorded-for-tests.ts";
import { Plumbline } from "../../clients/typescript/plumbline.ts";
import { startServiceProcess } from "../service-process.ts";
import type { ServiceProcess } from "../service-process.ts";

/** One service, whose evidence keys are changed while it runs; evidence is issued before, during and after. */
let folder = "";
let service: ServiceProcess;
const at = (name: string) => join(folder, name);
const run = async (...words: readonly string[]) => {
  const done = await runRecorded(words);
  expect([words.join(" "), done.exitCode, done.err]).toEqual([words.join(" "), 0, ""]);
  return done.out;
};
const keys = (...words: readonly string[]) => run("evidence-keys", ...words, "--data-dir", at("data"));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-evidence-keys-"));
  service = await startServiceProcess({ dataDir: at("data"), port: 0 });
}, 60_000);
afterAll(async () => {
  await service?.kill();
  await rm(folder, { recursive: true, force: true });
});

const issued: string[] = [];

/** Evidence of one vehicle more, with its frames, in files. */
async function issue(name: string): Promise<string> {
  const words = ["--vehicles", "1", "--hours", "2.5", "--scenario", "bumper_repair_radar"];
  await run("simulate", ...words, "--seed", String(issued.length + 1), "--out", at("frames.ndjson"));
  const frames = (await readFile(at("frames.ndjson"), "utf8")).replaceAll("sim-0001", name);
  await writeFile(at("frames.ndjson"), frames);
  await run("ingest", at("frames.ndjson"), "--url", service.url);
  const { data } = JSON.parse(
    await run("evidence", "list", "--vehicle", name, "--json", "--url", service.url),
  );
  const [{ event_id: eventId }] = data;
  issued.push(eventId);
  await takeFiles(eventId);
  return eventId;
}

async function takeFiles(eventId: string): Promise<void> {
  for (const part of ["bundle", "frames"]) {
    const response = await fetch(`${service.url}/v1/evidence/${eventId}/${part}`, {
      headers: { authorization: "Bearer plumb_dev_local" },
    });
    await writeFile(at(`${eventId}.${part}`), Buffer.from(await response.arrayBuffer()));
  }
}

async function verdictOn(eventId: string): Promise<string> {
  const { out } = await runRecorded([
    "evidence",
    "verify",
    at(`${eventId}.bundle`),
    "--frames",
    at(`${eventId}.frames`),
    "--trust",
    at("data/keys/trust-keyring.json"),
    "--keyring",
    at("keyring.json"),
    "--json",
  ]);
  const { verdict, code } = JSON.parse(out);
  return code ?? verdict;
}

async function takeKeyring(): Promise<void> {
  const client = new Plumbline({ baseUrl: service.url, apiKey: "plumb_dev_local" });
  await writeFile(at("keyring.json"), await client.evidence.keyringHistory().asBytes());
}

test("a key is changed and another one revoked beside the running service, with the root key elsewhere", async () => {
  await rename(at("data/keys/root-key.pem"), at("root.pem"));
  const before = await issue("van-before");

  expect(await keys("rotate", "--out", at("version-2.json"))).toContain("root-sign");
  await run("evidence-keys", "root-sign", at("version-2.json"), "--root-key", at("root.pem"));
  await keys("submit", at("version-2.json"));
  const during = await issue("van-during");
  expect(await keys("rotate", "--root-key", at("root.pem"))).toContain("the old key has ended");
  const after = await issue("van-after");

  await takeKeyring();
  for (const eventId of [before, during, after]) expect(await verdictOn(eventId)).toBe("valid");

  const { keys: listed } = JSON.parse(await keys("list", "--json"));
  expect(listed.map((key: { status: string }) => key.status)).toEqual(["retired", "active"]);
  const stolen: string = listed[1].key_id;
  const { proof } = JSON.parse(await readFile(at(`${after}.bundle`), "utf8"));
  expect(proof.keys[0].keyid).toBe(stolen);
  const words = ["--reason", "stolen laptop", "--compromised-since", String(proof.log.index)];
  await keys("revoke", stolen.slice(0, 20), ...words, "--root-key", at("root.pem"));
  const fresh = await issue("van-fresh");
  // Whoever has the new trust file cannot be shown the old keyring.
  expect(await verdictOn(after)).toBe("E_KEYRING");
  await takeKeyring();
  expect(await verdictOn(after)).toBe("E_KEY_WINDOW");
  for (const eventId of [before, during, fresh]) expect(await verdictOn(eventId)).toBe("valid");

  expect(await keys("reissue")).toContain("1 bundle was reissued");
  expect(await keys("reissue")).toContain("nothing was reissued");
  const listing = ["--vehicle", "van-after", "--json", "--url", service.url];
  const { data } = JSON.parse(await run("evidence", "list", ...listing));
  const [successor, old] = data.map((one: { event_id: string }) => one.event_id);
  expect([data.length, old]).toEqual([2, after]);
  await takeFiles(successor);
  expect(JSON.parse(await readFile(at(`${successor}.bundle`), "utf8")).supersedes).toBe(after);
  await takeKeyring();
  expect([await verdictOn(successor), await verdictOn(after)]).toEqual(["valid", "E_KEY_WINDOW"]);
});

test("the roots are replaced by two of which both must sign, and the log's policy is theirs to say", async () => {
  const made = ["ec", "ed25519"].map((kind) => {
    const pair =
      kind === "ec" ? generateKeyPairSync("ec", { namedCurve: "P-256" }) : generateKeyPairSync("ed25519");
    return [
      pair.publicKey.export({ type: "spki", format: "pem" }),
      pair.privateKey.export({ type: "pkcs8", format: "pem" }),
    ] as const;
  });
  for (const [index, [publicPem, privatePem]] of made.entries()) {
    await writeFile(at(`root-${index}.pub`), publicPem);
    await writeFile(at(`root-${index}.pem`), privatePem);
  }
  const roots = [at("root-0.pub"), at("root-1.pub")];
  const [first, second] = [at("root-0.pem"), at("root-1.pem")];
  await keys("amend", "--root", ...roots, "--root-key", at("root.pem"), first, second);
  const policy = `${(await (await fetch(`${service.url}/v1/evidence/policy`)).text()).trim()}\n`;
  await writeFile(at("policy"), policy.replace("quorum none", "# nobody yet\nquorum none"));
  const folderWords = ["--data-dir", at("data")];
  const words = ["evidence-keys", "amend", "--policy", at("policy"), "--root-key", first];
  const alone = await runRecorded([...words, ...folderWords]);
  expect(alone).toMatchObject({ exitCode: 4 });
  expect(alone.err).toContain("signed by 1 of the 2 root keys");
  await keys("amend", "--policy", at("policy"), "--root-key", first, second);
  expect(await (await fetch(`${service.url}/v1/evidence/policy`)).text()).toContain("# nobody yet");
  await takeKeyring();
  expect(await verdictOn(issued[0]!)).toBe("valid");

  const listed = async () =>
    JSON.parse((await runRecorded(["evidence-keys", "list", "--json", ...folderWords])).out) as {
      readonly version: number;
      readonly refresh_after: string;
    };
  const before = await listed();
  await keys("amend", "--renew", "--root-key", first, second);
  const after = await listed();
  expect(after.version).toBe(before.version + 1);
  expect(after.refresh_after).toMatch(/^\d{4}-\d{2}-\d{2}T00:00:00\.000Z$/u);
  await takeKeyring();
  expect(await verdictOn(issued[0]!)).toBe("valid");
});

test("what the service says of its keys is one thing in every form", async () => {
  const text = async (path: string) => (await fetch(service.url + path)).text();
  const { keys: webKeys } = JSON.parse(await text("/.well-known/jwks.json"));
  const keyring = JSON.parse(
    Buffer.from(JSON.parse(await text("/v1/evidence/keys")).payload, "base64").toString(),
  );
  const counting = keyring.keys.filter((key: { status: string }) => key.status !== "revoked");
  expect(webKeys.map((key: { kid: string }) => key.kid)).toEqual(
    counting.map((key: { keyid: string }) => key.keyid),
  );
  for (const { keyid, spki } of keyring.keys) {
    const pem = await text(`/v1/evidence/keys/${keyid.slice("sha256:".length)}.pem`);
    expect(pem.split("\n").slice(1, -2).join("")).toBe(spki);
  }
  expect(await text("/v1/evidence/policy")).toBe(keyring.policy);
  const bundle = JSON.parse(await readFile(at(`${issued[0]}.bundle`), "utf8"));
  const method = await text(`/v1/evidence/specs/${bundle.scoring.specification_sha256}`);
  expect(method).toContain("CUSUM");
});

test("the trust file that pins a keyring asks for it, and doctor says where the root key should not be", async () => {
  await copyFile(at("data/keys/trust.json"), at("alone.json"));
  await rm(at("keyring.json"));
  const words = ["evidence", "verify", at(`${issued[0]}.bundle`), "--trust"];
  const beside = await runRecorded([...words, at("data/keys/trust.json")]);
  expect(beside.out, "the keyring beside the trust file is taken").toMatch(/V10 .*pass/u);
  const without = await runRecorded([...words, at("alone.json")]);
  expect(without).toMatchObject({ exitCode: 2 });
  expect(without.err).toContain("--keyring");
  expect(await keys("export", "--out", at("public"))).toContain("keyring.json");
  expect(await readFile(at("public/log-public.pem"), "utf8")).toBe(
    await readFile(at("data/keys/log-public.pem"), "utf8"),
  );
  const { findings } = JSON.parse((await runRecorded(["doctor", "--data-dir", at("data"), "--json"])).out);
  expect(findings).toContainEqual(expect.objectContaining({ what: "root key", status: "ok" }));
});
