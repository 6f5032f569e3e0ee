import { expect, test } from "vitest";

import { callerForTests } from "../../ledger-for-tests.ts";
import { startUs } from "../../storage/frames-for-tests.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import type { FleetReader } from "../ports/reading/fleet-reader.ts";
import { listVehicles } from "./list-vehicles.ts";

type Ask = Parameters<FleetReader["listVehicles"]>[0];

/** A fleet of these vehicles, in the order of their names, and what is asked of it. */
function fleetOf(...names: readonly string[]) {
  const asked: Ask[] = [];
  const clock = { nowUs: startUs };
  const needs = {
    fleet: {
      countFleet: () => Promise.reject(new Error("nothing is counted")),
      async listVehicles(ask: Ask) {
        asked.push(ask);
        const after = ask.after?.vehicleId ?? "";
        const rest = names.filter((name) => name > after).slice(0, ask.limit);
        return rest.map((vehicleId) => vehicleForTests({ vehicleId }));
      },
    },
    nowUs: () => clock.nowUs,
    silentAfterS: 60,
    cursorSecret: new Uint8Array(32).fill(1),
  };
  return { asked, clock, needs };
}

const first = { limit: 2, sort: "vehicle_id" };

test("a page goes on where the one before ended, and the last has no cursor", async () => {
  const { needs } = fleetOf("a", "b", "c");
  const page = await listVehicles(callerForTests, first, needs);
  expect([page.data.map((one) => one.vehicle_id), page.has_more]).toEqual([["a", "b"], true]);
  const next = await listVehicles(callerForTests, { ...first, cursor: page.next_cursor ?? "" }, needs);
  expect([next.data.map((one) => one.vehicle_id), next.has_more, next.next_cursor]).toEqual([
    ["c"],
    false,
    null,
  ]);
});

test("a turned page judges silence as the first one did", async () => {
  const { needs, asked, clock } = fleetOf("a", "b", "c");
  const { next_cursor: cursor } = await listVehicles(callerForTests, first, needs);
  clock.nowUs += 3_600_000_000;
  await listVehicles(callerForTests, { ...first, cursor: cursor ?? "" }, needs);
  expect(asked.map(({ filter }) => filter.silentBeforeUs)).toEqual([
    startUs - 60_000_000,
    startUs - 60_000_000,
  ]);
});

test("a cursor turns the pages of its own list only", async () => {
  const { needs } = fleetOf("a", "b", "c");
  const { next_cursor: cursor } = await listVehicles(callerForTests, first, needs);
  for (const other of [{ sort: "urgency" }, { tiers: ["NOMINAL"] }, { regions: ["north"] }]) {
    const turned = listVehicles(callerForTests, { ...first, ...other, cursor: cursor ?? "" }, needs);
    await expect(turned).rejects.toMatchObject({ code: "cursor_invalid" });
  }
});

test("an empty fleet is a page without vehicles, most urgent first where no order is named", async () => {
  const { needs, asked } = fleetOf();
  expect(await listVehicles(callerForTests, { limit: 5 }, needs)).toEqual({
    data: [],
    has_more: false,
    next_cursor: null,
  });
  expect(asked).toMatchObject([{ order: "urgency", tiers: null, limit: 6 }]);
});
