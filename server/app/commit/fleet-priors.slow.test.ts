import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { presentScoring } from "../../../core/scorers/present-scoring.ts";
import { validate } from "../../../core/contract/requests/validate.ts";
import { textOf } from "../../../core/encoding/bytes.ts";
import { rescorer } from "../../../core/evidence/rescore/rescore.ts";
import { verifyBundle } from "../../../core/evidence/verify/verify-bundle.ts";
import { examineDataFolder } from "../../administration/examine-data-folder.ts";
import { callerOf, openFleetForTests, streamForTests, type FleetForTests } from "../../fleet-for-tests.ts";
import { exportedTrust } from "../../log-for-tests.ts";

const acme = callerOf("acme");
const globex = callerOf("globex");

let fleet: FleetForTests;

/** Ten vehicles of one fleet, settled also where four frames make a block, and after them four that are new: one of it that breaks, and three of other fleets. */
beforeAll(async () => {
  fleet = await openFleetForTests();
  for (let vehicle = 0; vehicle < 10; vehicle += 1) {
    await fleet.send(acme, streamForTests({ vehicleId: `old-${vehicle}`, frames: 220, fleetId: "vans" }));
  }
  await fleet.send(acme, [
    ...streamForTests({
      vehicleId: "broken",
      frames: 120,
      fleetId: "vans",
      radarFaultM: (at) => (at < 70 ? 0 : 0.6),
    }),
    ...streamForTests({ vehicleId: "truck", frames: 30, fleetId: "trucks" }),
    ...streamForTests({ vehicleId: "stray", frames: 30 }),
  ]);
  await fleet.send(globex, streamForTests({ vehicleId: "namesake", frames: 30, fleetId: "vans" }));
});
afterAll(() => fleet.close());

const baselineOf = async (caller: typeof acme, vehicleId: string) =>
  (await fleet.application.showVehicle(caller, vehicleId)).baseline;

test("the eleventh vehicle of a fleet starts from the noise ten have estimated, and says so", async () => {
  const vehicle = await fleet.application.showVehicle(acme, "broken");
  expect(validate("VehicleDetail", vehicle)).toEqual([]);
  expect(vehicle.frames).toBe(120);
  const radar = vehicle.baseline.fleet_prior!.sensors.find(({ sensor }) => sensor === "radar")!;
  expect(radar).toMatchObject({ unit: "m", vehicles: 10 });
  // The streams' noise is 3 cm, the settings' prior 6 cm.
  expect(radar.scale).toBeGreaterThan(0.02);
  expect(radar.scale).toBeLessThan(0.04);
  expect((await baselineOf(acme, "old-9")).fleet_prior).toBeUndefined();
});

test("neither another fleet nor another organisation's of the same name learns from it", async () => {
  expect((await baselineOf(acme, "truck")).fleet_prior).toBeUndefined();
  expect((await baselineOf(acme, "stray")).fleet_prior).toBeUndefined();
  expect((await baselineOf(globex, "namesake")).fleet_prior).toBeUndefined();
});

test("evidence of such a vehicle begins with what it started from, and is recomputed exactly", async () => {
  const { data } = await fleet.application.listEvidence(acme, { limit: 10 });
  expect(data.map((one) => one.vehicle_id)).toEqual(["broken"]);
  const { bundle, frames } = await fleet.application.readEvidence(acme, data[0]!.event_id);

  const specification = new TextEncoder().encode("the scoring method");
  const specificationSha256 = createHash("sha256").update(specification).digest("hex");
  const belief = exportedTrust(fleet.dataDir);
  const verify = (bytes: Uint8Array) =>
    verifyBundle({ bundle, frames: bytes, ...belief }, primitives, {
      rescore: rescorer({ ...presentScoring, specificationSha256 }),
    });
  expect(verify(frames)).toMatchObject({ verdict: "valid" });
  expect(textOf(frames)!.slice(0, 200)).toMatch(/^\{"at_us":\d+,"kind":"prior"/);
  const forged = textOf(frames)!.replace(/"vehicles":10/, '"vehicles":11');
  expect(verify(new TextEncoder().encode(forged))).toMatchObject({ verdict: "invalid", code: "E_FRAMES" });
});

test("a what-if under the present settings leads to what is stored", async () => {
  const answer = await fleet.application.rescoreFleet(acme, { settings: {}, vehicle_ids: ["broken"] });
  expect(answer).toMatchObject({ frames: 120, differing: 0, breaches_present: 1, breaches_proposed: 1 });
  const { tier, tier_history: history } = await fleet.application.showVehicle(acme, "broken");
  expect(answer.vehicles[0]!.present).toMatchObject({ tier, tier_changes: history.length });
});

test("the doctor folds every journal again and finds all as it is stored", async () => {
  const { states } = await examineDataFolder({ env: {}, dataDir: fleet.dataDir, rebuild: true });
  expect(states).toMatchObject({ vehicles: 14, entries: 2411, scoresCompared: 2410, differences: [] });
});
