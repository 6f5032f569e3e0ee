import type { Plumbline } from "../../../clients/typescript/plumbline.ts";
import { demoMinutes, demoPlan } from "../../../console/pages/fleet/load-demo-fleet.ts";
import { fleetFrames, generateFleet } from "../../../simulator/generate-fleet.ts";

/** The console's demo fleet, on the first of March. */
export async function sendSeededFleet(
  client: Plumbline,
  { isDescribed = true }: { readonly isDescribed?: boolean } = {},
): Promise<void> {
  const fleet = generateFleet({ ...demoPlan, startUs: Date.UTC(2026, 2, 1) * 1000, isDescribed });
  await client.telemetry.ingestBatch([...fleetFrames(fleet, 0, demoMinutes)]);
}
