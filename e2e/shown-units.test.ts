import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { answeringService } from "../cli/answering-service-for-tests.ts";
import { runRecorded } from "../cli/run-recorded-for-tests.ts";
import { primitives } from "../clients/conformance/evidence/examples/example-evidence.ts";
import { fromStart, presentScorer } from "../clients/conformance/evidence/examples/scored-evidence.ts";
import { quantityLabel } from "../console/charts/chart-plan.ts";
import { measuredDrifts } from "../console/evidence/measured-drifts.ts";
import { driftLabel, limitLabel } from "../console/labels/sensor-labels.ts";
import { repairValue } from "../console/labels/work-labels.ts";
import { rowFigures } from "../console/pages/fleet/list/row-figures.ts";
import { readStoredBundle, type Bundle } from "../core/encoding/bundle.ts";
import { canonicalBytes } from "../core/encoding/canonical-json.ts";
import { htmlReport } from "../core/reports/html-report.ts";
import { pdfReport } from "../core/reports/pdf-report.ts";
import { defaultSettings } from "../core/scoring/settings/settings.ts";
import { explainWork } from "../server/app/fleet/explain-work.ts";
import type { VehicleSummary } from "../server/app/ports/vehicle-summary.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-units-"));
afterAll(() => rmSync(folder, { recursive: true }));
const poppler = "pdftotext";
const hasPoppler = spawnSync("which", [poppler]).status === 0;

/** Spaces and signs as a keyboard has them; a plus says no more than none. */
const plain = (text: string) => text.replaceAll("\u00a0", " ").replaceAll("\u2212", "-").replaceAll("+", "");

/** A real bundle with other drifts: no longer genuine, but still to be shown. */
function bundleOf(radarMm: number, lidarM: number): Uint8Array {
  const bundle = structuredClone<Changeable<Bundle>>(readStoredBundle(fromStart.issued.bytes));
  bundle.measurements.radar_drift_mm = radarMm;
  bundle.measurements.measured.lidar = true;
  const { channels } = bundle.scoring.outputs;
  for (const one of channels) one.drift = radarMm / 1000;
  channels.push({ ...channels[0]!, channel: "lidar", drift: lidarM });
  return canonicalBytes(bundle);
}
type Changeable<Value> = Value extends object
  ? { -readonly [Name in keyof Value]: Changeable<Value[Name]> }
  : Value;

/* Radar and lidar are shown in metres to the millimetre wherever a person reads; the contract's members keep their units. */
test.each([
  [807.08, 0.2624, "0.807 m", "0.262 m"],
  [-3.2, -0.0011, "-0.003 m", "-0.001 m"],
  [1_250, 0.5, "1.250 m", "0.500 m"],
  [0.4, -0.0002, "0.000 m", "0.000 m"],
])("%d mm of a radar and %d m of a lidar read %s and %s at every door", async (mm, m, radar, lidar) => {
  const bytes = bundleOf(mm, m);
  const figures = rowFigures({ health_score: 1, camera_drift_deg: 0, radar_drift_mm: mm, lidar_drift_m: m });
  expect([figures.radar, figures.lidar].map(plain)).toEqual([radar, lidar]);
  for (const label of [
    driftLabel("m", m),
    limitLabel("m", m),
    quantityLabel("metres", m),
    repairValue("lidar", m),
  ])
    expect(plain(label)).toBe(lidar);
  // The evidence page and the offline verifier.
  const drifts = measuredDrifts(readStoredBundle(bytes)).map(({ value }) => plain(value));
  expect(drifts).toEqual(expect.arrayContaining([radar, lidar]));

  const given = { sha256: primitives.sha256, trustSha256: "ab".repeat(32), scorerOf: presentScorer };
  const evidence = { bundle: bytes, frames: fromStart.frames.bytes };
  const papers = [htmlReport(evidence, given)];
  if (hasPoppler) {
    writeFileSync(join(folder, "report.pdf"), await pdfReport(evidence, given));
    const words = ["-layout", join(folder, "report.pdf"), "-"];
    papers.push(spawnSync(poppler, words, { encoding: "utf8" }).stdout);
  }
  for (const paper of papers) {
    expect(plain(paper).replaceAll("–", "-")).toContain(radar);
    expect(plain(paper).replaceAll("–", "-")).toContain(lidar);
  }

  writeFileSync(join(folder, "bundle.json"), bytes);
  const inspected = plain((await runRecorded(["evidence", "inspect", join(folder, "bundle.json")])).out);
  expect(inspected).toContain(`${radar} off (radar_drift_mm ${mm})`);
  expect(inspected).toContain(`${lidar} off`);
  const vehicle = { vehicle_id: "van-1", tier: "NOMINAL", tier_since: "2026-03-01T07:41:10.000Z" };
  const row = { ...vehicle, last_frame_at: vehicle.tier_since, camera_drift_deg: 0, health_score: 9 };
  const listed = { ...row, radar_drift_mm: mm, lidar_drift_m: m, frames: 1, fleet_id: "north" };
  const words = { probable_fault_source: "none", recommended_action: "none", decided_by: "in_control" };
  const list = { data: [{ ...listed, ...words }], has_more: false, next_cursor: null };
  const summary = { total_vehicles: 1, frames_24h: 1, worst: [] };
  const service = await answeringService({ "/v1/vehicles": list, "/v1/fleet/health-summary": summary });
  const table = plain((await runRecorded(["fleet", "--url", service.url], { columns: 200 })).out);
  expect(table).toMatch(/RADAR m +LIDAR m/u);
  expect(table).toMatch(new RegExp(`${radar.replace(" m", "")} +${lidar.replace(" m", "")}`, "u"));

  const summaryOf = (probableFaultSource: "radar" | "lidar") =>
    ({
      tier: "CRITICAL",
      tierSinceUs: 0,
      reason: "critical_limit_exceeded",
      probableFaultSource,
      radarDriftMm: mm,
      lidarDriftM: m,
    }) as Partial<VehicleSummary> as VehicleSummary;
  const limits = defaultSettings.limits;
  const sign = (text: string) => text.replace("-", "");
  expect(sign(plain(explainWork(summaryOf("radar"), limits)))).toContain(`off by ${sign(radar)}, beyond`);
  expect(sign(plain(explainWork(summaryOf("lidar"), limits)))).toContain(`off by ${sign(lidar)}, beyond`);
});
