import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { runRecorded } from "../../cli/run-recorded-for-tests.ts";
import { Plumbline, UnprocessableEntityError } from "../../clients/typescript/index.ts";
import type { BatchIngestResult, TelemetryFrame, VehicleDetail } from "../../core/contract/types.ts";
import { readMessage } from "../../server/brokers/frame-message.ts";
import { serve } from "../../server/main.ts";

/** A reading that its sensor cannot have costs that sensor and not the frame, through every door and up to the evidence. */
let folder = "";
let service: Awaited<ReturnType<typeof serve>>;
let client: Plumbline;
const token = "plumb_dev_local";
const python = join(import.meta.dirname, "../../clients/python/.venv/bin/python");

beforeAll(async () => {
  vi.stubEnv("NADIR_API_KEY", token);
  folder = mkdtempSync(join(tmpdir(), "plumbline-dropped-"));
  const dataDir = join(folder, "data");
  service = await serve({ host: "127.0.0.1", port: 0, dataDir, dev: true, logLevel: "silent", env: {} });
  client = new Plumbline({ baseUrl: service.url, apiKey: token });
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function post(path: string, body: string, type = "application/json") {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": type };
  const answer = await fetch(`${service.url}${path}`, { method: "POST", headers, body });
  const text = await answer.text();
  return { status: answer.status, body: JSON.parse(text) as Record<string, unknown> };
}

async function getText(path: string): Promise<string> {
  const answer = await fetch(`${service.url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
  return answer.text();
}

/** Beside this process, which is the service. */
const runPython = (...args: readonly string[]) => promisify(execFile)(python, [...args]);

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const readings = {
  camera_rotation_matrix: identity,
  lidar_confidence: 0.9,
  lidar_registration_error_m: 0.03,
  radar_range_bias_m: 0.01,
};
type Member = keyof typeof readings;
const impossible: readonly (readonly [Member, unknown])[] = [
  ["radar_range_bias_m", "NaN"],
  ["radar_range_bias_m", -9999],
  ["lidar_registration_error_m", -1],
  ["lidar_registration_error_m", "-Infinity"],
  ["lidar_confidence", 92],
  ["lidar_confidence", "nan"],
  ["camera_rotation_matrix", identity.map(() => 0)],
  ["camera_rotation_matrix", identity.map(() => null)],
  ["camera_rotation_matrix", "NaN"],
];

let frames = 0;
/** Each has a time of its own, so that none is a duplicate of another door's. */
function frameOf(vehicleId: string, sensors: object): TelemetryFrame {
  frames += 1;
  const timestamp = new Date(Date.UTC(2025, 2, 1) + frames * 1_000).toISOString();
  return { vehicle_id: vehicleId, timestamp, sensors };
}
const lost = (member: Member, value: unknown) => frameOf("veh-doors", { ...readings, [member]: value });

const ingest = "/v1/telemetry/ingest";
interface Door {
  readonly name: string;
  /** Sends a frame; what it answers of warnings: the pointers of the readings that were left out. */
  send(frame: TelemetryFrame, strict?: boolean): Promise<readonly string[] | "refused">;
}

function singlePointers({ status, body }: Awaited<ReturnType<typeof post>>) {
  if (status === 422) return "refused";
  expect(status).toBe(200);
  expect(body["warnings"]).toContain("sensor_dropped");
  return (body["dropped_readings"] as { pointer: string }[]).map(({ pointer }) => pointer);
}

function batchPointers({ status, body }: Awaited<ReturnType<typeof post>>) {
  if (status === 422) return "refused";
  expect(status).toBe(200);
  return warningsIn(body as unknown as BatchIngestResult);
}

function warningsIn(result: BatchIngestResult): readonly string[] {
  expect(result).toMatchObject({ frames_ingested: 1, frames_with_warnings: 1, warnings_truncated: false });
  return (result.warnings ?? []).map(({ code, index, pointer }) => {
    expect([code, index]).toEqual(["sensor_dropped", 0]);
    return pointer;
  });
}

const query = (strict: boolean | undefined) => (strict === true ? "?strict=true" : "");
const doors: readonly Door[] = [
  {
    name: "one frame",
    send: async (frame, strict) => singlePointers(await post(ingest + query(strict), JSON.stringify(frame))),
  },
  {
    name: "the score",
    send: async (frame, strict) =>
      singlePointers(await post(`/v1/score/residual${query(strict)}`, JSON.stringify(frame))),
  },
  {
    name: "an array",
    send: async (frame, strict) => batchPointers(await post(ingest + query(strict), JSON.stringify([frame]))),
  },
  {
    name: "frames",
    send: async (frame, strict) =>
      batchPointers(await post(ingest + query(strict), JSON.stringify({ frames: [frame] }))),
  },
  {
    name: "NDJSON",
    send: async (frame, strict) =>
      batchPointers(await post(ingest + query(strict), `${JSON.stringify(frame)}\n`, "application/x-ndjson")),
  },
  {
    name: "the TypeScript client",
    send: (frame, strict = false) =>
      client.telemetry
        .ingest(frame, { strict })
        .then((result) => (result.dropped_readings ?? []).map(({ pointer }) => pointer))
        .catch(refused),
  },
  {
    name: "its stream",
    async send(frame, strict = false) {
      const progress = await client.telemetry.ingestStream([frame], { strict });
      expect(progress.withWarnings).toBe(strict ? 0 : 1);
      return progress.rejected > 0 ? "refused" : progress.warnings.map(({ pointer }) => pointer);
    },
  },
  {
    name: "the command line",
    async send(frame, strict) {
      const args = ["ingest", "-", "--url", service.url, "--json", ...(strict === true ? ["--strict"] : [])];
      const run = await runRecorded(args, { stdin: `${JSON.stringify(frame)}\n` });
      if (run.exitCode === 4) return "refused";
      expect(run.exitCode).toBe(0);
      const counts = JSON.parse(run.out) as { warnings: { pointer: string }[]; frames_with_warnings: number };
      expect(counts.frames_with_warnings).toBe(1);
      return counts.warnings.map(({ pointer }) => pointer);
    },
  },
];

function refused(error: unknown): "refused" {
  expect(error).toBeInstanceOf(UnprocessableEntityError);
  return "refused";
}

test.each(doors)("through $name one reading is lost, and the frame when asked to be strict", async (door) => {
  for (const [member, value] of impossible) {
    expect(await door.send(lost(member, value)), `${member} ${String(value)}`).toEqual([
      `/sensors/${member}`,
    ]);
    expect(await door.send(lost(member, value), true), `${member} ${String(value)}`).toBe("refused");
  }
});

test("brokers read messages by the same rule", () => {
  const given = { nowUs: Infinity, sha256Hex: (text: string) => text };
  for (const [member, value] of impossible) {
    const payload = Buffer.from(JSON.stringify([lost(member, value)]));
    const { frames: taken, rejected } = readMessage(payload, given);
    expect([taken[0]?.dropped.map((one) => one.member), rejected]).toEqual([[member], []]);
  }
});

test.skipIf(!existsSync(python))("the Python client does, in every form", async () => {
  const given = impossible.flatMap(([member, value]) => [lost(member, value), lost(member, value)]);
  writeFileSync(join(folder, "frames.json"), JSON.stringify(given));
  const script = `
import json, sys
from plumbline import Plumbline, UnprocessableEntityError
frames = json.load(open(sys.argv[1]))
with Plumbline(base_url=sys.argv[2], api_key=sys.argv[3]) as client:
    for at in range(0, len(frames), 2):
        one = client.telemetry.ingest(frames[at])
        batch = client.telemetry.ingest_batch([frames[at + 1]])
        score = client.score.residual(frames[at])
        print(one.dropped_readings[0].pointer, batch.warnings[0].pointer, score.dropped_readings[0].pointer)
        for send in (client.telemetry.ingest, client.score.residual):
            try:
                send(frames[at], strict=True)
                print("taken")
            except UnprocessableEntityError as error:
                assert error.status == 422
    progress = client.telemetry.ingest_stream(frames[:3])
    print(progress.with_warnings, progress.warnings[2].index, progress.warnings[2].line)
`;
  const run = await runPython("-c", script, join(folder, "frames.json"), service.url, token);
  const lines = impossible.map(([member]) => Array.from({ length: 3 }, () => `/sensors/${member}`).join(" "));
  expect(run.stdout.trimEnd().split("\n")).toEqual([...lines, "3 2 3"]);
});

test("null is no reading: the frame with it is the frame without, and a duplicate of it", async () => {
  const without = frameOf("veh-null", { lidar_registration_error_m: 0.03 });
  const sensors = { ...without.sensors, radar_range_bias_m: null };
  const withNull = JSON.stringify({ ...without, sensors });
  expect(await post(ingest, withNull)).toEqual({
    status: 200,
    body: {
      vehicle_id: "veh-null",
      status: "accepted",
      frames_ingested: 1,
      fleet_tier: "UNKNOWN",
      timestamp: without.timestamp,
    },
  });
  expect((await post(ingest, JSON.stringify(without))).body).toMatchObject({ status: "duplicate" });
  const notANumber = { ...without, sensors: { ...without.sensors, radar_range_bias_m: "NaN" } };
  const again = await post(ingest, JSON.stringify(notANumber));
  expect(again.body).toMatchObject({ status: "duplicate", warnings: ["sensor_dropped"] });
  expect(JSON.parse(await getText("/v1/vehicles/veh-null"))).toMatchObject({ dropped_readings: null });
});

test("a batch counts its frames with warnings, and lists a hundred warnings by place", async () => {
  const bad = { radar_range_bias_m: 5_000, lidar_confidence: 2, lidar_registration_error_m: 0.03 };
  const list = Array.from({ length: 60 }, () => frameOf("veh-many", bad));
  const good = frameOf("veh-many", { radar_range_bias_m: 0.01 });
  const skew = frameOf("veh-many", { camera_rotation_matrix: identity.map((entry) => entry * 1.01) });
  const shape = { ...frameOf("veh-many", {}), sensors: { radar_range_bias_m: "12" } };
  const lines = [good, skew, shape, ...list].map((frame) => `${JSON.stringify(frame)}\n`).join("\n");
  const { status, body } = await post(ingest, lines, "application/x-ndjson");
  expect([status, body]).toMatchObject([
    207,
    { frames_ingested: 62, frames_rejected: 1, frames_with_warnings: 61, warnings_truncated: true },
  ]);
  const warnings = body["warnings"] as { index: number; line: number; code: string; pointer: string }[];
  expect(warnings).toHaveLength(100);
  expect(warnings.slice(0, 3)).toMatchObject([
    { index: 1, line: 3, code: "rotation_not_orthonormal", pointer: "/sensors/camera_rotation_matrix" },
    { index: 3, line: 7, code: "sensor_dropped", pointer: "/sensors/lidar_confidence" },
    { index: 3, line: 7, code: "sensor_dropped", pointer: "/sensors/radar_range_bias_m" },
  ]);
});

/** The single requests of the case files, with the rows whose refusal decision 47 overrides. */
const rowsFile = new URL("../../../shared/cases/requests.json", import.meta.url);
const overridden: ReadonlySet<string> = new Set([
  "mat null",
  "mat zeros",
  "mat reflection",
  "mat scaled 1.05",
  "mat deg in matrix",
  "mat 3x3 nested",
  "sens radar null",
  "sens radar 'NaN'",
  "sens percent conf",
  "sens conf 1.0000001",
  "time +05:30",
  "time -00:00",
  "time +0000",
]);
/** It was in the future when the rows were written. */
const outOfDate = "time future local +5:30 as Z";

test.skipIf(!existsSync(rowsFile))(
  "the single requests of the cases are answered as they say, or as decision 47 does",
  async () => {
    interface Row {
      readonly name: string;
      readonly type: string;
      readonly body: string;
      readonly status: number;
      readonly wants?: { readonly status: number };
    }
    const rows = JSON.parse(readFileSync(rowsFile, "utf8")) as readonly Row[];
    for (const { name, type, body, status, wants } of rows.filter((row) => row.name !== outOfDate)) {
      const wanted = overridden.has(name) ? 200 : (wants?.status ?? status);
      expect([name, (await post(ingest, body, type)).status]).toEqual([name, wanted]);
    }
    expect(rows.filter(({ name }) => overridden.has(name))).toHaveLength(overridden.size);
  },
);

/** A camera that turns by 0.8° about its z axis from minute 160 on, beside a radar that is broken from the start. */
function courseOf(vehicleId: string, radar: unknown): readonly object[] {
  return Array.from({ length: 260 }, (_, at) => {
    const noise = 0.02 * Math.sin(at * 2.4) + 0.013 * Math.sin(at * 5.1);
    const angle = ((at < 160 ? 0 : 0.8) + noise) * (Math.PI / 180);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return {
      vehicle_id: vehicleId,
      timestamp: new Date(Date.UTC(2025, 2, 1) + at * 60_000).toISOString(),
      sensors: { camera_rotation_matrix: [cos, -sin, 0, sin, cos, 0, 0, 0, 1], radar_range_bias_m: radar },
    };
  });
}

test.each([
  ["null", "veh-null-radar", null, 0],
  ["NaN as a text", "veh-nan-radar", "NaN", 260],
])(
  "beside a radar that says %s for ever the camera's fault is found, and its evidence stands before every verifier",
  async (_what, vehicleId, radar, dropped) => {
    const sent = await post(ingest, JSON.stringify(courseOf(vehicleId, radar)));
    expect(sent).toMatchObject({ status: 200, body: { frames_ingested: 260, fleet_tier: "CRITICAL" } });
    const detail = JSON.parse(await getText(`/v1/vehicles/${vehicleId}`)) as VehicleDetail;
    expect(detail).toMatchObject({
      tier: "CRITICAL",
      probable_fault_source: "camera",
      dropped_readings:
        dropped === 0
          ? null
          : [{ reading: "radar_range_bias_m", count: dropped, last_at: "2025-03-01T04:19:00.000Z" }],
    });
    const eventId = detail.open_breach?.evidence_id ?? "";
    const bundle = await getText(`/v1/evidence/${eventId}/bundle`);
    const frameLines = await getText(`/v1/evidence/${eventId}/frames`);
    const records = frameLines
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { kind: string; raw: string; dropped?: unknown; reading: object })
      .filter(({ kind }) => kind === "frame");
    for (const record of records) {
      expect(record.dropped).toEqual(dropped === 0 ? undefined : ["radar_range_bias_m"]);
      expect(Object.keys(record.reading)).not.toContain("radar_range_bias_m");
      expect(Buffer.from(record.raw, "base64url").toString()).toContain(
        `"radar_range_bias_m":${JSON.stringify(radar)}`,
      );
    }
    const request = { bundle, frames: frameLines, require: ["rescore"] };
    const verdict = await post("/v1/evidence/verify", JSON.stringify(request));
    expect(verdict.body).toMatchObject({ verdict: "valid" });

    if (!existsSync(python)) return;
    writeFileSync(join(folder, "bundle.json"), bundle);
    writeFileSync(join(folder, "keyring.json"), await getText("/v1/evidence/keys/history"));
    writeFileSync(join(folder, "frames.ndjson"), frameLines);
    const files = {
      bundle: join(folder, "bundle.json"),
      frames: join(folder, "frames.ndjson"),
      trust: join(folder, "data", "keys", "trust.json"),
      keyring: join(folder, "keyring.json"),
    };
    const { stdout } = await runPython(
      "-m",
      "plumbline",
      "verify",
      files.bundle,
      `--frames=${files.frames}`,
      `--trust=${files.trust}`,
      `--keyring=${files.keyring}`,
      "--require-rescore",
    );
    expect(stdout).toContain("VALID: ");
  },
);

test("the counts are kept over a restart, and the journal gives them again", async () => {
  const before = await getText("/v1/vehicles/veh-nan-radar");
  await service.stop();
  const rebuilt = await runRecorded(["doctor", "--rebuild", "--data-dir", join(folder, "data")]);
  expect(rebuilt).toMatchObject({ exitCode: 0 });
  const dataDir = join(folder, "data");
  service = await serve({ host: "127.0.0.1", port: 0, dataDir, dev: true, logLevel: "silent", env: {} });
  const after = JSON.parse(await getText("/v1/vehicles/veh-nan-radar")) as VehicleDetail;
  expect(after.dropped_readings).toEqual((JSON.parse(before) as VehicleDetail).dropped_readings);
});
