import { expect, test } from "vitest";

import { radarFrame, secondUs, startUs } from "../../storage/frames-for-tests.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import { storedVehicleOf } from "./stored-vehicle-for-tests.ts";
import { changesTier, placeAfter } from "./summary-after.ts";

const known = vehicleForTests({
  fleetId: "vans",
  region: "north",
  newestTimestampUs: startUs + 5 * secondUs,
});
const frameAt = (atS: number, metadata: Record<string, string> = {}) =>
  radarFrame("van-1", atS, { metadata });

test("a vehicle begins in the fleet its first frame names, else in the default one", () => {
  expect(placeAfter(null, frameAt(0))).toEqual({ fleetId: "default", region: null });
  const first = frameAt(0, { fleet_id: "trucks", region: "south" });
  expect(placeAfter(null, first)).toEqual({ fleetId: "trucks", region: "south" });
});

test.each([
  ["a newer frame moves it", 6, { fleet_id: "trucks" }, { fleetId: "trucks", region: "north" }],
  ["one of the same instant does", 5, { region: "south" }, { fleetId: "vans", region: "south" }],
  ["an older frame is old news", 4, { fleet_id: "trucks" }, { fleetId: "vans", region: "north" }],
  ["one that names none changes nothing", 6, {}, { fleetId: "vans", region: "north" }],
])("%s", (_, atS, metadata, place) => {
  expect(placeAfter(known, frameAt(atS, metadata))).toEqual(place);
});

test("of a sensor without a baseline, such as one the vehicle does not have, no drift is known", () => {
  const frames = (count: number) =>
    Array.from({ length: count }, (_, at) => radarFrame("van-1", at, { biasM: 0.03 * Math.sin(at * at) }));
  expect(storedVehicleOf(frames(5)).summary).toMatchObject({ cameraDriftDeg: null, radarDriftMm: null });
  const { summary } = storedVehicleOf(frames(60));
  expect(summary.cameraDriftDeg).toBeNull();
  expect(summary.radarDriftMm).toEqual(expect.any(Number));
});

test("a tier changes only with the event that says so", () => {
  expect(changesTier([])).toBe(false);
  expect(changesTier([{ kind: "breach_closed" }])).toBe(false);
  const change = {
    kind: "tier_changed",
    from: "NOMINAL",
    to: "CAUTION",
    reason: "caution_limit_exceeded",
  } as const;
  expect(changesTier([{ kind: "breach_closed" }, change])).toBe(true);
});
