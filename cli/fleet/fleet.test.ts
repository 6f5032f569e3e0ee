import { expect, test } from "vitest";
import type {
  FleetHealthSummary,
  VehicleList,
  VehicleListItem,
} from "../../clients/typescript/generated/contract.ts";
import { answeringService } from "../answering-service-for-tests.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";

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
  late_count: 2,
  unjudged_count: 1,
  frames_24h: 57600,
  open_breaches: 4,
  worst: [vehicle],
  as_of: "2026-03-01T08:00:00.000Z",
};

test("fleet lines up its table, and colours tiers only on a terminal", async () => {
  const service = await answeringService({ "/v1/fleet/health-summary": summary, "/v1/vehicles": vehicles });
  const plain = await runRecorded(["fleet", "--url", service.url]);
  expect(plain.out).toBe(
    [
      "40 vehicles, of them 2 with late readings, 1 with a sensor that is not judged  1 CRITICAL  3 CAUTION  34 NOMINAL  2 UNKNOWN  57,600 frames in 24 h",
      "",
      "VEHICLE   TIER      SINCE (UTC)       HEALTH  CAMERA °  RADAR m  LIDAR m  SOURCE  ACTION                FLEET       LAST FRAME (UTC)  EVIDENCE",
      "veh-0042  CRITICAL  2026-03-01 07:41      40      0.01   +0.262   −0.004  radar   calibration_required  vans-north  2026-03-01 08:00  EVB-20260301-7K3M9Q2XW4HJ",
      "",
    ].join("\n"),
  );
  const coloured = await runRecorded(["fleet", "--url", service.url], { hasColour: true });
  expect(coloured.out).toContain("\u001b[31mCRITICAL\u001b[0m");
  // oxlint-disable-next-line no-control-regex -- the colours are what is taken out
  expect(coloured.out.replaceAll(/\u001b\[\d+m/gu, "")).toBe(plain.out);
});

test("a sensor that is not there has no drift, rather than one of 0", async () => {
  const without = { ...vehicle, camera_drift_deg: 0, radar_drift_mm: null, lidar_drift_m: null };
  const list = { ...vehicles, data: [without] };
  const service = await answeringService({ "/v1/fleet/health-summary": summary, "/v1/vehicles": list });
  const { out } = await runRecorded(["fleet", "--url", service.url]);
  expect(out).toMatch(/ 40 +0\.00 +– +– +radar /u);
});

test.each([
  { columns: 80, missing: ["LAST FRAME (UTC)", "EVIDENCE", "SINCE (UTC)"], kept: ["LIDAR m", "SOURCE"] },
  { columns: 120, missing: ["LAST FRAME (UTC)", "EVIDENCE"], kept: ["SINCE (UTC)", "LIDAR m", "ACTION"] },
  { columns: 200, missing: [], kept: ["SINCE (UTC)", "EVIDENCE"] },
])(
  "fleet fits a screen of $columns columns and says what it left out",
  async ({ columns, missing, kept }) => {
    const service = await answeringService({ "/v1/fleet/health-summary": summary, "/v1/vehicles": vehicles });
    const run = await runRecorded(["fleet", "--url", service.url], { isScreen: true, columns });
    const [head = "", , note = ""] = run.out.split("\n").slice(2);
    for (const line of run.out.split("\n").slice(2, 4)) expect(line.length).toBeLessThanOrEqual(columns);
    for (const name of kept) expect(head).toContain(name);
    for (const name of missing) expect(note).toContain(name);
    expect(note === "").toBe(missing.length === 0);
  },
);

test("after an upgrade fleet says how far history is scored again", async () => {
  const answering = async (rescoring: FleetHealthSummary["rescoring"]) => {
    const answers = { "/v1/fleet/health-summary": { ...summary, rescoring }, "/v1/vehicles": vehicles };
    const service = await answeringService(answers);
    return (await runRecorded(["fleet", "--url", service.url])).out.split("\n")[1];
  };
  expect(await answering({ scoring: "1.4.0", done: 0.31, expected_end: "2026-03-01T08:05:00.000Z" })).toBe(
    "Scoring history again by version 1.4.0: 31 % of the vehicles done, until about 2026-03-01 08:05 UTC.",
  );
  expect(await answering({ scoring: "1.4.0", done: 0, expected_end: null })).toBe(
    "Scoring history again by version 1.4.0: 0 % of the vehicles done.",
  );
});

test("an empty fleet says which command sends the first frame", async () => {
  const service = await answeringService({
    "/v1/fleet/health-summary": { ...summary, total_vehicles: 0 },
    "/v1/vehicles": { data: [], has_more: false, next_cursor: null },
  });
  const run = await runRecorded(["fleet", "--url", service.url]);
  expect(run.out).toContain(`npx plumbline simulate --to ${service.url}`);
  for (const filter of [
    ["--fleet", "nope"],
    ["--region", "nowhere"],
  ]) {
    const filtered = await runRecorded(["fleet", ...filter, "--url", service.url]);
    expect(filtered.out).toContain("\nNo vehicle matches these filters.\n");
  }
});
