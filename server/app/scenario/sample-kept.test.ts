import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { validate } from "../../../core/contract/requests/validate.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import { formatsOfLevel } from "../../../core/scenario/exports/export-formats.ts";
import { drawParams } from "../../../core/scenario/logical/draw-params.ts";
import { callerOf, openFleetForTests, streamForTests, type FleetForTests } from "../../fleet-for-tests.ts";

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
