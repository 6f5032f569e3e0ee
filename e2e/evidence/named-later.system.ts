import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runRecorded } from "../../cli/run-recorded-for-tests.ts";
import { startServiceProcess, type ServiceProcess } from "../service-process.ts";

const python = join(import.meta.dirname, "../../clients/python/.venv/bin/python");
const names = ["--issuer", "Acme Calibration Ltd", "--log-origin", "evidence.acme.example"];

let folder = "";
let service: ServiceProcess | null = null;
const at = (...parts: readonly string[]) => join(folder, ...parts);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-named-later-"));
});
afterEach(async () => {
  await service?.kill();
  service = null;
  await rm(folder, { recursive: true });
});

async function start(): Promise<ServiceProcess> {
  await service?.kill();
  service = null;
  service = await startServiceProcess({ dataDir: at("data"), port: 0, isProduction: true });
  return service;
}

async function run(...words: readonly string[]): Promise<string> {
  const done = await runRecorded(words);
  expect([words.join(" "), done.exitCode, done.err]).toEqual([words.join(" "), 0, ""]);
  return done.out;
}
const init = (stdin: string, ...words: readonly string[]) =>
  runRecorded(["init", "--data-dir", at("data"), ...words], { stdin });

test("breaches found before anybody named the issuer are issued once it is named, over kills, for every verifier", async () => {
  const unnamed = await start();
  expect(unnamed.said()).toMatch(/PLUMBLINE_ISSUER and PLUMBLINE_LOG_ORIGIN are not set.*plumbline init/);
  const key = JSON.parse(
    await run(
      "keys",
      "create",
      ..."--org acme --name t --preset admin --json --data-dir".split(" "),
      at("data"),
    ),
  ).key as string;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const ask = (path: string) => fetch(`${service!.url}${path}`, { headers });
  const list = async () => (await ask("/v1/evidence")).json() as Promise<EvidenceListed>;
  const fleet = "simulate --vehicles 2 --hours 3 --scenario bumper_repair_radar".split(" ");
  await run(...fleet, "--to", unnamed.url, "--key", key);

  expect(await (await ask("/health")).json()).toMatchObject({
    status: "degraded",
    checks: { issuer: expect.stringContaining("plumbline init") as string },
  });
  expect((await ask("/readyz")).status).toBe(200);
  const vehicles = (await (await ask("/v1/vehicles")).text()).match(/EVB-[0-9]{8}-\w+/gu) ?? [];
  const announced = [...new Set(vehicles)].toSorted();
  expect(announced).toHaveLength(2);
  expect(await list()).toMatchObject({ data: [], awaiting_issuer: 2 });
  for (const path of [`/v1/evidence/${announced[0]}/bundle`, "/v1/log/checkpoint", "/v1/evidence/keys"]) {
    const answer = await ask(path);
    expect([path, answer.status]).toEqual([path, 503]);
    expect(await answer.json()).toMatchObject({ type: "/problems/not-yet", code: "issuer_not_named" });
  }
  const { data: known } = (await (await ask("/v1/vehicles")).json()) as { data: { vehicle_id: string }[] };
  const vehicle = known[0]!.vehicle_id;
  const asked = { method: "POST", headers, body: '{"reason":"claim"}' };
  const refused = await fetch(`${service!.url}/v1/vehicles/${vehicle}/statements`, asked);
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: "issuer_not_named" }]);
  expect(await run("doctor", "--data-dir", at("data"))).toMatch(/issuer +evidence of 2 breaches waits/);

  await unnamed.kill();
  const namedAt = new Date().toISOString();
  expect((await init("", ...names, "--yes")).exitCode).toBe(0);
  // Killed as soon as it has begun, and begun again.
  await start();
  await start();
  const issued = await list();
  expect(issued.data.map(({ event_id: id }) => id).toSorted()).toEqual(announced);
  expect(issued).not.toHaveProperty("awaiting_issuer");
  for (const { event_id: id, detected_at: detectedAt, issued_at: issuedAt } of issued.data) {
    expect(detectedAt < namedAt && namedAt < issuedAt).toBe(true);
    await run("evidence", "get", id, "--out", folder, "--url", service!.url, "--key", key);
    const bundle = at(`${id}.json`);
    expect(JSON.parse(readFileSync(bundle, "utf8"))).toMatchObject({
      issuer: { organisation: "Acme Calibration Ltd" },
      proof: { log: { origin: "evidence.acme.example" } },
    });
    const given = ["--frames", at(`${id}.frames.ndjson`), "--keyring", at("keyring.json")];
    const words = [bundle, ...given, "--trust", at("data/keys/trust.json")];
    expect(await run("evidence", "verify", ...words)).toContain("VALID");
    if (existsSync(python)) {
      const checked = spawnSync(python, ["-m", "plumbline", "verify", ...words], { encoding: "utf8" });
      expect([checked.status, checked.stderr]).toEqual([0, ""]);
    }
  }
  const stated = ["evidence", "statement", vehicle, "--reason", "claim", "--out", at("statement.json")];
  await run(...stated, "--url", service!.url, "--key", key);
  const trusted = ["--keyring", at("keyring.json"), "--trust", at("data/keys/trust.json")];
  expect(await run("evidence", "verify", at("statement.json"), ...trusted)).toContain("VALID");
  expect((await (await ask("/health")).json()) as object).toMatchObject({ status: "ok" });
  expect(await run("doctor", "--rebuild", "--data-dir", at("data"))).not.toContain("FAILED");
});

interface EvidenceListed {
  readonly data: readonly {
    readonly event_id: string;
    readonly detected_at: string;
    readonly issued_at: string;
  }[];
  readonly awaiting_issuer?: number;
}

test.each([
  ["answers, the bad one asked again", "Acme\nhttps://log.example\nlog.example\ny\n", [], 0],
  ["flags that need no question", "", [...names, "--yes"], 0],
  ["flags, and a no", "n\n", names, 1],
  ["no answer", "", names.slice(0, 2), 2],
  ["a name without a letter", "", ["--issuer", "-", "--log-origin", "log.example", "--yes"], 2],
] as const)("init takes %s", async (_what, stdin, words, exitCode) => {
  const done = await init(stdin, ...words);
  const said = exitCode === 0 ? "Written down" : "";
  expect(done).toMatchObject({ exitCode, out: expect.stringContaining(said) as string });
  expect(existsSync(at("data/keys/issuer.json"))).toBe(exitCode === 0);
  if (exitCode !== 0) return;
  // Once more is no change, and asks nothing.
  expect(await init("")).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining("set already") as string,
  });
});

test("what init wrote is what serve goes by, environment and flags before it; a log that has begun keeps its name", async () => {
  await init("", ...names, "--yes");
  await start();
  await service!.kill();
  const other = await init("", "--log-origin", "other.example", "--yes");
  expect(other).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining("called evidence.acme.example") as string,
  });
  // The issuer may be called otherwise later.
  expect((await init("", "--issuer", "Acme Ltd", "--yes")).out).toMatch(
    /issuer +Acme Ltd\n +log +evidence\.acme/,
  );
  const env = { PLUMBLINE_LOG_ORIGIN: "other.example" };
  const refused = startServiceProcess({ dataDir: at("data"), port: 0, isProduction: true, env });
  await expect(refused).rejects.toThrow("PLUMBLINE_LOG_ORIGIN=evidence.acme.example");
});
