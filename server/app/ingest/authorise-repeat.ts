import { Refusal } from "../../../core/contract/refusal.ts";
import type { Caller, ForeignVehicleCode } from "../application.ts";
import type { VehicleReader } from "../ports/reading/vehicle-reader.ts";
import { noSuchVehicle } from "../fleet/show-vehicle.ts";

/** Vehicles looked up at once. */
const vehiclesAtOnce = 500;

interface Needs {
  readonly vehicles: Pick<VehicleReader, "openVehicle">;
}

/**
 * The answer to a repeat passes what the request would pass now: a vehicle that has moved to a fleet its caller may not
 * see is not spoken of any more, even though the first request was rightly answered.
 */
export async function authoriseRepeat(
  caller: Caller,
  { vehicleIds, foreign }: { readonly vehicleIds: readonly string[]; readonly foreign: ForeignVehicleCode },
  needs: Needs,
): Promise<void> {
  const [hidden] = await hiddenVehicles(caller, vehicleIds, needs);
  if (hidden === undefined) return;
  const detail = `This key is limited to other fleets than that of vehicle ${hidden}.`;
  throw new Refusal(foreign, foreign === "vehicle_not_found" ? noSuchVehicle : detail);
}

/** Those of these vehicles that are in fleets the caller may not see. */
export async function hiddenVehicles(
  { organisation, fleets }: Caller,
  vehicleIds: readonly string[],
  { vehicles }: Needs,
): Promise<ReadonlySet<string>> {
  const hidden = new Set<string>();
  if (fleets === null) return hidden;
  const scope = { organisation, fleets: null };
  const distinct = [...new Set(vehicleIds)];
  for (let from = 0; from < distinct.length; from += vehiclesAtOnce) {
    const asked = distinct.slice(from, from + vehiclesAtOnce);
    const found = await Promise.all(asked.map((vehicleId) => vehicles.openVehicle({ scope, vehicleId })));
    for (const vehicle of found) {
      if (vehicle !== null && !fleets.includes(vehicle.fleetId)) hidden.add(vehicle.vehicleId);
    }
  }
  return hidden;
}
