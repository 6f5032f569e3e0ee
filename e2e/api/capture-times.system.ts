import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { serve } from "../../server/main.ts";

/** Times as ISO 8601 and RFC 3339 allow them besides, from ingest to evidence and back to every verifier. */
let folder = "";
let service: Awaited<ReturnType<typeof serve>>;
const headers = { Authorization: "Bearer plumb_dev_local", "Content-Type": "application/json" };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-times-"));
  const dataDir = join(folder, "data");
  service = await serve({ host: "127.0.0.1", port: 0, dataDir, dev: true, logLevel: "silent", env: {} });
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(method: string, path: string, body?: unknown) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${service.url}${path}`, { method, headers, ...sent });
  const text = await answer.text();
  return {
    status: answer.status,
    text,
    value: (path.endsWith("/frames") ? text : JSON.parse(text)) as never,
  };
}

/** Without seconds, in small letters, with an offset, by turns. */
const spellings: readonly ((minute: string) => string)[] = [
  (minute) => `${minute}Z`,
  (minute) => `${minute.replace("T", "t")}:00z`,
  (minute) => `${minute}+00:00`,
  (minute) => `${minute}:00.000000z`,
];

function frameAt(at: number, spelling: number): object {
  const minute = new Date(Date.UTC(2025, 2, 1) + at * 60_000).toISOString().slice(0, 16);
  return {
    vehicle_id: "veh-times",
    timestamp: spellings[(at + spelling) % spellings.length]!(minute),
    sensors: {
      radar_range_bias_m: 0.02 * Math.sin(at * 2.4) + 0.013 * Math.sin(at * 5.1) + (at < 160 ? 0 : 0.5),
      lidar_registration_error_m: 0.03 + 0.004 * Math.sin(at * 3.7),
    },
  };
}

test("frames with such times count once, however they are spelled, and their evidence stands before every verifier", async () => {
  const frames = Array.from({ length: 260 }, (_, at) => at);
  const first = await ask(
    "POST",
    "/v1/telemetry/ingest",
    frames.map((at) => frameAt(at, 0)),
  );
  expect(first).toMatchObject({ status: 200, value: { frames_ingested: 260 } });
  const again = await ask(
    "POST",
    "/v1/telemetry/ingest",
    frames.map((at) => frameAt(at, 1)),
  );
  expect(again).toMatchObject({ status: 200, value: { frames_ingested: 0, frames_duplicate: 260 } });

  const { value: list } = await ask("GET", "/v1/evidence");
  const [{ event_id: eventId }] = (list as { data: [{ event_id: string }] }).data;
  const { text: bundle } = await ask("GET", `/v1/evidence/${eventId}/bundle`);
  const { text: frameLines } = await ask("GET", `/v1/evidence/${eventId}/frames`);
  expect(frameLines).toMatch(/"captured_at":"2025-03-01t\d\d:\d\d:00z"/);
  expect(frameLines).toMatch(/"captured_at":"2025-03-01T\d\d:\d\dZ"/);
  const verdict = await ask("POST", "/v1/evidence/verify", {
    bundle,
    frames: frameLines,
    require: ["rescore"],
  });
  expect(verdict.value).toMatchObject({ verdict: "valid" });

  const python = join(import.meta.dirname, "../../clients/python/.venv/bin/python");
  if (!existsSync(python)) return;
  writeFileSync(join(folder, "bundle.json"), bundle);
  writeFileSync(join(folder, "keyring.json"), (await ask("GET", "/v1/evidence/keys/history")).text);
  writeFileSync(join(folder, "frames.ndjson"), frameLines);
  const { stdout } = spawnSync(
    python,
    ["-m", "plumbline", "verify", join(folder, "bundle.json")].concat(
      ["--frames", join(folder, "frames.ndjson")],
      ["--trust", join(folder, "data", "keys", "trust.json")],
      ["--keyring", join(folder, "keyring.json")],
    ),
    { encoding: "utf8" },
  );
  expect(stdout).toContain("VALID: ");
});

test("a time of the year 9999 is never the service's failure", async () => {
  const frame = { ...frameAt(1, 0), timestamp: "9999-12-31T23:59:59Z" };
  for (const path of ["/v1/telemetry/ingest", "/v1/score/residual"]) {
    expect(await ask("POST", path, frame)).toMatchObject({
      status: 422,
      value: { code: "timestamp_in_future" },
    });
  }
  const series = await ask(
    "GET",
    "/v1/vehicles/veh-times/series?from=9999-01-01T00:00Z&to=9999-12-31t23:59z",
  );
  expect(series).toMatchObject({ status: 200, value: { frames: 0 } });
  const reference = {
    camera_rotation_matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    source: "factory",
    valid_from: "9999-12-31T23:59:59Z",
  };
  expect((await ask("PUT", "/v1/vehicles/veh-times/reference", reference)).status).toBeLessThan(500);
  expect((await ask("GET", "/v1/vehicles/veh-times")).status).toBe(200);
  expect((await ask("GET", "/v1/fleet/health-summary")).status).toBe(200);
});
