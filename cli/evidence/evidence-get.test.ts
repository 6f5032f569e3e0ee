import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { answeringService, problem } from "../answering-service-for-tests.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";

test("evidence get writes the very bytes and names the command that checks them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-evidence-"));
  const id = "EVB-20260301-7K3M9Q2XW4HJ";
  const service = await answeringService({
    [`/v1/evidence/${id}/bundle`]: { event_id: id },
    [`/v1/evidence/${id}/frames`]: { seq: 1 },
    "/v1/evidence/keys/history": { versions: [] },
  });
  const run = await runRecorded(["evidence", "get", id, "--out", folder, "--url", service.url]);
  expect(await readFile(join(folder, `${id}.json`), "utf8")).toBe(`{"event_id":"${id}"}`);
  const keyring = join(folder, "keyring.json");
  expect(await readFile(keyring, "utf8")).toBe('{"versions":[]}');
  expect(run.out).toContain(`evidence verify ${join(folder, id)}.json --frames`);
  expect(run.out).toContain(`--keyring ${keyring}`);
  const alone = await runRecorded(["evidence", "get", id, "--keyring", "--url", service.url]);
  expect(alone.out).toBe('{"versions":[]}');
});

test("what is not there ends with 4 and names where to look", async () => {
  const service = await answeringService({
    "/v1/evidence/EVB-20260301-7K3M9Q2XW4HJ/bundle": problem(404, "evidence_not_found"),
  });
  const run = await runRecorded(["evidence", "get", "EVB-20260301-7K3M9Q2XW4HJ", "--url", service.url]);
  expect(run).toMatchObject({ exitCode: 4, out: "" });
  expect(run.err).toContain("plumbline evidence list");
});

test("evidence request says what was issued and what it supersedes, and why where nothing was", async () => {
  const id = "EVB-20260301-7K3M9Q2XW4HJ";
  const issued = {
    evidence_id: id,
    tier: "CRITICAL",
    frame_seq: 412,
    supersedes: "EVB-20260301-7K3M9Q2XW4HK",
  };
  const service = await answeringService({
    "/v1/vehicles/veh-1/evidence": issued,
    "/v1/vehicles/veh-2/evidence": problem(409, "no_breach_open"),
  });
  const words = (vehicle: string) => ["evidence", "request", vehicle, "--url", service.url];
  const run = await runRecorded([...words("veh-1"), "--reason", "claim", "--case", "CL-1"]);
  expect(run.out).toContain(
    `${id}: veh-1 is CRITICAL at entry 412 of its journal; it supersedes EVB-20260301-7K3M9Q2XW4HK`,
  );
  expect(run.out).toContain(`evidence get ${id} --out FOLDER`);
  expect((await runRecorded([...words("veh-2"), "--reason", "claim"])).exitCode).not.toBe(0);
  expect((await runRecorded(words("veh-1"))).exitCode).toBe(2);
});

test("evidence statement says how the vehicle was judged, and keeps the file that is to be checked", async () => {
  const id = "STM-20260301-7K3M9Q2XW4HJ";
  const unknown = { sensor: "lidar", unit: "m", measured: false, drift: null };
  const judged = {
    tier: "NOMINAL",
    since: "2026-03-01T08:00:40.000Z",
    frames: 412,
    last_frame_at: "2026-03-01T08:10:00.000Z",
    sensors: [{ sensor: "radar", unit: "m", measured: true, drift: -0.002 }, unknown],
    evidence_id: null,
  };
  const nothing = {
    tier: null,
    since: null,
    frames: 1,
    last_frame_at: null,
    sensors: [unknown],
    evidence_id: null,
  };
  const stated = (state: object) => ({ statement_id: id, at: "2026-03-01T08:15:00.000Z", state });
  const service = await answeringService({
    "/v1/vehicles/veh-1/statements": stated(judged),
    "/v1/vehicles/veh-2/statements": stated(nothing),
    [`/v1/statements/${id}`]: { ...stated(judged), log_index: 7 },
  });
  const words = (vehicle: string) => ["evidence", "statement", vehicle, "--url", service.url];
  const file = join(await mkdtemp(join(tmpdir(), "plumbline-statement-")), "statement.json");
  const run = await runRecorded([
    ...words("veh-1"),
    "--reason",
    "claim",
    "--at",
    "2026-03-01T08:15:00Z",
    "--out",
    file,
  ]);
  expect(run).toMatchObject({ exitCode: 0 });
  expect(run.out).toContain(
    `${id}: veh-1 at 2026-03-01T08:15:00.000Z: NOMINAL since 2026-03-01T08:00:40.000Z, judged by 412 frames, ` +
      "the newest of 2026-03-01T08:10:00.000Z; drift: radar \u22120.002\u00a0m",
  );
  expect(run.out).toContain(`evidence verify ${file} --trust TRUST`);
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ log_index: 7 });
  const other = await runRecorded([...words("veh-2"), "--reason", "claim"]);
  expect(other.out).toContain(`${id}: veh-2 at 2026-03-01T08:15:00.000Z: not judged (1 frame)`);
  expect((await runRecorded(words("veh-1"))).exitCode).toBe(2);
});
