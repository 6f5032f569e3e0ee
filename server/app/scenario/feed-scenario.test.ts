import { hash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Refusal } from "../../../core/contract/refusal.ts";
import { validate } from "../../../core/contract/requests/validate.ts";
import { formatsOfLevel } from "../../../core/scenario/exports/export-formats.ts";
import { drawParams } from "../../../core/scenario/logical/sample-scenario.ts";
import { packScore } from "../../../core/scoring/model/codec/score-codec.ts";
import { callerOf, type FleetForTests, openFleetForTests, streamForTests } from "../../fleet-for-tests.ts";
import { callerForTests } from "../../ledger-for-tests.ts";
import { startUs } from "../../storage/frames-for-tests.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import { journalForTests } from "../analysis/journal-for-tests.ts";
import type { ResidualsRequest } from "../ports/reading/vehicle-analysis.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import { askedParams, feedScenario } from "./feed-scenario.ts";

const score = journalForTests({ frames: 50 }).scores.at(-1)!;
/** The radar moved at entry 80, and the breach is open at entry 100. */
const breached = packScore({
  ...score,
  seq: 100,
  cusumTriggered: true,
  probableFaultSource: "radar",
  changePointSeq: 80,
  channels: score.channels.flatMap((one) =>
    one.channel === "radar" ? [{ ...one, drift: 0.4, driftSd: 0.02 }] : [],
  ),
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
    evidence: { findEvidence: unasked, countWaiting: unasked, listEvidence: unasked, readCustody: unasked },
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

const ask = { requestId: "req_test", receivedAtUs: 1_700_000_000_000_000 };
const acme = callerOf("acme");
let fleet: FleetForTests;

beforeAll(async () => {
  fleet = await openFleetForTests();
  for (const [vehicleId, radarM] of [
    ["van-1", 0.6],
    ["van-2", 0.45],
    ["van-3", 0.8],
  ] as const) {
    await fleet.send(
      acme,
      streamForTests({ vehicleId, frames: 100, radarFaultM: (at) => (at < 80 ? 0 : radarM) }),
    );
  }
});
afterAll(() => fleet.close());

const make = (request: Parameters<typeof fleet.application.feedScenario>[1], caller = acme) =>
  fleet.application.feedScenario(caller, request, ask);

async function refusalOf(asked: Promise<unknown>): Promise<unknown> {
  try {
    await asked;
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    const [fault] = refusal.faults;
    const pointer = fault !== undefined && "pointer" in fault ? fault.pointer : null;
    return { code: refusal.code, pointer, detail: refusal.detail };
  }
  return "answered";
}

test("a logical scenario is a feed of the case in the middle, with what its parameters are drawn from", async () => {
  const feed = await make({
    scenario_type: "curb_strike",
    origin: "synthetic",
    level: "logical",
    params: { A: 1 },
  });
  expect(validate("ScenarioFeed", feed)).toEqual([]);
  expect(feed.level).toBe("logical");
  expect(feed.parameters.drift_model.params["A"]).toBe(1);
  expect(Object.keys(feed.parameters.drift_model.distributions!).toSorted()).toEqual(["keep", "t0", "td"]);
  expect(feed.parameters.drift_samples.url).toBeUndefined();
  expect(await fleet.application.showScenario(acme, feed.scenario_id)).toEqual(feed);
});

test("of it concrete ones are drawn by seed, kept, and the same again", async () => {
  const logical = await make({
    vehicle_id: "van-1",
    scenario_type: "curb_strike",
    level: "logical",
    duration_s: 40,
  });
  const drawn = await make({ sampled_from: logical.scenario_id, seed: 7, exports: ["csv"] });
  expect(validate("ScenarioFeed", drawn)).toEqual([]);
  expect(drawn).toMatchObject({ level: "concrete", sampled_from: logical.scenario_id, seed: 7 });
  expect(drawn.parameters.drift_model.params).toEqual(
    drawParams(logical.parameters.drift_model.distributions!, 7),
  );
  expect(drawn.parameters.visualizer).toEqual(logical.parameters.visualizer);
  expect(drawn.exports).toHaveLength(1);
  const again = await make({
    sampled_from: logical.scenario_id,
    seed: 7,
    level: "concrete",
    exports: ["csv"],
  });
  expect(again).toEqual(drawn);
  expect((await make({ sampled_from: logical.scenario_id, seed: 8 })).scenario_id).not.toBe(
    drawn.scenario_id,
  );
  expect(await fleet.application.showScenario(acme, drawn.scenario_id)).toEqual(drawn);
});

test("fitted to a vehicle, sizes are as the fleet's and times as sure as the fit", async () => {
  const feed = await make({
    vehicle_id: "van-1",
    scenario_type: "bumper_repair_radar",
    origin: "fitted",
    level: "logical",
  });
  const { A, t0 } = feed.parameters.drift_model.distributions!;
  expect(A).toMatchObject({ kind: "uniform", from: "fleet" });
  expect(A!.low).toBeGreaterThan(0.3);
  expect(A!.high).toBeGreaterThan(0.6);
  expect(t0).toMatchObject({ kind: "normal", from: "fit" });
  const drawn = await make({ sampled_from: feed.scenario_id, seed: 1 });
  expect(drawn.provenance.kind).toBe("fitted");
  expect(drawn.provenance.measured).not.toContain("/parameters/drift_model/params/A");
});

test("exports of a logical scenario are those that hold ranges; the others say what to do", async () => {
  const logical = await make({ scenario_type: "post_collision", level: "logical" });
  const exported = (format: string) =>
    fleet.application.exportScenario(acme, { scenarioId: logical.scenario_id, format });
  for (const format of formatsOfLevel("logical")) {
    expect((await exported(format)).bytes.byteLength).toBeGreaterThan(100);
  }
  expect(await refusalOf(exported("csv"))).toEqual({
    code: "export_not_of_level",
    pointer: null,
    detail: expect.stringContaining(
      `Draw a concrete one ("sampled_from": "${logical.scenario_id}" with a seed)`,
    ),
  });
  const concrete = await make({ scenario_type: "post_collision" });
  const parameters = { scenarioId: concrete.scenario_id, format: "openscenario-parameters/1.3" };
  expect(await refusalOf(fleet.application.exportScenario(acme, parameters))).toMatchObject({
    code: "export_not_of_level",
    detail: expect.stringContaining("a concrete scenario has none"),
  });
});

describe("what cannot be is refused where it stands", () => {
  test.each([
    ["a replay with ranges", { vehicle_id: "van-1", origin: "replay", level: "logical" }, "/level"],
    ["nothing to draw", { scenario_type: "nominal_control", level: "logical" }, "/level"],
    [
      "a format of the other level",
      { scenario_type: "car_wash", level: "logical", exports: ["opendrive/1.7", "mcap"] },
      "/exports/1",
    ],
    [
      "a replay of the radar, and only a camera",
      { vehicle_id: "van-1", origin: "replay", sensors: [{ id: "c", kind: "camera" }] },
      "/sensors",
    ],
    ["parameters of a replay", { vehicle_id: "van-1", origin: "replay", params: { A: 1 } }, "/params"],
  ] as const)("%s", async (_, request, pointer) => {
    const refused = make(request as unknown as Parameters<typeof make>[0]);
    expect(await refusalOf(refused)).toMatchObject({ code: "not_allowed", pointer });
  });

  test("a draw that says more than its seed, from a concrete one, or from nothing this key sees", async () => {
    const logical = await make({ scenario_type: "car_wash", level: "logical" });
    const id = logical.scenario_id;
    expect(await refusalOf(make({ sampled_from: id, duration_s: 5 }))).toMatchObject({
      code: "not_allowed",
      pointer: "/duration_s",
    });
    expect(await refusalOf(make({ sampled_from: id, level: "logical" }))).toMatchObject({
      code: "not_allowed",
      pointer: "/level",
    });
    const { scenario_id: concrete } = await make({ sampled_from: id });
    expect(await refusalOf(make({ sampled_from: concrete }))).toMatchObject({
      code: "not_allowed",
      pointer: "/sampled_from",
    });
    const never = await refusalOf(make({ sampled_from: "scn_ffffffffffffffff" }));
    expect(never).toMatchObject({ code: "scenario_not_found" });
    expect(await refusalOf(make({ sampled_from: id }, callerOf("globex")))).toEqual(never);
  });
});

test("a replay of a vehicle whose scenario has only a radar shows that radar", async () => {
  const feed = await make({
    vehicle_id: "van-1",
    origin: "replay",
    sensors: [{ id: "bumper", kind: "radar" }],
  });
  expect(validate("ScenarioFeed", feed)).toEqual([]);
  expect(feed.parameters.initial_drift_state.sensors.map(({ id }) => id)).toEqual(["bumper"]);
  expect(feed.parameters.drift_model.sensors.map(({ id }) => id)).toEqual(["bumper"]);
  expect(Math.max(...feed.parameters.trajectory.drift_deg)).toBeCloseTo(0.6, 1);
});

function faultsOf(run: () => unknown): unknown {
  try {
    run();
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal.faults;
    throw refusal;
  }
  return "no refusal";
}

test("parameters within their ranges are taken, both ends too, and none is none", () => {
  expect(askedParams({ params: { A: 0.2, t0: 10 } }, "curb_strike", 20)).toEqual({ A: 0.2, t0: 10 });
  expect(askedParams({ params: null }, "curb_strike", 20)).toEqual({});
  expect(askedParams({ params: {}, origin: "replay" }, "curb_strike", 20)).toEqual({});
});

test("the ranges of times grow with the scenario", () => {
  expect(askedParams({ params: { t0: 1000 } }, "curb_strike", 3600)).toEqual({ t0: 1000 });
});

test.each([
  [
    "an unknown one",
    { amplitude: 1 },
    "/params/amplitude",
    "member_unknown",
    /has no parameter "amplitude"; it has: t0, A, keep, td/,
  ],
  ["a name out of a prototype", { constructor: 1 }, "/params/constructor", "member_unknown", /no parameter/],
  ["a name with a slash", { "a/b~": 1 }, "/params/a~1b~0", "member_unknown", /no parameter/],
  [
    "one too large",
    { A: 2.01 },
    "/params/A",
    "out_of_range",
    /A of curb_strike over 20 s must be from 0.2 to 2\./,
  ],
  ["one too early", { t0: 1.9 }, "/params/t0", "out_of_range", /must be from 2 to 10/],
])("%s is refused where it stands", (...[, params, pointer, code, detail]) => {
  expect(faultsOf(() => askedParams({ params }, "curb_strike", 20))).toEqual([
    { pointer, code, detail: expect.stringMatching(detail) },
  ]);
});

test("what was measured is not set by hand", () => {
  const faults = faultsOf(() => askedParams({ params: { A: 1 }, origin: "fitted" }, "curb_strike", 20));
  expect(faults).toEqual([{ pointer: "/params", code: "not_allowed", detail: expect.any(String) }]);
});
