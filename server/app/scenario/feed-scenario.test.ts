import { hash } from "node:crypto";

import { expect, test } from "vitest";

import { validate } from "../../../core/contract/requests/validate.ts";
import { fold } from "../../../core/scoring/fold.ts";
import { packScore } from "../../../core/scoring/model/codec/score-codec.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { callerForTests } from "../../ledger-for-tests.ts";
import { radarFrame, startUs } from "../../storage/frames-for-tests.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import type { ResidualsRequest } from "../ports/reading/vehicle-analysis.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import { feedScenario } from "./feed-scenario.ts";

const { reading } = radarFrame("van-1", 0);
const { score } = fold(initialState(), { kind: "frame", reading }, defaultSettings);
if (score === null) throw new Error("no score");
/** The radar moved at entry 80, and the breach is open at entry 100. */
const breached = packScore({
  ...score,
  seq: 100,
  cusumTriggered: true,
  probableFaultSource: "radar",
  changePointSeq: 80,
  channels: score.channels.map((one) => ({ ...one, drift: 0.4, driftSd: 0.02 })),
});
const broken = vehicleForTests({ scoredSeq: 100, tier: "CRITICAL" });
const step = Array.from({ length: 60 }, () => 0.4);
const ramp = Array.from({ length: 60 }, (_, at) => 0.01 * at);

/** `change` false: the frame at which the change began is no longer there. */
function needsFor(
  vehicle: VehicleSummary | null,
  given: { readonly residuals?: readonly number[]; readonly change?: boolean } = {},
) {
  const { residuals = step, change = true } = given;
  const asked: ResidualsRequest[] = [];
  const unasked = () => Promise.reject(new Error("not asked for"));
  const needs = {
    nowUs: () => startUs,
    scenarios: { findScenario: unasked },
    silentAfterS: 60,
    reports: { fitDrift: unasked },
    software: { name: "plumbline", version: "1.2.3" },
    fleet: { countFleet: unasked, listVehicles: async () => (vehicle === null ? [] : [vehicle]) },
    evidence: { findEvidence: unasked, listEvidence: unasked, readCustody: unasked },
    vehicles: {
      openVehicle: async () => vehicle,
      readHistory: unasked,
      findFrame: async ({ seq }: { readonly seq: number }) =>
        seq === 100 || change ? { seq, timestampUs: startUs + seq, score: breached, raw: "{}" } : null,
    },
    analysis: {
      describeState: unasked,
      gatherSeries: unasked,
      followSeries: unasked,
      compareSettings: unasked,
      async listResiduals(ask: ResidualsRequest) {
        asked.push(ask);
        return residuals;
      },
    },
  };
  return { asked, needs };
}
const feed = (request: Parameters<typeof feedScenario>[1], vehicle: VehicleSummary | null = null) =>
  feedScenario(callerForTests, request, needsFor(vehicle).needs);
const seedOf = (name: unknown) => hash("sha256", JSON.stringify(name), "buffer").readUInt32BE(0);

test("an empty fleet's scenario is nominal, of no vehicle, and somewhere at sea", async () => {
  const nominal = await feed({});
  expect(validate("ScenarioFeed", nominal)).toEqual([]);
  expect(nominal).toMatchObject({
    scenario_type: "nominal_control",
    provenance: { kind: "synthetic" },
    generator: { name: "plumbline", version: "1.2.3" },
    seed: seedOf(null),
    parameters: {
      visualizer: { map_center: [0, 0], highlight_vehicle_id: "none", duration_s: 20 },
      drift_model: { params: {}, axis: [0, 0, 1] },
      truth: { onset_s: null, is_sensor_fault: false },
    },
  });
  expect(nominal.parameters.trajectory).toEqual({
    dt_s: 0.1,
    drift_deg: Array(201).fill(0),
    gaps: [],
    time_scale: 1,
  });
  expect(nominal.provenance).toMatchObject({ measured: [], n_vehicles: 0 });
});

test("the same vehicle gives the same scenario, another one another seed and another id", async () => {
  const once = await feed({}, broken);
  expect(await feed({}, broken)).toEqual(once);
  expect(once.seed).toBe(seedOf({ vehicle_id: "van-1" }));
  const other = await feed({}, { ...broken, vehicleId: "van-2" });
  expect(other.seed).toBe(seedOf({ vehicle_id: "van-2" }));
  expect(other.scenario_id).not.toBe(once.scenario_id);
  expect(once.scenario_id).toMatch(/^scn_[0-9a-f]{16}$/);
});

test("in twice the time it happens twice as late, and settles as fast as ever", async () => {
  const { parameters } = await feed({ scenario_type: "post_collision", duration_s: 40 });
  const { t0 = 0, A = 0, ts = 0, B = 0, td = 0, f = 0 } = parameters.drift_model.params;
  expect([t0, ts]).toEqual([10, 0.15]);
  expect(parameters.truth).toMatchObject({ onset_s: 10, is_sensor_fault: true });
  // An impact that settles, with the ringing of the mount on top.
  const expected = Array.from({ length: 401 }, (_, at) => {
    const x = at / 10 - t0;
    const ringing = B * Math.exp(-x / td) * Math.cos(2 * Math.PI * f * x);
    return x < 0 ? 0 : expect.closeTo(A * (1 - Math.exp(-x / ts)) + ringing, 8);
  });
  expect(parameters.trajectory.drift_deg).toEqual(expected);
});

test("where no parameter says when it sets in, the first sample that shows it does", async () => {
  const { parameters } = await feed({ scenario_type: "pothole_impact", seed: 3 });
  const { drift_deg: drift } = parameters.trajectory;
  const onset = parameters.truth.onset_s ?? -1;
  const at = Math.round(onset * 10);
  expect(at).toBeGreaterThan(0);
  expect(drift.slice(0, at).every((deg) => deg === 0)).toBe(true);
  expect(drift[at]).not.toBe(0);
});

test("what was asked for goes before what the vehicle would give", async () => {
  const asked = await feed({ scenario_type: "car_wash", seed: 0, duration_s: 5, map_center: [1, 2] }, broken);
  expect(asked).toMatchObject({
    scenario_type: "car_wash",
    seed: 0,
    parameters: { visualizer: { duration_s: 5, map_center: [1, 2], highlight_vehicle_id: "van-1" } },
    provenance: { kind: "fitted", vehicle_id: "van-1" },
  });
  expect(asked.parameters.trajectory.drift_deg).toHaveLength(51);
});

test.each([
  ["a step of the radar", step, "bumper_repair_radar"],
  ["a drift that grew", ramp, "gradual_mount_loosening"],
])("%s is looked into since its change point", async (_, residuals, type) => {
  const { asked, needs } = needsFor(broken, { residuals });
  expect((await feedScenario(callerForTests, {}, needs)).scenario_type).toBe(type);
  expect(asked).toEqual([
    {
      vehicleKey: 1,
      channel: "radar",
      fromUs: startUs + 80,
      toUs: Number.MAX_SAFE_INTEGER,
      throughSeq: 100,
      limit: 512,
    },
  ]);
});

test("a change whose first frame is gone is taken for a step", async () => {
  const { asked, needs } = needsFor(broken, { residuals: ramp, change: false });
  expect((await feedScenario(callerForTests, {}, needs)).scenario_type).toBe("bumper_repair_radar");
  expect(asked).toEqual([]);
});

test("a vehicle without a verdict is nominal, and nothing of it is read", async () => {
  const { asked, needs } = needsFor(vehicleForTests({ scoredSeq: null }));
  expect((await feedScenario(callerForTests, {}, needs)).scenario_type).toBe("nominal_control");
  expect(asked).toEqual([]);
});
