import { afterAll, beforeAll, expect, test } from "vitest";

import { validate } from "../../../core/contract/requests/validate.ts";
import type { ScenarioFeedRequest } from "../../../core/contract/types.ts";
import { callerOf, openFleetForTests, streamForTests, type FleetForTests } from "../../fleet-for-tests.ts";

const ask = { requestId: "req_test", receivedAtUs: 0 };
const acme = callerOf("acme");
const radarFaultM = (at: number) => (at < 210 ? 0 : 0.6);
const broken = streamForTests({ vehicleId: "broken", frames: 250, radarFaultM });
let fleet: FleetForTests;

beforeAll(async () => {
  fleet = await openFleetForTests();
  await fleet.send(acme, broken);
  for (const [vehicleId, faultM] of [
    ["smaller", 0.5],
    ["larger", 1.1],
  ] as const) {
    const fault = (at: number) => (at < 210 ? 0 : faultM);
    await fleet.send(acme, streamForTests({ vehicleId, frames: 250, radarFaultM: fault }));
  }
  const elsewhere = { vehicleId: "elsewhere", frames: 250, radarFaultM: (at: number) => (at < 210 ? 0 : 3) };
  await fleet.send(acme, streamForTests({ ...elsewhere, fleetId: "trucks" }));
  await fleet.send(callerOf("globex"), streamForTests({ ...elsewhere, vehicleId: "foreign" }));
  await fleet.send(acme, streamForTests({ vehicleId: "new", frames: 2 }));
});
afterAll(() => fleet.close());

const make = (request: ScenarioFeedRequest, caller = acme) =>
  fleet.application.feedScenario(caller, request, ask);

test("a replay shows the sensor that moved, from before the change to now", async () => {
  const feed = await make({ vehicle_id: "broken", origin: "replay", duration_s: 30 });
  expect(validate("ScenarioFeed", feed)).toEqual([]);
  const { trajectory, drift_model: model, truth, events, initial_drift_state: initial } = feed.parameters;
  expect(feed.provenance).toMatchObject({ kind: "replay", vehicle_id: "broken", n_vehicles: 1 });
  expect(feed.provenance.measured).toContain("/parameters/trajectory");
  expect(model.sensors.map(({ id }) => id)).toEqual(["radar_front"]);
  expect(trajectory.drift_deg).toHaveLength(301);
  // Metres: near zero at first, and where it was put in the end.
  expect(Math.abs(trajectory.drift_deg[0] ?? 1)).toBeLessThan(0.15);
  expect(Math.abs((trajectory.drift_deg.at(-1) ?? 0) - 0.6)).toBeLessThan(0.1);
  expect(initial.camera_drift_deg).toBe(0);
  expect(events).toEqual([{ t_s: truth.onset_s, type: "change_point" }]);
  const { from, to, frames } = feed.provenance.window ?? { from: "", to: "", frames: 0 };
  const spanS = (Date.parse(to) - Date.parse(from)) / 1000;
  expect(trajectory.time_scale).toBeCloseTo(spanS / 30, 6);
  expect(frames).toBeGreaterThan(70);
  // The change is dated within a few frames of where it was put.
  const changeMs = Date.parse(from) + (truth.onset_s ?? 0) * trajectory.time_scale * 1000;
  const [first, second] = broken.slice(210).map(({ timestamp }) => Date.parse(timestamp));
  expect(Math.abs(changeMs - (first ?? 0))).toBeLessThan(5 * ((second ?? 0) - (first ?? 0)));
});

test("the same request gives the same replay, and it is kept as one", async () => {
  const once = await make({ vehicle_id: "broken", origin: "replay" });
  expect(await make({ vehicle_id: "broken", origin: "replay" })).toEqual(once);
  const fitted = await make({ vehicle_id: "broken" });
  expect(fitted.scenario_id).not.toBe(once.scenario_id);
  const { data } = await fleet.application.listScenarios(acme, { limit: 10 });
  expect(data.find(({ scenario_id: id }) => id === once.scenario_id)).toMatchObject({ origin: "replay" });
});

test("a replay of evidence ends with what the evidence was issued for", async () => {
  const [evidence] = (await fleet.application.listEvidence(acme, { limit: 1 })).data;
  const ofEvidence = await make({ evidence_id: evidence?.event_id ?? "none", origin: "replay" });
  const ofToday = await make({ vehicle_id: "broken", origin: "replay" });
  const end = (feed: typeof ofToday) => Date.parse(feed.provenance.window?.to ?? "none");
  expect(ofEvidence.provenance.evidence_event_id).toBe(evidence?.event_id);
  expect(end(ofEvidence)).toBeLessThan(end(ofToday));
});

const nothing = { value: Number.NaN, low: null, high: null };

test("a fitted scenario is the formula that comes nearest to the history, with its intervals", async () => {
  const feed = await make({ vehicle_id: "broken", origin: "fitted" });
  expect(validate("ScenarioFeed", feed)).toEqual([]);
  const { drift_model: model, trajectory } = feed.parameters;
  expect(feed.scenario_type).toBe("bumper_repair_radar");
  expect(feed.provenance).toMatchObject({ kind: "fitted", n_vehicles: 3, fit: { frames: 201 } });
  expect(feed.provenance.measured).toContain("/parameters/drift_model/params/A");
  const { fit } = feed.provenance;
  if (fit === undefined) throw new Error("nothing was fitted");
  const { A = nothing, t0 = nothing } = fit.parameters;
  expect(A.value).toBe(model.params["A"]);
  // Of the three of its fleet; those of another fleet or organisation are none of its business.
  const [least = 0, most = 0] = model.ranges["A"] ?? [];
  expect(Math.abs(least - 0.5)).toBeLessThan(0.05);
  expect(Math.abs(most - 1.1)).toBeLessThan(0.05);
  expect(A.low).toBeGreaterThan(0.55);
  expect(A.high).toBeLessThan(0.65);
  // The bias was moved by 0.6 m, with noise of 0.03 m.
  expect(Math.abs(A.value - 0.6)).toBeLessThan(0.03);
  expect(fit.rmse_deg).toBeLessThan(0.05);
  // Second 161 of the 200 s since the baseline was learnt, which are shown in 20 s.
  expect(Math.abs(t0.value * trajectory.time_scale - 161)).toBeLessThan(3);
  expect(trajectory.drift_deg.at(-1)).toBeCloseTo(A.value, 6);
});

test("a synthetic scenario is about no vehicle, whatever the fleet is like", async () => {
  const feed = await make({ origin: "synthetic", scenario_type: "imu_bias" });
  expect(feed.provenance).toMatchObject({ kind: "synthetic", measured: [], n_vehicles: 0 });
  expect(feed.parameters.visualizer.highlight_vehicle_id).toBe("none");
  expect(await make({ origin: "synthetic", scenario_type: "imu_bias" }, callerOf("nobody"))).toEqual(feed);
});

test.each<[string, ScenarioFeedRequest, string]>([
  ["a synthetic scenario with a vehicle", { origin: "synthetic", vehicle_id: "broken" }, "acme"],
  ["a replay in an empty fleet", { origin: "replay" }, "nobody"],
  ["a fitted scenario in an empty fleet", { origin: "fitted" }, "nobody"],
  [
    "a formula that no history shows",
    { origin: "fitted", vehicle_id: "broken", scenario_type: "imu_bias" },
    "acme",
  ],
  ["a replay of a vehicle with hardly a reading", { origin: "replay", vehicle_id: "new" }, "acme"],
])("%s is refused at its origin", async (_, request, organisation) => {
  await expect(make(request, callerOf(organisation))).rejects.toMatchObject({
    code: "not_allowed",
    faults: [{ pointer: "/origin" }],
  });
});
