import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Plumbline } from "../clients/typescript/plumbline.ts";
import { developmentApiKey } from "../core/contract/api-key.ts";
import { runRecorded } from "../cli/run-recorded-for-tests.ts";
import { startServiceProcess } from "./service-process.ts";
import type { ServiceProcess } from "./service-process.ts";

/** One service with three vehicles whose radars were moved; every command is tried against it. */
let folder = "";
let service: ServiceProcess;
let isStopped = false;
const at = (name: string) => join(folder, name);
const ask = (...words: readonly string[]) => runRecorded([...words, "--url", service.url]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-commands-"));
  const words = ["--vehicles", "3", "--hours", "2.5", "--scenario", "bumper_repair_radar"];
  await runRecorded(["simulate", ...words, "--out", at("frames.ndjson")]);
  service = await startServiceProcess({ dataDir: at("data"), port: 0 });
}, 60_000);
afterAll(async () => {
  if (!isStopped) await service?.kill();
  await rm(folder, { recursive: true, force: true });
});

test("ingest stores a file once, however often it is sent", async () => {
  const first = JSON.parse((await ask("ingest", at("frames.ndjson"), "--json")).out);
  expect(first).toMatchObject({ frames_duplicate: 0, frames_rejected: 0, lines: first.frames_ingested });
  const again = await ask("ingest", at("frames.ndjson"), "--json");
  expect(again.exitCode).toBe(0);
  expect(JSON.parse(again.out)).toMatchObject({
    frames_ingested: 0,
    frames_duplicate: first.frames_ingested,
  });
});

test("ingest takes the good lines of a bad file, names the others and ends with 5", async () => {
  const good = (await readFile(at("frames.ndjson"), "utf8")).split("\n")[0]!;
  const bad = good.replace(/"radar_range_bias_m":[-\d.]+/u, '"radar_range_bias_m":1e9');
  await writeFile(
    at("mixed.ndjson"),
    Buffer.concat([Buffer.from(`${good}\n\n${bad}\n`), Buffer.from([0xff, 0x0a])]),
  );
  const run = await ask("ingest", at("mixed.ndjson"));
  expect(run.exitCode).toBe(5);
  expect(run.err).toMatch(/ 3 {2}\w+ +\/sensors\/radar_range_bias_m/u);
  expect(run.err).toMatch(/ 4 {2}utf8_invalid +\(whole frame\)/u);
});

test("fleet and queue say which vehicles need what", async () => {
  const { summary, vehicles } = JSON.parse((await ask("fleet", "--json")).out);
  expect(summary.total_vehicles).toBe(3);
  expect(vehicles.map((vehicle: { probable_fault_source: string }) => vehicle.probable_fault_source)).toEqual(
    ["radar", "radar", "radar"],
  );
  const queue = await ask("queue");
  expect(queue.out).toMatch(/1 {2}sim-000\d {2}CRITICAL {2}calibration_required {2}radar/u);
  expect((await ask("fleet", "--tier", "NOMINAL")).out).toContain("No vehicle matches these filters.");
});

test("evidence is fetched, verified and recomputed from files alone; a changed byte is found", async () => {
  const { data } = JSON.parse((await ask("evidence", "list", "--json")).out);
  expect(data).toHaveLength(3);
  const id = data[0].event_id;
  expect((await ask("evidence", "get", id, "--out", folder)).exitCode).toBe(0);
  const files = [at(`${id}.json`), "--frames", at(`${id}.frames.ndjson`)];
  const trust = join(at("data"), "keys", "trust.json");
  const verified = await runRecorded(["evidence", "verify", ...files, "--trust", trust]);
  expect(verified, verified.out).toMatchObject({ exitCode: 0 });
  expect((await runRecorded(["evidence", "rescore", ...files])).exitCode).toBe(0);

  const issued = await readFile(files[0]!, "utf8");
  await writeFile(files[0]!, issued.replace(/"sim-000\d"/u, '"sim-0009"'));
  const changed = await runRecorded(["evidence", "verify", ...files, "--trust", trust, "--json"]);
  expect(changed.exitCode).toBe(6);
  expect(JSON.parse(changed.out)).toMatchObject({ verdict: "invalid", code: "E_DIGEST" });
});

test("evidence is held, released and erased; its custody tells of it all and is checked offline", async () => {
  const { data } = JSON.parse((await ask("evidence", "list", "--json")).out);
  const id = data[1].event_id;
  const trust = ["--trust", join(at("data"), "keys", "trust.json")];
  await writeFile(at("decision.txt"), "erase it");
  const erase = ["evidence", "erase", id, "--basis", "retention", "--decision", at("decision.txt")];
  const hold = ["evidence", "hold", id, "--reason", "claim 4711"];
  expect((await ask("evidence", "get", id)).exitCode).toBe(0);
  expect((await ask(...hold)).out).toContain("is on legal hold\n");
  expect((await ask(...erase)).exitCode, "without --for-good").toBe(2);
  expect((await ask(...erase, "--for-good")).err).toContain("legal hold");
  expect((await ask(...hold, "--release")).out).toContain("is not on hold");
  expect((await ask(...erase, "--for-good")).exitCode).toBe(0);
  expect((await ask("evidence", "get", id)).exitCode).toBe(4);

  const custody = await ask("evidence", "custody", id, "--json", ...trust);
  expect(custody.err).toContain("4 records: signed, chained and in the log");
  await writeFile(at("custody.json"), custody.out.replace("claim 4711", "claim 4712"));
  const shown = await runRecorded(["evidence", "custody", id, "--file", at("custody.json"), ...trust]);
  expect(shown, "other words than were signed").toMatchObject({ exitCode: 6 });
  const kept = JSON.parse(custody.out);
  kept.entries.splice(1, 1);
  await writeFile(at("custody.json"), JSON.stringify(kept));
  const gap = await runRecorded(["evidence", "custody", id, "--file", at("custody.json"), ...trust]);
  expect(gap).toMatchObject({ exitCode: 6 });
});

test("evidence is exported, its report made anew from files, and a bundle read from standard input", async () => {
  const { data } = JSON.parse((await ask("evidence", "list", "--json")).out);
  const id: string = data[0].event_id;
  const folder = at("exported");
  const exported = await ask(
    "evidence",
    "export",
    id,
    "--archive",
    folder,
    "--files",
    folder,
    "--sigstore",
    folder,
  );
  expect(exported.exitCode).toBe(0);
  const file = (name: string) => join(folder, id, name);
  const [bundle, frames] = [await readFile(file("bundle.json")), file("frames.ndjson")];
  expect(await readFile(join(folder, `${id}.sigstore.json`))).toEqual(await readFile(file("sigstore.json")));
  expect((await readFile(join(folder, `${id}.zip`))).subarray(0, 2).toString()).toBe("PK");

  const report = [
    file("bundle.json"),
    "--frames",
    frames,
    "--trust",
    file("trust.json"),
    "--out",
    at("anew.pdf"),
  ];
  expect((await runRecorded(["evidence", "report", ...report])).exitCode).toBe(0);
  expect(await readFile(at("anew.pdf"))).toEqual(await readFile(file("report.pdf")));
  expect((await ask("evidence", "report", id, "--out", at("served.html"))).exitCode).toBe(0);
  expect(await readFile(at("served.html"))).toEqual(await readFile(file("report.html")));
  expect((await ask("evidence", "report", id, "--out", at("report.doc"))).exitCode).toBe(2);

  const flags = ["--frames", frames, "--trust", file("trust.json")];
  const piped = await runRecorded(["evidence", "verify", "-", ...flags], { stdin: bundle });
  expect(piped).toMatchObject({ exitCode: 0, out: expect.stringContaining("VALID") });
  const words = ["evidence", "rescore", "-", "--frames", frames];
  expect((await runRecorded(words, { stdin: bundle })).exitCode).toBe(0);
  const both = ["evidence", "verify", "-", "--frames", "-", "--trust", file("trust.json")];
  expect((await runRecorded(both, { stdin: bundle })).exitCode).toBe(2);
});

test("the service judges evidence as the command line does, by its own keys or by those sent along", async () => {
  const client = new Plumbline({ baseUrl: service.url, apiKey: developmentApiKey });
  const [item] = (await client.evidence.list()).data;
  const text = async (bytes: Promise<Uint8Array>) => new TextDecoder().decode(await bytes);
  const bundle = await text(client.evidence.bundle(item!.event_id).asBytes());
  const frames = await text(client.evidence.frames(item!.event_id));
  expect(await client.evidence.verifyOnServer({ bundle, frames })).toMatchObject({
    verdict: "valid",
    event_id: item!.event_id,
    trust_from: "service",
  });
  expect(await client.evidence.verifyOnServer({ bundle: JSON.parse(bundle), frames })).toMatchObject({
    verdict: "valid",
  });
  const changed = bundle.replace(/"radar_drift_mm":\d/u, '"radar_drift_mm":9');
  expect(await client.evidence.verifyOnServer({ bundle: changed, frames })).toMatchObject({
    verdict: "invalid",
  });
  const trust = JSON.parse(await readFile(at("data/keys/trust.json"), "utf8"));
  expect(await client.evidence.verifyOnServer({ bundle, trust, require: ["frames"] })).toMatchObject({
    verdict: "invalid",
    code: "E_FRAMES",
    trust_from: "request",
  });
  await expect(client.evidence.verifyOnServer({ bundle, trust: {} })).rejects.toMatchObject({
    status: 422,
    problem: { errors: [{ pointer: "/trust" }] },
  });
});

test("an evidence id nobody issued is not there", async () => {
  const run = await ask("evidence", "get", "EVB-20260101-000000000000");
  expect(run).toMatchObject({ exitCode: 4, out: "" });
});

test("scenario and openapi answer what the service serves", async () => {
  const feed = JSON.parse((await ask("scenario", "--type", "car_wash", "--seed", "3")).out);
  expect(feed).toMatchObject({ scenario_type: "car_wash", seed: 3 });
  const served = await fetch(`${service.url}/openapi.json`);
  expect((await runRecorded(["openapi"])).out).toBe(await served.text());
});

test("a key made beside the running service opens it, is listed without itself, and ends within a second", async () => {
  const place = ["--org", "acme", "--data-dir", at("data")];
  const made = await runRecorded([
    "keys",
    "create",
    ...place,
    "--name",
    "desk",
    "--preset",
    "operator",
    "--json",
  ]);
  const { id, key, scopes } = JSON.parse(made.out);
  expect(key).toMatch(new RegExp(`^plumb_live_${id}_`, "u"));
  expect(scopes).toContain("fleet:read");

  const asAcme = await ask("fleet", "--key", key, "--json");
  expect(JSON.parse(asAcme.out).summary.total_vehicles).toBe(0);
  const forbidden = await ask("ingest", at("frames.ndjson"), "--key", key);
  expect(forbidden.exitCode).toBe(4);
  expect(forbidden.err).toContain("keys create");

  const list = await runRecorded(["keys", "list", ...place]);
  expect(list.out).toMatch(new RegExp(`${id} {2}desk {2}active`, "u"));
  expect(list.out).not.toContain(key);
  expect((await runRecorded(["keys", "revoke", id, ...place])).exitCode).toBe(0);
  await expect.poll(async () => (await ask("fleet", "--key", key)).exitCode).toBe(4);
  const revoked = await ask("fleet", "--key", key);
  expect(revoked.err).toContain("api_key_invalid");
  expect((await runRecorded(["keys", "revoke", "0123456789", ...place])).exitCode).toBe(1);
});

test.each([
  ["no preset and no scope", ["--name", "x"], /--preset engineer/u],
  ["a preset that does not exist", ["--name", "x", "--preset", "god"], /Allowed choices are ingest/u],
  ["both at once", ["--name", "x", "--preset", "ingest", "--scope", "fleet:read"], /cannot be used with/u],
] as const)("keys create with %s is a mistake of use", async (_, words, hint) => {
  const run = await runRecorded(["keys", "create", "--org", "acme", "--data-dir", at("data"), ...words]);
  expect(run.exitCode).toBe(2);
  expect(run.err).toMatch(hint);
});

test.skipIf(!existsSync("/dev/full"))("a full disk behind standard output is one plain line", async () => {
  const commands = [["openapi"], ["--help"], ["simulate", "--vehicles", "1", "--hours", "1"]];
  for (const words of commands) {
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, ["cli/main.ts", ...words], {
      cwd: new URL("..", import.meta.url),
      stdio: ["ignore", full, "pipe"],
    });
    let err = "";
    child.stderr!.on("data", (bytes) => (err += String(bytes)));
    const [exitCode] = await once(child, "close");
    closeSync(full);
    expect([words, exitCode, err.trimEnd().split("\n")]).toEqual([
      words,
      1,
      [expect.stringMatching(/^error: standard output cannot be written to: .*ENOSPC/u)],
    ]);
  }
});

test.skipIf(process.platform !== "linux")(
  "a service has two pools of memory for all its threads",
  async () => {
    const words = ["cli/plumbline.js", "serve", "--dev", "--port", "0", "--data-dir", at("pools")];
    const { MALLOC_ARENA_MAX: _, ...env } = process.env;
    const cwd = new URL("..", import.meta.url);
    const child = spawn(process.execPath, words, { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(child, "close");
    const listens = String(await once(child.stdout, "data"));
    const environment = await readFile(`/proc/${child.pid}/environ`, "utf8");
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    expect(listens).toContain("listening on");
    expect(environment.split("\0")).toContain("MALLOC_ARENA_MAX=2");
  },
);

test("after a polite stop the doctor finds every state again from the frames", async () => {
  isStopped = true;
  expect(await service.stop()).toBe(0);
  const run = await runRecorded(["doctor", "--rebuild", "--data-dir", at("data"), "--json"]);
  const report = JSON.parse(run.out);
  expect(report.states).toMatchObject({ vehicles: 3, difference_count: 0 });
  expect(run.exitCode).toBe(report.ok ? 0 : 1);
});
