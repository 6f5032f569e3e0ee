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

/** A radar off by 0.4 m from its 13th frame on, a frame in ten seconds. */
const frames = Array.from({ length: 16 }, (_, at) =>
  JSON.stringify({
    vehicle_id: "van-early",
    timestamp: new Date(Date.UTC(2026, 2, 1, 8, 0, 10 * at)).toISOString(),
    sensors: { radar_range_bias_m: 0.01 * ((at * 7) % 5) + (at >= 12 ? 0.4 : 0) },
  }),
);

test("what is provisional says so at every door: score, vehicle, evidence, verification and report", async () => {
  await ask("/v1/telemetry/ingest", frames.join("\n"));

  const score = (await (await ask("/v1/score/residual", frames.at(-1))).json()) as ResidualScore;
  expect(score).toMatchObject({
    tier: "CAUTION",
    recommended_action: "inspect_sensor",
    cusum_triggered: true,
    provisional: { sensor: "radar", unit: "m", blocks_before: 12, frames_per_block: 1, limit: 6 },
  });
  expect(score.confidence).toBeLessThanOrEqual(0.5);
  expect(score.warnings).toContain("verdict_provisional");

  const vehicle = (await (await ask("/v1/vehicles/van-early")).json()) as VehicleDetail;
  expect(vehicle.provisional).toEqual(score.provisional);
  expect(vehicle.open_breach).toMatchObject({ evidence_id: score.evidence_id });
  expect(vehicle.notes!.map(({ code }) => code)).toContain("verdict_provisional");

  const text = await (await ask(`/v1/evidence/${score.evidence_id}/bundle`)).text();
  const bundle = JSON.parse(text) as EvidenceBundle;
  const { unit: _, ...stated } = score.provisional!;
  expect(bundle.scoring.outputs.provisional).toEqual(stated);
  expect(bundle.breach).toMatchObject({ statistic: stated.statistic, threshold: stated.limit });

  const given = await (await ask(`/v1/evidence/${score.evidence_id}/frames`)).text();
  const answered = await ask("/v1/evidence/verify", JSON.stringify({ bundle: text, frames: given }));
  expect((await answered.json()) as EvidenceVerification).toMatchObject({ verdict: "valid" });

  const report = await (await ask(`/v1/evidence/${score.evidence_id}/report.html`)).text();
  expect(report).toContain("A provisional verdict");
});
