import type { Sensor } from "../../../core/scenario/drift/sensor-effects.ts";
import type { Caller } from "../application.ts";
import { silentBefore } from "../fleet/silence.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { scopeOf } from "../visibility-scope.ts";

/** Vehicles looked at: the most urgent of the fleet. */
const vehiclesRead = 1_000;

/**
 * By how much this sensor is out in every vehicle of the fleet that it is out in: degrees of a camera, metres of the
 * others. The most urgent thousand of them.
 */
export async function fleetSizes(
  caller: Caller,
  { fleetId, sensor }: { readonly fleetId: string; readonly sensor: Sensor },
  needs: Pick<ReadingNeeds, "fleet" | "nowUs" | "silentAfterS">,
): Promise<readonly number[]> {
  const vehicles = await needs.fleet.listVehicles({
    filter: {
      scope: { ...scopeOf(caller), fleets: [fleetId] },
      regions: null,
      silentBeforeUs: silentBefore(needs.nowUs(), needs.silentAfterS),
    },
    tiers: ["CAUTION", "CRITICAL"],
    actionable: false,
    order: "urgency",
    after: null,
    limit: vehiclesRead,
  });
  return vehicles
    .filter(({ probableFaultSource: source }) => source === sensor || source === "multi_modal")
    .flatMap((vehicle) => sizeOf(vehicle, sensor) ?? []);
}

function sizeOf(
  { cameraDriftDeg, radarDriftMm, lidarDriftM }: VehicleSummary,
  sensor: Sensor,
): number | null {
  switch (sensor) {
    case "camera":
      return cameraDriftDeg;
    case "radar":
      return radarDriftMm === null ? null : radarDriftMm / 1000;
    case "lidar":
      return lidarDriftM;
  }
}
