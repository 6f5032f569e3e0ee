import type { FleetReader } from "../../../app/ports/reading/fleet-reader.ts";
import { countFleet } from "./count-fleet.ts";
import { listVehicles } from "./list-vehicles.ts";
import type { QueriesOf, ReadingDatabase } from "./reading-database.ts";

/** Counts over the tallies that triggers keep, and lists over the table `vehicle`. */
export function fleetQueries(database: ReadingDatabase): QueriesOf<FleetReader> {
  return {
    countFleet: (ask) => database.together(() => countFleet(database, ask)),
    listVehicles: (ask) => listVehicles(database, ask),
  };
}
