import { expect, test } from "vitest";

import { callerForTests } from "../../ledger-for-tests.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import { authoriseRepeat } from "./authorise-repeat.ts";

function asking(vehicleIds: readonly string[], foreign: "fleet_not_allowed" | "vehicle_not_found") {
  const asked: string[] = [];
  const vehicles = {
    async openVehicle({ vehicleId }: { readonly vehicleId: string }) {
      asked.push(vehicleId);
      return vehicleId === "unknown" ? null : vehicleForTests({ vehicleId, fleetId: vehicleId.slice(0, 4) });
    },
  };
  const caller = { ...callerForTests, fleets: ["vans"] };
  return { asked, answer: authoriseRepeat(caller, { vehicleIds, foreign }, { vehicles }) };
}

test("vehicles of the key's fleets, and those not there any more, may be spoken of", async () => {
  const { asked, answer } = asking(["vans-1", "unknown", "vans-1"], "fleet_not_allowed");
  await answer;
  expect(asked).toEqual(["vans-1", "unknown"]);
});

test.each(["fleet_not_allowed", "vehicle_not_found"] as const)(
  "one that moved to another fleet is refused as the request would be: %s",
  async (code) => {
    const vehicleIds = [...Array.from({ length: 500 }, (_, at) => `vans-${at}`), "truck-1"];
    await expect(asking(vehicleIds, code).answer).rejects.toMatchObject({ code });
  },
);

test("a key for all fleets needs no look-up", async () => {
  const openVehicle = () => Promise.reject(new Error("nothing to look up"));
  await authoriseRepeat(
    callerForTests,
    { vehicleIds: ["any"], foreign: "fleet_not_allowed" },
    { vehicles: { openVehicle } },
  );
});
