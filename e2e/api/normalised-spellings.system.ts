import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  return { status: answer.status, text: answered, value: JSON.parse(answered) as Record<string, unknown> };
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
