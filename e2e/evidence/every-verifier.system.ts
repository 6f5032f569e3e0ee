import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createPublicKey } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleFromJSON, type SerializedBundle } from "@sigstore/bundle";
import { PublicKeyDetails, TrustedRoot } from "@sigstore/protobuf-specs";
import { toSignedEntity, toTrustMaterial, Verifier } from "@sigstore/verify";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runRecorded } from "../../cli/run-recorded-for-tests.ts";
import { sharedBrowser, whyNoPage } from "../open-browser.ts";
import { startServiceProcess, type ServiceProcess } from "../service-process.ts";

/*
 * One service, whose evidence keys are rotated, revoked, and revoked as stolen, with evidence from before, during and
 * after each. In the end every verifier we ship judges all of it by what the service gives away then: one table.
 */
const python = join(import.meta.dirname, "../../clients/python/.venv/bin/python");
const hasPage = whyNoPage("verify.html") === null;
const hasShell = ["jq", "openssl"].every((tool) => spawnSync("which", [tool]).status === 0);
for (const [what, isThere] of [
  ["Chromium, or the built page", hasPage],
  ["openssl and jq", hasShell],
  ["clients/python/install.sh", existsSync(python)],
] as const) {
  if (!isThere) console.warn(`e2e/evidence/every-verifier.system.ts leaves a column out: it needs ${what}`);
}

let folder = "";
let service: ServiceProcess;
let page: Page | null = null;
const at = (...names: readonly string[]) => join(folder, ...names);
const ids: Record<string, string> = {};
/** Of statements, by the vehicle they are about. */
const statementIds: Record<string, string> = {};

const run = async (...words: readonly string[]) => {
  const done = await runRecorded(words);
  expect([words.join(" "), done.exitCode, done.err]).toEqual([words.join(" "), 0, ""]);
  return done.out;
};
const keys = (...words: readonly string[]) => run("evidence-keys", ...words, "--data-dir", at("data"));
const activeKey = async () =>
  JSON.parse(await keys("list", "--json")).keys.find((key: { status: string }) => key.status === "active")
    .key_id as string;

/** Has the service issue evidence of one vehicle more. */
async function issue(name: string): Promise<void> {
  const words = ["--vehicles", "1", "--hours", "2.5", "--scenario", "bumper_repair_radar"];
  await run("simulate", ...words, "--seed", String(Object.keys(ids).length + 1), "--out", at("sent.ndjson"));
  const frames = (await readFile(at("sent.ndjson"), "utf8")).replaceAll("sim-0001", name);
  await writeFile(at("sent.ndjson"), frames);
  await run("ingest", at("sent.ndjson"), "--url", service.url);
  ids[name] = await newestOf(name);
}
async function newestOf(name: string): Promise<string> {
  const words = ["--vehicle", name, "--json", "--url", service.url];
  return JSON.parse(await run("evidence", "list", ...words)).data[0].event_id;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-every-verifier-"));
  service = await startServiceProcess({ dataDir: at("data"), port: 0 });
  if (hasPage) {
    page = await (await (await sharedBrowser()).newContext({ offline: true })).newPage();
  }

  await issue("before-rotation");
  await state("before-rotation");
  await keys("rotate");
  await issue("during-rotation");
  await state("during-rotation");
  await keys("rotate");
  await issue("after-rotation");
  await keys("revoke", await activeKey(), "--reason", "moved to another machine");
  await issue("before-theft");
  await issue("by-the-thief");
  await state("by-the-thief");
  await run("evidence", "get", ids["by-the-thief"]!, "--out", folder, "--url", service.url);
  const { proof } = JSON.parse(readFileSync(at(`${ids["by-the-thief"]}.json`), "utf8"));
  const since = ["--reason", "stolen", "--compromised-since", String(proof.log.index)];
  await keys("revoke", await activeKey(), ...since);
  await issue("after-theft");
  await state("after-theft");
  await keys("reissue");
  ids["issued-anew"] = await newestOf("by-the-thief");
  expect(ids["issued-anew"]).not.toBe(ids["by-the-thief"]);
  for (const id of Object.values(ids)) {
    await run("evidence", "export", id, "--files", at("archives"), "--url", service.url);
  }
}, 180_000);
afterAll(async () => {
  await page?.context().close();
  await service?.kill();
  await rm(folder, { recursive: true, force: true });
});

/** Has the service state how a vehicle was judged; the file is fetched in the end, with a proof of then. */
async function state(name: string): Promise<void> {
  const words = ["statement", name, "--reason", "claim", "--url", service.url];
  const [id] = /STM-[0-9A-Z-]+/u.exec(await run("evidence", ...words))!;
  statementIds[name] = id;
}

type Door = (archive: (name: string) => string, eventId: string) => Promise<string>;

async function commandLine(archive: (name: string) => string, trust: string): Promise<string> {
  const words = [archive("bundle.json"), "--frames", archive("frames.ndjson"), "--trust", trust, "--json"];
  const { code, verdict } = JSON.parse((await runRecorded(["evidence", "verify", ...words])).out);
  return code ?? verdict;
}

async function ended(command: string, words: readonly string[]): Promise<readonly [number | null, string]> {
  const child = spawn(command, words, { stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  const [status] = (await once(child, "close")) as [number | null];
  return [status, out];
}

/** What each verifier says, in the words of the others: `valid`, or the code. */
const doors: Readonly<Record<string, Door>> = {
  "command line, by the archive": (archive) => commandLine(archive, archive("trust.json")),
  "command line, by the data folder": (archive) => commandLine(archive, at("data", "keys", "trust.json")),
  async "the service, by its own keys"(archive) {
    const [bundle, frames] = [archive("bundle.json"), archive("frames.ndjson")].map((path) =>
      readFileSync(path, "utf8"),
    );
    const response = await fetch(`${service.url}/v1/evidence/verify`, {
      method: "POST",
      headers: { authorization: "Bearer plumb_dev_local", "content-type": "application/json" },
      body: JSON.stringify({ bundle, frames }),
    });
    const { code, verdict } = (await response.json()) as { code: string | null; verdict: string };
    return code ?? verdict;
  },
  ...(hasPage && {
    async "verify.html of the archive"(archive: (name: string) => string) {
      await page!.goto(pathToFileURL(archive("verify.html")).href);
      await page!.locator('#verifier:not([data-verdict="reading"])').waitFor();
      const verdict = await page!.locator("#verifier").getAttribute("data-verdict");
      return (await page!.locator(".verdict-code").innerText()).trim() || verdict!;
    },
  }),
  ...(hasShell && {
    async "VERIFY.sh of the archive"(archive: (name: string) => string) {
      const [status, out] = await ended("sh", [archive("VERIFY.sh")]);
      const failed = [...out.matchAll(/^ {2}(\S+) .*FAIL/gmu)].map(([, step]) => step);
      if (status === 0) return "valid";
      return failed.join() === "V10" ? "E_KEY_WINDOW" : `${status}: ${failed.join()}`;
    },
  }),
  ...(existsSync(python) && {
    async "the Python client"(archive: (name: string) => string) {
      const [bundle, frames, trust] = ["bundle.json", "frames.ndjson", "trust.json"].map(archive);
      const given = ["--frames", frames!, "--trust", trust!, "--keyring", archive("keyring.json")];
      const [, out] = await ended(python, ["-m", "plumbline", "verify", bundle!, ...given, "--json"]);
      const { code, verdict } = JSON.parse(out) as { readonly code: string | null; readonly verdict: string };
      return code ?? verdict;
    },
  }),
};

const table = [
  ["before-rotation", "valid"],
  ["during-rotation", "valid"],
  ["after-rotation", "valid"],
  ["before-theft", "valid"],
  ["by-the-thief", "E_KEY_WINDOW"],
  ["after-theft", "valid"],
  ["issued-anew", "valid"],
] as const;

test("every verifier says the same of each, and the figures follow from the frames whoever signed", async () => {
  for (const [name, due] of table) {
    const eventId = ids[name]!;
    const archive = (file: string) => at("archives", eventId, file);
    const said: Record<string, string> = {};
    for (const [door, judge] of Object.entries(doors)) said[door] = await judge(archive, eventId);
    expect([name, said]).toEqual([name, Object.fromEntries(Object.keys(doors).map((door) => [door, due]))]);
    const files = [archive("bundle.json"), "--frames", archive("frames.ndjson")];
    expect(await run("evidence", "rescore", ...files), name).toContain("SAME");
  }
});

/** What each verifier but `VERIFY.sh`, which no statement comes with, says of a statement by the keyring of now. */
const statementDoors: Readonly<Record<string, (file: string) => Promise<string>>> = {
  async "command line"(file) {
    const words = [file, "--trust", at("data", "keys", "trust.json"), "--json"];
    return wordOf((await runRecorded(["evidence", "verify", ...words])).out);
  },
  async "the service, by its own keys"(file) {
    const response = await fetch(`${service.url}/v1/evidence/verify`, {
      method: "POST",
      headers: { authorization: "Bearer plumb_dev_local", "content-type": "application/json" },
      body: JSON.stringify({ bundle: readFileSync(file, "utf8") }),
    });
    return wordOf(await response.text());
  },
  ...(hasPage && {
    async "verify.html"(file: string) {
      await page!.goto(pathToFileURL(at("archives", ids["after-theft"]!, "verify.html")).href);
      await page!.locator('#verifier:not([data-verdict="reading"])').waitFor();
      await page!.locator("#files").setInputFiles([file]);
      await page!.getByRole("heading", { name: /^What the statement says/u }).waitFor();
      const verdict = await page!.locator("#verifier").getAttribute("data-verdict");
      return (await page!.locator(".verdict-code").innerText()).trim() || verdict!;
    },
  }),
  ...(existsSync(python) && {
    async "the Python client"(file: string) {
      const words = [file, "--trust", at("data", "keys", "trust.json"), "--json"];
      return wordOf((await ended(python, ["-m", "plumbline", "verify", ...words]))[1]);
    },
  }),
};

function wordOf(report: string): string {
  const { code, verdict } = JSON.parse(report) as { readonly code: string | null; readonly verdict: string };
  return code ?? verdict;
}

test("every verifier says the same of each statement", async () => {
  for (const [name, id] of Object.entries(statementIds)) {
    const file = at(`${id}.json`);
    const response = await fetch(`${service.url}/v1/statements/${id}`, {
      headers: { authorization: "Bearer plumb_dev_local" },
    });
    await writeFile(file, await response.text());
    const said: Record<string, string> = {};
    for (const [door, judge] of Object.entries(statementDoors)) said[door] = await judge(file);
    const due = name === "by-the-thief" ? "E_KEY_WINDOW" : "valid";
    expect([name, said]).toEqual([
      name,
      Object.fromEntries(Object.keys(statementDoors).map((door) => [door, due])),
    ]);
  }
  expect(Object.keys(statementIds)).toHaveLength(4);
});

/** It knows no keyring: which keys counts where is left to whoever gives it a key. */
test("@sigstore/verify finds signature and log of each sound", async () => {
  for (const [name] of table) {
    const json = (file: string) => JSON.parse(readFileSync(at("archives", ids[name]!, file), "utf8"));
    const { keyid } = json("bundle.json").proof.keys[0];
    const pem = await (
      await fetch(`${service.url}/v1/evidence/keys/${keyid.replace("sha256:", "")}.pem`)
    ).text();
    const key = {
      rawBytes: createPublicKey(pem).export({ type: "spki", format: "der" }),
      keyDetails: PublicKeyDetails.PKIX_ECDSA_P256_SHA_256,
    };
    const trust = toTrustMaterial(TrustedRoot.fromJSON(json("trusted_root.json")), { [keyid]: key });
    const bundle = bundleFromJSON(json("sigstore.json") as SerializedBundle);
    const verifier = new Verifier(trust, { tlogThreshold: 1, timestampThreshold: 0 });
    expect(verifier.verify(toSignedEntity(bundle)).key.asymmetricKeyType, name).toBe("ec");
  }
});

test("what was done with evidence is checked by the same keys", async () => {
  for (const name of ["before-rotation", "by-the-thief"]) {
    const words = [ids[name]!, "--trust", at("data", "keys", "trust.json"), "--url", service.url];
    const custody = await runRecorded(["evidence", "custody", ...words]);
    const isThief = name === "by-the-thief";
    expect(custody).toMatchObject({ exitCode: isThief ? 6 : 0 });
    expect(custody.err).toContain(isThief ? "the key is compromised" : "signed, chained and in the log");
  }
});
