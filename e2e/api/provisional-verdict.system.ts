import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { developmentApiKey } from "../../core/contract/api-key.ts";
import type {
  EvidenceBundle,
  EvidenceVerification,
  ResidualScore,
  VehicleDetail,
} from "../../core/contract/types.ts";
import { journalOf } from "../../core/scoring/vehicle-journal.ts";
import { serve, type RunningService } from "../../server/main.ts";

let dataDir: string;
let service: RunningService;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "plumbline-provisional-"));
  service = await serve({ port: 0, dataDir, dev: true, env: {}, logLevel: "silent" });
});
afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true });
});

async function ask(path: string, body?: string): Promise<Response> {
  const response = await fetch(new URL(path, service.url), {
    headers: {
      Authorization: `Bearer ${developmentApiKey}`,
      ...(body !== undefined && {
        "Content-Type": body.includes("\n{") ? "application/x-ndjson" : "application/json",
      }),
    },
    ...(body !== undefined && { method: "POST", body }),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
}

/** A radar off by 0.3 m from its 71st frame on, a frame in ten seconds: its noise is known from 70 blocks. */
const frames = journalOf({
  frames: 90,
  seed: 4,
  sensors: ["radar"],
  noise: { radarM: 0.06 },
  periodS: 10,
  displacement: (frame) => (frame >= 70 ? { radarM: 0.3 } : {}),
}).flatMap((entry) => {
  if (entry.kind !== "frame") return [];
  const { timestampUs, radarRangeBiasM } = entry.reading;
  const timestamp = new Date(timestampUs / 1000).toISOString();
  return JSON.stringify({
    vehicle_id: "van-early",
    timestamp,
    sensors: { radar_range_bias_m: radarRangeBiasM },
  });
});

test("what is provisional says so in score, vehicle and evidence, and is at most CAUTION", async () => {
  await ask("/v1/telemetry/ingest", frames.join("\n"));

  const score = (await (await ask("/v1/score/residual", frames.at(-1))).json()) as ResidualScore;
  expect(score).toMatchObject({
    tier: "CAUTION",
    recommended_action: "inspect_sensor",
    cusum_triggered: true,
    warnings: expect.arrayContaining(["verdict_provisional"]),
  });

  const vehicle = (await (await ask("/v1/vehicles/van-early")).json()) as VehicleDetail;
  expect(vehicle.open_breach).toMatchObject({ evidence_id: score.evidence_id });
  expect(vehicle.notes!.map(({ code }) => code)).toContain("verdict_provisional");

  const text = await (await ask(`/v1/evidence/${score.evidence_id}/bundle`)).text();
  const bundle = JSON.parse(text) as EvidenceBundle;
  expect(bundle.scoring.outputs.warnings).toContain("verdict_provisional");

  const given = await (await ask(`/v1/evidence/${score.evidence_id}/frames`)).text();
  const answered = await ask("/v1/evidence/verify", JSON.stringify({ bundle: text, frames: given }));
  expect((await answered.json()) as EvidenceVerification).toMatchObject({ verdict: "valid" });
});
