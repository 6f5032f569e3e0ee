import { radarFrame, startUs } from "./storage/frames-for-tests.ts";
import type { VehicleSummary } from "./app/ports/vehicle-summary.ts";
import { summaryBeforeFirst } from "./app/journal/summary-after.ts";

/** A vehicle before its first verdict, with what a test says of it. */
export function vehicleForTests(given: Partial<VehicleSummary> = {}): VehicleSummary {
  const first = { frame: radarFrame("van-1", 0), receivedAtUs: startUs };
  return {
    ...summaryBeforeFirst({ vehicleKey: 1, organisation: "acme", vehicleId: "van-1" }, first),
    ...given,
  };
}
