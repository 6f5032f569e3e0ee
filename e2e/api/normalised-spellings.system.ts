import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

import { serve } from "../../server/main.ts";

/** What senders spell in another way than the documents do, and means the same. */
let folder = "";
let service: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-spellings-"));
  const dataDir = join(folder, "data");
  const env = { PLUMBLINE_WEBHOOK_NETWORKS: "127.0.0.0/8" };
  service = await serve({ host: "127.0.0.1", port: 0, dataDir, dev: true, logLevel: "silent", env });
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(
  method: string,
  path: string,
  given: {
    readonly body?: unknown;
    readonly text?: string;
    readonly type?: string;
    readonly key?: string;
  } = {},
) {
  const { body, type = "application/json", key = "plumb_dev_local" } = given;
  const text = given.text ?? (body === undefined ? undefined : JSON.stringify(body));
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, "Content-Type": type },
    ...(text !== undefined && { body: text }),
  });
  const answered = await answer.text();
  const value = path.endsWith("/frames") ? {} : (JSON.parse(answered) as Record<string, unknown>);
  return { status: answer.status, text: answered, value };
}

const ingest = "/v1/telemetry/ingest";
const decomposed = "Mu\u0308nchen";
const composed = "M\u00fcnchen";

test("a fleet in decomposed letters is the composed one: of frames, filters, keys and webhooks", async () => {
  const frame = (vehicleId: string, fleetId: string) => ({
    vehicle_id: vehicleId,
    timestamp: "2026-03-01T08:00:00Z",
    sensors: { radar_range_bias_m: 0.01 },
    metadata: { fleet_id: fleetId, region: fleetId },
  });
  for (const [at, fleetId] of [decomposed, composed].entries()) {
    expect(await ask("POST", ingest, { body: frame(`veh-${at}`, fleetId) })).toMatchObject({ status: 200 });
    expect((await ask("GET", `/v1/vehicles/veh-${at}`)).value).toMatchObject({
      fleet_id: composed,
      region: composed,
    });
  }
  for (const name of [decomposed, composed]) {
    const query = `fleet_id=${encodeURIComponent(name)}&region=${encodeURIComponent(name)}`;
    expect((await ask("GET", `/v1/vehicles?${query}`)).value["data"]).toHaveLength(2);
  }
  const made = await ask("POST", "/v1/keys", {
    body: { name: "sender", preset: "ingest", fleets: [decomposed] },
  });
  const key = String(made.value["key"]);
  expect(await ask("POST", ingest, { body: frame("veh-2", decomposed), key })).toMatchObject({ status: 200 });
  const webhook = { url: "http://127.0.0.1:9/hook", fleets: [decomposed] };
  expect((await ask("POST", "/v1/webhooks", { body: webhook })).value).toMatchObject({ fleets: [composed] });
});

/** A camera that turns by 0.8° from minute 160 on, as a gateway in India with a matrix library writes it, or as the documents do. */
function frameAt(at: number, form: "local" | "documented"): object {
  const atMs = Date.UTC(2025, 2, 1) + at * 60_000;
  const angle =
    ((at < 160 ? 0 : 0.8) + 0.02 * Math.sin(at * 2.4) + 0.013 * Math.sin(at * 5.1)) * (Math.PI / 180);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const rows = [
    [cos, -sin, 0],
    [sin, cos, 0],
    [0, 0, 1],
  ];
  const isLocal = form === "local";
  const local = new Date(atMs + 330 * 60_000).toISOString().replace("Z", at % 2 === 0 ? "+05:30" : "+0530");
  return {
    vehicle_id: "veh-local",
    timestamp: isLocal ? local : new Date(atMs).toISOString(),
    sensors: { camera_rotation_matrix: isLocal ? rows : rows.flat(), lidar_confidence: 0.9 },
  };
}

test("a time with an offset and a matrix of rows are the documented frame, from ingest to every verifier", async () => {
  const one = await ask("POST", ingest, { body: frameAt(0, "local") });
  expect(one.value).toMatchObject({ status: "accepted", timestamp: "2025-03-01T00:00:00.000Z" });
  const steps = Array.from({ length: 260 }, (_, at) => at);
  const local = await ask("POST", ingest, { body: steps.map((at) => frameAt(at, "local")) });
  expect(local.value).toMatchObject({ frames_ingested: 259, frames_duplicate: 1, fleet_tier: "CRITICAL" });
  const again = await ask("POST", ingest, { body: steps.map((at) => frameAt(at, "documented")) });
  expect(again.value).toMatchObject({ frames_ingested: 0, frames_duplicate: 260 });
  const score = await ask("POST", "/v1/score/residual", { body: frameAt(259, "local") });
  expect(score.value).toMatchObject({ duplicate: true, timestamp: "2025-03-01T04:19:00.000Z" });

  const { value: detail } = await ask("GET", "/v1/vehicles/veh-local");
  const eventId = (detail["open_breach"] as { evidence_id: string }).evidence_id;
  const { text: bundle } = await ask("GET", `/v1/evidence/${eventId}/bundle`);
  const { text: frames } = await ask("GET", `/v1/evidence/${eventId}/frames`);
  expect(frames).toMatch(/"captured_at":"2025-03-01T\d\d:\d\d:00\.000Z"/u);
  const body = { bundle, frames, require: ["rescore"] };
  expect((await ask("POST", "/v1/evidence/verify", { body })).value).toMatchObject({ verdict: "valid" });

  const python = join(import.meta.dirname, "../../clients/python/.venv/bin/python");
  if (!existsSync(python)) return;
  writeFileSync(join(folder, "bundle.json"), bundle);
  writeFileSync(join(folder, "keyring.json"), (await ask("GET", "/v1/evidence/keys/history")).text);
  writeFileSync(join(folder, "frames.ndjson"), frames);
  const { stdout } = await promisify(execFile)(python, [
    "-m",
    "plumbline",
    "verify",
    join(folder, "bundle.json"),
    `--frames=${join(folder, "frames.ndjson")}`,
    `--trust=${join(folder, "data", "keys", "trust.json")}`,
    `--keyring=${join(folder, "keyring.json")}`,
    "--require-rescore",
  ]);
  expect(stdout).toContain("VALID: ");
});

test("registered extrinsics may come in rows, too", async () => {
  const camera_rotation_matrix = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const body = { camera_rotation_matrix, source: "factory" };
  const registered = await ask("PUT", "/v1/vehicles/veh-local/reference", { body });
  expect(registered).toMatchObject({
    status: 200,
    value: { camera_rotation_matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1] },
  });
});

test("lines are NDJSON by any of their names", async () => {
  const text = `${JSON.stringify({ ...frameAt(0, "local"), vehicle_id: "veh-lines" })}\n`;
  for (const [at, type] of ["application/jsonl", "application/x-ndjson"].entries()) {
    const { status, value } = await ask("POST", ingest, { text, type });
    expect([status, value]).toMatchObject([200, { frames_ingested: 1 - at, frames_duplicate: at }]);
  }
});
