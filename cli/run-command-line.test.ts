import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { afterEach, expect, test, vi } from "vitest";
import type { FleetHealthSummary, VehicleList, VehicleListItem, WorkQueue } from "../core/contract/types.ts";
import { answeringService, problem } from "./answering-service-for-tests.ts";
import type { AnsweringService } from "./answering-service-for-tests.ts";
import { plumblineCommand } from "./run-command-line.ts";
import { nowhere, runRecorded } from "./run-recorded-for-tests.ts";
import { StoppedByUser } from "./terminal/terminal.ts";

const services: AnsweringService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop()));
});

async function serviceOf(answers: Parameters<typeof answeringService>[0]): Promise<AnsweringService> {
  const service = await answeringService(answers);
  services.push(service);
  return service;
}

const vehicle = {
  vehicle_id: "veh-0042",
  fleet_id: "vans-north",
  region: "eu-central",
  tier: "CRITICAL",
  tier_since: "2026-03-01T07:41:10.000Z",
  silent: false,
  last_frame_at: "2026-03-01T08:00:00.000Z",
  last_received_at: "2026-03-01T08:00:00.180Z",
  frames: 412,
  health_score: 40.2,
  camera_drift_deg: 0.01,
  radar_drift_mm: 262,
  lidar_drift_m: -0.004,
  probable_fault_source: "radar",
  recommended_action: "calibration_required",
  baseline_state: "established",
  evidence_id: "EVB-20260301-7K3M9Q2XW4HJ",
} as const satisfies VehicleListItem;
const vehicles: VehicleList = { data: [vehicle], has_more: false, next_cursor: null };
const summary: FleetHealthSummary = {
  total_vehicles: 40,
  critical_count: 1,
  caution_count: 3,
  nominal_count: 34,
  unknown_count: 2,
  silent_count: 0,
  frames_24h: 57600,
  open_breaches: 4,
  worst: [vehicle],
  as_of: "2026-03-01T08:00:00.000Z",
};
const queue: WorkQueue = { data: [], false_discovery_rate: 0.1, as_of: "2026-03-01T08:00:00.000Z" };
const frameLine = '{"vehicle_id":"v","timestamp":"2026-01-05T08:00:00Z","sensors":{"radar_range_bias_m":0}}';

function keyUntil(end: string): readonly string[] {
  return ["keys", "create", "--org", "acme", "--name", "x", "--preset", "ingest", "--expires", end];
}

/** One row a way to end: what was typed, the exit code, and what the hint names. */
test.each([
  ["nothing typed", [], 2, /Usage/u],
  ["a command that does not exist", ["flet"], 2, /Did you mean fleet/u],
  ["an option that does not exist", ["fleet", "--limt", "3"], 2, /next: npx plumbline fleet --help/u],
  ["a value that does not fit", ["simulate", "--vehicles", "0"], 2, /whole number from 1/u],
  ["a scenario that does not exist", ["simulate", "--scenario", "flood"], 2, /mixed/u],
  [
    "nobody listening",
    ["fleet", "--url", "http://127.0.0.1:1"],
    3,
    /next: start a service with: npx plumbline/u,
  ],
  ["an address that is none", ["fleet", "--url", "fleet.example"], 2, /next: write it like --url http:/u],
  ["a folder where a file belongs", ["replay", "/"], 1, /a folder was named/u],
  ["a key that has ended", keyUntil("2020-01-01T00:00:00Z"), 2, /in the past/u],
  ["a data folder that is none", ["doctor", "--data-dir", "/nowhere/data"], 2, /is no data folder/u],
  [
    "a file that is not there",
    ["ingest", "/nowhere/frames.ndjson"],
    1,
    /\/nowhere\/frames\.ndjson cannot be read/u,
  ],
] as const)("%s ends with its exit code and a hint", async (_, words, exitCode, hint) => {
  const run = await runRecorded(words);
  expect(run.exitCode).toBe(exitCode);
  expect(run.err).toMatch(hint);
});

test.each([
  [401, "api_key_invalid", /keys create/u],
  [403, "insufficient_scope", /--scope/u],
  [422, "out_of_range", /\/problems\/x/u],
] as const)("a refusal with %d ends with 4 and says what to do", async (status, code, hint) => {
  const errors = [{ parameter: "limit", code, detail: "limit is 0." }];
  const service = await serviceOf({ "/v1/fleet/queue": problem(status, code, { errors }) });
  const run = await runRecorded(["queue", "--url", service.url]);
  expect(run).toMatchObject({ exitCode: 4, out: "" });
  expect(run.err).toContain("parameter limit: limit is 0.");
  expect(run.err).toMatch(hint);
});

test("the version is the package's", async () => {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  expect(await runRecorded(["--version"])).toMatchObject({ exitCode: 0, out: `${version}\n`, err: "" });
});

test("help of every command ends with 0 and shows its options", async () => {
  for (const name of ["ingest", "simulate", "fleet", "queue", "evidence", "scenario", "openapi"]) {
    const run = await runRecorded([name, "--help"]);
    expect(run).toMatchObject({ exitCode: 0, err: "" });
    expect(run.out).toContain(`Usage: plumbline ${name}`);
  }
});

test("fleet lines up its table, and colours tiers only on a terminal", async () => {
  const service = await serviceOf({ "/v1/fleet/health-summary": summary, "/v1/vehicles": vehicles });
  const plain = await runRecorded(["fleet", "--url", service.url]);
  expect(plain.out).toBe(
    [
      "40 vehicles  1 CRITICAL  3 CAUTION  34 NOMINAL  2 UNKNOWN  57,600 frames in 24 h",
      "",
      "VEHICLE   TIER      SINCE (UTC)       HEALTH  CAMERA °  RADAR mm  LIDAR mm  SOURCE  ACTION                FLEET       LAST FRAME (UTC)  EVIDENCE",
      "veh-0042  CRITICAL  2026-03-01 07:41      40      0.01      +262        −4  radar   calibration_required  vans-north  2026-03-01 08:00  EVB-20260301-7K3M9Q2XW4HJ",
      "",
    ].join("\n"),
  );
  const coloured = await runRecorded(["fleet", "--url", service.url], { hasColour: true });
  expect(coloured.out).toContain("\u001b[31mCRITICAL\u001b[0m");
  // oxlint-disable-next-line no-control-regex -- the colours are what is taken out
  expect(coloured.out.replaceAll(/\u001b\[\d+m/gu, "")).toBe(plain.out);
});

test.each([
  { columns: 80, missing: ["LAST FRAME (UTC)", "EVIDENCE", "SINCE (UTC)"], kept: ["LIDAR mm", "SOURCE"] },
  { columns: 120, missing: ["LAST FRAME (UTC)", "EVIDENCE"], kept: ["SINCE (UTC)", "LIDAR mm", "ACTION"] },
  { columns: 200, missing: [], kept: ["SINCE (UTC)", "EVIDENCE"] },
])(
  "fleet fits a screen of $columns columns and says what it left out",
  async ({ columns, missing, kept }) => {
    const service = await serviceOf({ "/v1/fleet/health-summary": summary, "/v1/vehicles": vehicles });
    const run = await runRecorded(["fleet", "--url", service.url], { isScreen: true, columns });
    const [head = "", , note = ""] = run.out.split("\n").slice(2);
    for (const line of run.out.split("\n").slice(2, 4)) expect(line.length).toBeLessThanOrEqual(columns);
    for (const name of kept) expect(head).toContain(name);
    for (const name of missing) expect(note).toContain(name);
    expect(note === "").toBe(missing.length === 0);
  },
);

test("filters become query parameters, and --json is the answer", async () => {
  const service = await serviceOf({ "/v1/fleet/queue": queue });
  const run = await runRecorded([
    "queue",
    "--url",
    service.url,
    "--fleet",
    "a",
    "b",
    "--limit",
    "5",
    "--json",
  ]);
  expect(service.seen.map(({ url }) => url)).toEqual(["/v1/fleet/queue?fleet_id=a&fleet_id=b&limit=5"]);
  expect(JSON.parse(run.out)).toEqual(queue);
});

test("without a key, the development key goes to this machine and nowhere else", async () => {
  const service = await serviceOf({ "/v1/fleet/queue": queue });
  await runRecorded(["queue", "--url", service.url]);
  await runRecorded(["queue", "--url", service.url, "--key", "plumb_test_mine"]);
  expect(service.seen.map(({ authorization }) => authorization)).toEqual([
    "Bearer plumb_dev_local",
    "Bearer plumb_test_mine",
  ]);
});

test("an empty fleet says which command sends the first frame", async () => {
  const service = await serviceOf({
    "/v1/fleet/health-summary": { ...summary, total_vehicles: 0 },
    "/v1/vehicles": { data: [], has_more: false, next_cursor: null },
  });
  const run = await runRecorded(["fleet", "--url", service.url]);
  expect(run.out).toContain(`npx plumbline simulate --to ${service.url}`);
});

test("ingest reads standard input, reports rejected lines and ends with 5", async () => {
  const fault = {
    index: 1,
    line: 2,
    code: "member_missing",
    pointer: "/sensors",
    detail: "sensors is missing.",
  };
  const service = await serviceOf({
    "/v1/telemetry/ingest": {
      status: "partial",
      frames_ingested: 1,
      frames_duplicate: 1,
      frames_rejected: 1,
      errors: [fault],
    },
  });
  const words = ["ingest", "-", "--url", service.url];
  const run = await runRecorded(words, { stdin: `${frameLine}\n{}\n${frameLine}` });
  expect(service.seen[0]!.body).toBe(`${frameLine}\n{}\n${frameLine}\n`);
  expect(run.exitCode).toBe(5);
  expect(run.out).toMatch(/^1 frames ingested, 1 counted before, 1 rejected in /u);
  expect(run.err).toMatch(
    /LINE {2}CODE +POINTER +REASON\n +2 {2}member_missing {2}\/sensors {2}sensors is missing\./u,
  );

  const machine = await runRecorded([...words, "--json"], { stdin: `${frameLine}\n{}\n` });
  expect(JSON.parse(machine.out)).toMatchObject({
    frames_rejected: 1,
    errors: [fault],
    errors_truncated: false,
  });
});

test("ingest ends with 4 when nothing was taken", async () => {
  const counts = { frames_ingested: 0, frames_duplicate: 0, frames_rejected: 1, errors: [] };
  const service = await serviceOf({ "/v1/telemetry/ingest": problem(422, "batch_rejected", counts) });
  const run = await runRecorded(["ingest", "-", "--url", service.url], { stdin: "{}" });
  expect(run.exitCode).toBe(4);
  expect(run.err).toContain("none of the 1 frames");
});

test("a stopped ingest says what is durable and how to go on", async () => {
  const stop = new AbortController();
  const service = await serviceOf({
    "/v1/telemetry/ingest": () => {
      stop.abort(new StoppedByUser("stopped by SIGINT"));
      return { status: "accepted", frames_ingested: 1, frames_duplicate: 0, frames_rejected: 0, errors: [] };
    },
  });
  const run = await runRecorded(["ingest", "-", "--url", service.url, "--group", "1"], {
    stdin: `${frameLine}\n${frameLine}\n`,
    stop: stop.signal,
  });
  expect(run.exitCode).toBe(1);
  expect(run.err).toContain("stopped by SIGINT");
  expect(run.err).toContain("frames count once");
});

test("simulate writes the same file twice, and the truth beside it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-simulate-"));
  const frames = join(folder, "frames.ndjson");
  const truth = join(folder, "truth.ndjson");
  const words = ["simulate", "--vehicles", "4", "--hours", "2", "--seed", "9"];
  const toFile = await runRecorded([...words, "--out", frames, "--truth", truth]);
  const toOutput = await runRecorded(words);
  expect(toFile).toEqual({ exitCode: 0, out: "", err: "" });
  expect(await readFile(frames, "utf8")).toBe(toOutput.out);
  const truths = (await readFile(truth, "utf8"))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(truths.map(({ scenario }) => scenario)).toEqual([
    "nominal_control",
    "post_collision",
    "nominal_control",
    "pothole_impact",
  ]);
  expect(truths[1]).toMatchObject({ vehicle_id: "sim-0002", expected: "alarm", fault_source: "multi_modal" });
});

test.each(["2026-01-05T08:00Z", "2026-01-05t08:00:00z", "2026-01-05T08:00:00+00:00"])(
  "simulate starts at %s, as a frame may write it",
  async (start) => {
    const from = (time: string) =>
      runRecorded(["simulate", "--vehicles", "1", "--hours", "0.02", "--start", time]);
    expect(await from(start)).toEqual(await from("2026-01-05T08:00:00.000Z"));
    expect((await from(start)).exitCode).toBe(0);
  },
);

test("a time that is none is refused with what to write", async () => {
  const run = await runRecorded(["simulate", "--start", "2026-02-30T08:00Z"]);
  expect(run).toMatchObject({ exitCode: 2, out: "" });
  expect(run.err).toContain("2026-02-30 is not a date of the calendar");
});

test("simulate to a service ends in the present, not in the future", async () => {
  const seen: string[] = [];
  const service = await serviceOf({
    "/v1/telemetry/ingest": (body) => {
      const { frames } = JSON.parse(body) as { frames: { timestamp: string }[] };
      seen.push(...frames.map(({ timestamp }) => timestamp));
      return {
        status: "accepted",
        frames_ingested: frames.length,
        frames_duplicate: 0,
        frames_rejected: 0,
        errors: [],
      };
    },
  });
  const run = await runRecorded(["simulate", "--to", service.url, "--vehicles", "2", "--hours", "1"]);
  expect(run.exitCode).toBe(0);
  expect(run.out).toBe(`${seen.length} frames ingested, 0 counted before, 0 rejected\n`);
  const latestMs = Math.max(...seen.map((timestamp) => Date.parse(timestamp)));
  expect(latestMs).toBeLessThanOrEqual(Date.now());
  expect(latestMs).toBeGreaterThan(Date.now() - 200_000);
});

test("a folder that cannot be written to is said so", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "plumbline-out-")), "no-such-folder", "frames.ndjson");
  const run = await runRecorded(["simulate", "--vehicles", "1", "--hours", "0.1", "--out", file]);
  expect(run.exitCode).toBe(1);
  expect(run.err).toContain("cannot be written: ENOENT");
});

test("scenario asks for what was typed and prints the feed", async () => {
  const service = await serviceOf({ "/v1/risk/scenario-feed": { scenario_type: "car_wash" } });
  const words = ["scenario", "--url", service.url, "--type", "car_wash", "--map-center", "37.77,-122.42"];
  const run = await runRecorded([...words, "--seed", "7"]);
  expect(JSON.parse(service.seen[0]!.body)).toEqual({
    scenario_type: "car_wash",
    map_center: [37.77, -122.42],
    seed: 7,
  });
  expect(JSON.parse(run.out)).toEqual({ scenario_type: "car_wash" });
  expect((await runRecorded([...words, "--map-center", "91,0"])).exitCode).toBe(2);
});

test("evidence get writes the very bytes and names the command that checks them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-evidence-"));
  const id = "EVB-20260301-7K3M9Q2XW4HJ";
  const service = await serviceOf({
    [`/v1/evidence/${id}/bundle`]: { event_id: id },
    [`/v1/evidence/${id}/frames`]: { seq: 1 },
  });
  const run = await runRecorded(["evidence", "get", id, "--out", folder, "--url", service.url]);
  expect(await readFile(join(folder, `${id}.json`), "utf8")).toBe(`{"event_id":"${id}"}`);
  expect(run.out).toContain(`evidence verify ${join(folder, id)}.json --frames`);
});

test.each([
  [["--key", "plumb_live_abcdefghij_secret"], {}, /tried the key of --key, plumb_live_abcdefghij_…/u],
  [["--key", "mine"], {}, /tried the key of --key, which does not look like one/u],
  [[], { NADIR_API_KEY: "plumb_test_0123456789_secret" }, /tried the key in NADIR_API_KEY, plumb_test_0123/u],
  [[], {}, /tried the development key, plumb_dev_local, for neither --key nor NADIR_API_KEY is set/u],
] as const)("a key that is not taken is named: %j %j", async (words, environment, named) => {
  const refusal = problem(401, "api_key_invalid");
  const service = await serviceOf({ "/v1/fleet/health-summary": refusal, "/v1/vehicles": refusal });
  vi.stubEnv("NADIR_API_KEY", "");
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const run = await runRecorded(["fleet", "--url", service.url, ...words]).finally(() => vi.unstubAllEnvs());
  expect(run).toMatchObject({ exitCode: 4, out: "" });
  expect(run.err).toMatch(named);
  expect(run.err).not.toContain("secret");
});

test("what is not there ends with 1 and names where to look", async () => {
  const service = await serviceOf({
    "/v1/evidence/EVB-20260301-7K3M9Q2XW4HJ/bundle": problem(404, "evidence_not_found"),
  });
  const run = await runRecorded(["evidence", "get", "EVB-20260301-7K3M9Q2XW4HJ", "--url", service.url]);
  expect(run).toMatchObject({ exitCode: 1, out: "" });
  expect(run.err).toContain("plumbline evidence list");
});

test("evidence of a vehicle nobody knows is not told as a vehicle without evidence", async () => {
  const none = { data: [], has_more: false, next_cursor: null };
  const service = await serviceOf({
    "/v1/evidence": none,
    "/v1/vehicles/veh-0042": { vehicle_id: "veh-0042" },
    "/v1/vehicles/veh-0024": problem(404, "vehicle_not_found"),
    "/v1/vehicles/veh-0099": problem(403, "insufficient_scope"),
  });
  const listOf = (...words: string[]) => runRecorded(["evidence", "list", ...words, "--url", service.url]);
  expect(await listOf("--vehicle", "veh-0024")).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining("no vehicle of this organisation is called veh-0024"),
  });
  expect(await listOf("--vehicle", "veh-0042")).toMatchObject({
    exitCode: 0,
    out: "No evidence of veh-0042 was issued.\n",
  });
  expect(await listOf("--vehicle", "veh-0099")).toMatchObject({
    exitCode: 0,
    out: "No evidence of veh-0099 was issued.\n",
  });
  expect((await listOf("--vehicle", "veh-0042", "--tier", "CRITICAL")).out).toBe(
    "No evidence of veh-0042 fits the tier CRITICAL.\n",
  );
  expect((await listOf()).out).toContain("No evidence was issued yet");
});

test("the queue fits 80 columns, and a wider terminal", async () => {
  const why =
    "The radar range bias moved by +262 mm since 2025-03-01 07:40 UTC, beyond the critical limit of 250 mm; its baseline rests on 480 frames.";
  const item = {
    rank: 1,
    vehicle_id: "veh-0042",
    fleet_id: "vans-north",
    region: null,
    tier: "CRITICAL",
    recommended_action: "calibration_required",
    probable_fault_source: "multi_modal",
    why,
    since: "2025-03-01T07:41:10.000Z",
    evidence_id: "EVB-20250301-7K3M9Q2XW4HJ",
    e_value: 712000,
    discovery: true,
    priority: 3059.8,
  } as const;
  const data = [item, { ...item, rank: 10, vehicle_id: "veh-0001", evidence_id: null }];
  const service = await serviceOf({ "/v1/fleet/queue": { ...queue, data } });
  const { out } = await runRecorded(["queue", "--url", service.url]);
  const lines = out.split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(lines.map((line) => line.trim()).join(" ")).toContain(why);
  expect(out).toContain("evidence EVB-20250301-7K3M9Q2XW4HJ");
  const wide = await runRecorded(["queue", "--url", service.url], { columns: 200 });
  expect(wide.out.split("\n").some((line) => line.trim() === why)).toBe(true);
});

test("a key is ended by the very line that was printed with it, from any folder", async () => {
  const dataDir = join(await mkdtemp(join(tmpdir(), "plumbline-key's ")), "data");
  const made = await runRecorded([...keyUntil("2099-01-01T00:00:00Z"), "--data-dir", dataDir]);
  expect(made).toMatchObject({ exitCode: 0, err: "" });
  const hint = /End it with: .*?plumbline (?:-- )?(keys revoke .*)\n/u.exec(made.out)![1]!;
  expect(hint).not.toContain("--org");
  const words = execFileSync("sh", ["-c", `printf '%s\\n' ${hint}`], { encoding: "utf8", cwd: "/" });
  const ended = await runRecorded(words.trimEnd().split("\n"));
  expect(ended).toMatchObject({ exitCode: 0, err: "", out: expect.stringContaining("is revoked") });
  const listed = await runRecorded(["keys", "list", "--org", "acme", "--data-dir", dataDir]);
  expect(listed.out).toContain("revoked");
  const id = words.split("\n")[2]!;
  const elsewhere = ["keys", "revoke", id, "--org", "umbrella", "--data-dir", dataDir];
  expect(await runRecorded(elsewhere)).toMatchObject({ exitCode: 1 });
  expect(await runRecorded(["keys", "revoke", "nobodys123", "--data-dir", dataDir])).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining("no key with the id nobodys123"),
  });
});

test("every option that cannot be left out says so in its help", async () => {
  const required: string[] = [];
  const look = (command: Command, path: readonly string[]): void => {
    const help = command.helpInformation();
    for (const option of command.options) {
      const line = help.slice(help.indexOf(`  ${option.flags} `)).split(/\n {2}-/u)[0]!;
      const isMarked = line.replaceAll(/\s+/gu, " ").includes("(required)");
      expect([...path, option.flags, isMarked]).toEqual([...path, option.flags, option.mandatory]);
      if (option.mandatory) required.push([...path, option.long].join(" "));
    }
    for (const below of command.commands) look(below, [...path, below.name()]);
  };
  look(plumblineCommand(nowhere), []);
  expect(required).toContain("keys create --org");
});

test("inspect shows the numbers of a bundle as the file writes them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-inspect-"));
  const issued = await readFile(
    new URL("../clients/conformance/evidence/scored-from-fleet.bundle.json", import.meta.url),
    "utf8",
  );
  const exact = await runRecorded(["evidence", "inspect", await written(folder, issued)]);
  expect(exact.out).toContain(`${/"statistic":([0-9.]+)/u.exec(issued)![1]} nats, limit `);
  // One digit more than binary64 holds: the nearest number is the one that was issued.
  const changed = issued.replace(/("radar_drift_mm":)([0-9.]+)/u, "$1$2000001");
  const radar = /"radar_drift_mm":([0-9.]+)/u.exec(changed)![1]!;
  const run = await runRecorded(["evidence", "inspect", await written(folder, changed)]);
  expect(run.out).toContain(`radar       ${radar} mm off`);
});

async function written(folder: string, text: string): Promise<string> {
  const path = join(folder, "bundle.json");
  await writeFile(path, text);
  return path;
}
