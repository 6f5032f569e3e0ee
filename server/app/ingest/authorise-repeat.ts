import { Refusal } from "../../../core/contract/refusal.ts";
import type { Caller, ForeignVehicleCode } from "../application.ts";
import type { VehicleReader } from "../ports/reading/vehicle-reader.ts";
import { noSuchVehicle } from "../fleet/show-vehicle.ts";

/** Vehicles looked up at once. */
const vehiclesAtOnce = 500;

/**
 * The answer to a repeat passes what the request would pass now: a vehicle that has moved to a fleet its caller may not
 * see is not spoken of any more, even though the first request was rightly answered.
 */
export async function authoriseRepeat(
  caller: Caller,
  { vehicleIds, foreign }: { readonly vehicleIds: readonly string[]; readonly foreign: ForeignVehicleCode },
  { vehicles }: { readonly vehicles: Pick<VehicleReader, "openVehicle"> },
): Promise<void> {
  const { organisation, fleets } = caller;
  if (fleets === null) return;
  const scope = { organisation, fleets: null };
  const distinct = [...new Set(vehicleIds)];
  for (let from = 0; from < distinct.length; from += vehiclesAtOnce) {
    const asked = distinct.slice(from, from + vehiclesAtOnce);
    const found = await Promise.all(asked.map((vehicleId) => vehicles.openVehicle({ scope, vehicleId })));
    const hidden = found.find((vehicle) => vehicle !== null && !fleets.includes(vehicle.fleetId));
    if (hidden === null || hidden === undefined) continue;
    const detail = `This key is limited to other fleets than that of vehicle ${hidden.vehicleId}.`;
    throw new Refusal(foreign, foreign === "vehicle_not_found" ? noSuchVehicle : detail);
  }
}
