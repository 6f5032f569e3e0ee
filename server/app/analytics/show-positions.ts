import type { FleetPositions } from "../../../core/contract/types.ts";
import { tiers } from "../../../core/scoring/model/tier.ts";
import type { Caller } from "../application.ts";
import { isSilent } from "../fleet/silence.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import type { FleetQuestion } from "./fleet-question.ts";
import { selectVehicles } from "./select-vehicles.ts";

/** Where the vehicles are that the caller may see. */
export async function showPositions(
  caller: Caller,
  question: FleetQuestion,
  needs: Pick<ReadingNeeds, "analytics" | "nowUs" | "silentAfterS">,
): Promise<FleetPositions> {
  const selection = selectVehicles(caller, question, needs);
  const { silentBeforeUs } = selection.filter;
  const found = await needs.analytics.listPositions(selection);
  return {
    vehicles: found.vehicles,
    tiers: [...tiers],
    columns: {
      vehicle_id: [...found.vehicleId],
      latitude: [...found.latitude],
      longitude: [...found.longitude],
      tier: found.tier.map((tier) => tiers.indexOf(tier)),
      silent: found.lastReceivedUs.map((lastReceivedUs) =>
        isSilent({ lastReceivedUs }, silentBeforeUs) ? 1 : 0,
      ),
      last_received_s: found.lastReceivedUs.map((us) => Math.floor(us / 1_000_000)),
    },
  };
}
