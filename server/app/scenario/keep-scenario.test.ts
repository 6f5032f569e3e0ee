import { hash } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { validate } from "../../../core/contract/requests/validate.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import { exportFormatNames, exportFormats } from "../../../core/scenario/exports/export-formats.ts";
import {
  exportFormatValues,
  exportMediaTypes,
} from "../../../core/contract/schemas/scenarios/scenario-exports.ts";
import { callerOf, openFleetForTests, streamForTests, type FleetForTests } from "../../fleet-for-tests.ts";

const ask = { requestId: "req_test", receivedAtUs: 1_700_000_000_000_000 };
const acme = callerOf("acme");
const globex = callerOf("globex");
const page = { limit: 100 };
let fleet: FleetForTests;

beforeAll(async () => {
  fleet = await openFleetForTests();
  const frames = streamForTests({
    vehicleId: "van-1",
    frames: 100,
    radarFaultM: (at) => (at < 80 ? 0 : 0.6),
  });
  await fleet.send(acme, frames);
});
afterAll(() => fleet.close());

const make = (request: Parameters<typeof fleet.application.feedScenario>[1], caller = acme) =>
  fleet.application.feedScenario(caller, request, ask);
const idsOf = async (caller = acme) =>
  (await fleet.application.listScenarios(caller, page)).data.map((one) => one.scenario_id);
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => "answered",
    (thrown: unknown) => (thrown instanceof Refusal ? `${thrown.code}: ${thrown.detail}` : thrown),
  );

test("what is made can be fetched, word for word, and is in the list", async () => {
  const feed = await make({ vehicle_id: "van-1", scenario_type: "car_wash", seed: 7 });
  expect(await fleet.application.showScenario(acme, feed.scenario_id)).toEqual(feed);
  const list = await fleet.application.listScenarios(acme, page);
  expect(validate("ScenarioList", list)).toEqual([]);
  expect(list.data[0]).toEqual({
    scenario_id: feed.scenario_id,
    scenario_type: "car_wash",
    origin: "fitted",
    seed: 7,
    duration_s: 20,
    is_sensor_fault: true,
    vehicle_id: "van-1",
    made_at: "2023-11-14T22:13:20.000Z",
  });
});

test("another organisation's scenario is answered as one that never was", async () => {
  const { scenario_id: id } = await make({ vehicle_id: "van-1" });
  const never = "scn_ffffffffffffffff";
  expect(await idsOf(globex)).toEqual([]);
  for (const act of ["showScenario", "deleteScenario"] as const) {
    const foreign = await codeOf(fleet.application[act](globex, id, ask));
    expect(foreign).toMatch(/^scenario_not_found/);
    expect(foreign).toBe(await codeOf(fleet.application[act](globex, never, ask)));
  }
  expect(await idsOf()).toContain(id);
});

test("a key for other fleets sees none of a vehicle's, and all that are about no vehicle", async () => {
  const { scenario_id: id } = await make({ vehicle_id: "van-1" });
  const elsewhere = callerOf("acme", ["elsewhere"]);
  expect(await idsOf(elsewhere)).not.toContain(id);
  expect(await codeOf(fleet.application.showScenario(elsewhere, id))).toMatch(/^scenario_not_found/);
  // Of an empty fleet, as this key sees it.
  const { scenario_id: madeUp } = await make({}, elsewhere);
  expect(await idsOf(elsewhere)).toEqual([madeUp]);
  expect(await idsOf()).toContain(madeUp);
});

test("a deleted scenario is gone, a second time is not found, and the same request makes it again", async () => {
  const request = { vehicle_id: "van-1", seed: 99 };
  const { scenario_id: id } = await make(request);
  expect(await fleet.application.deleteScenario(acme, id, ask)).toEqual({ scenario_id: id, deleted: true });
  expect(await idsOf()).not.toContain(id);
  expect(await codeOf(fleet.application.deleteScenario(acme, id, ask))).toMatch(/^scenario_not_found/);
  expect((await make(request)).scenario_id).toBe(id);
});

test("pages follow one another, and a cursor is good for its own list only", async () => {
  for (const seed of [1, 2, 3]) await make({ seed }, globex);
  const first = await fleet.application.listScenarios(globex, { limit: 2 });
  expect(first).toMatchObject({ has_more: true, data: [{ seed: 3 }, { seed: 2 }] });
  const cursor = first.next_cursor ?? "";
  const second = await fleet.application.listScenarios(globex, { limit: 2, cursor });
  expect(second).toMatchObject({ has_more: false, next_cursor: null, data: [{ seed: 1 }] });
  expect(await codeOf(fleet.application.listScenarios(acme, { limit: 2, cursor }))).toMatch(
    /^cursor_invalid/,
  );
  const narrowed = { limit: 2, cursor, vehicleId: "van-1" };
  expect(await codeOf(fleet.application.listScenarios(globex, narrowed))).toMatch(/^cursor_invalid/);
});

test("every format can be fetched, and its digest is told where it was asked for", async () => {
  const feed = await make({ vehicle_id: "van-1", duration_s: 2, seed: 5, exports: ["csv", "opendrive/1.7"] });
  expect(validate("ScenarioFeed", feed)).toEqual([]);
  expect(feed.exports.map(({ format }) => format)).toEqual(["csv", "opendrive/1.7"]);
  expect(feed.parameters.drift_samples.url).toBe(`/v1/scenarios/${feed.scenario_id}/exports/csv`);
  expect(feed.parameters.road.sha256).toBe(feed.exports[1]?.sha256);
  for (const { format, sha256 } of feed.exports) {
    const { bytes } = await fleet.application.exportScenario(acme, { scenarioId: feed.scenario_id, format });
    expect(hash("sha256", bytes)).toBe(sha256);
  }
  const mcap = await fleet.application.exportScenario(acme, {
    scenarioId: feed.scenario_id,
    format: "mcap",
  });
  expect(mcap.fileName).toBe(`${feed.scenario_id}.mcap`);
  // Asked for with other formats it is the same scenario.
  const plain = await make({ vehicle_id: "van-1", duration_s: 2, seed: 5 });
  expect(plain.scenario_id).toBe(feed.scenario_id);
  expect(plain.exports).toEqual([]);
});

test("an unknown format is refused by name, and a foreign scenario before it", async () => {
  const { scenario_id: scenarioId } = await make({ vehicle_id: "van-1" });
  const ask = { scenarioId, format: "autocad/1" };
  expect(await codeOf(fleet.application.exportScenario(acme, ask))).toMatch(
    /^export_format_unknown.*openscenario-xml\/1\.3/,
  );
  expect(await codeOf(fleet.application.exportScenario(globex, { ...ask, format: "csv" }))).toMatch(
    /^scenario_not_found/,
  );
});

test("the formats of the contract are those that are written", () => {
  expect(exportFormatValues).toEqual(exportFormatNames);
  const types = Object.values(exportFormats).map(({ mediaType }) => mediaType.split(";")[0]);
  expect(new Set(types)).toEqual(new Set(exportMediaTypes));
});

test("what was made of evidence goes when the evidence is erased", async () => {
  const [evidence] = (await fleet.application.listEvidence(acme, page)).data;
  const eventId = evidence?.event_id ?? "none";
  const ofEvidence = await make({ evidence_id: eventId });
  const ofVehicle = await make({ vehicle_id: "van-1" });
  const erasure = { basis: "a court's decision", decision_sha256: "0".repeat(64) };
  await fleet.application.eraseEvidence(acme, eventId, erasure, ask);
  const left = await idsOf();
  expect(left).not.toContain(ofEvidence.scenario_id);
  expect(left).toContain(ofVehicle.scenario_id);
});
