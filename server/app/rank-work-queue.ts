import { formatTime } from "../../core/contract/parse-time.ts";
import type { WorkQueue, WorkQueueItem } from "../../core/contract/types.ts";
import type { ScoringSettings } from "../../core/scoring/settings.ts";
import { tiers, type Tier } from "../../core/scoring/tier.ts";
import type { Caller } from "./application.ts";
import { explainWork } from "./explain-work.ts";
import type { VehicleSummary } from "./ports.ts";
import { presentMeasurements } from "./present-vehicle.ts";
import type { ReadingNeeds } from "./reading-needs.ts";
import { sightOf } from "./sight.ts";
import { silentBefore, tierToday, tierTodaySinceUs } from "./silence.ts";

/** What to do next with which vehicle, and why: everything that has an action, worst tier and lowest health first. */
export async function rankWorkQueue(
  caller: Caller,
  question: { readonly fleets?: readonly string[]; readonly limit: number },
  needs: Pick<ReadingNeeds, "fleet" | "nowUs" | "silentAfterS" | "settings">,
): Promise<WorkQueue> {
  const nowUs = needs.nowUs();
  const silentBeforeUs = silentBefore(nowUs, needs.silentAfterS);
  const vehicles = await needs.fleet.listVehicles({
    filter: { sight: sightOf(caller, question.fleets), regions: null, silentBeforeUs },
    tiers: null,
    actionable: true,
    order: "urgency",
    after: null,
    limit: question.limit,
  });

  const data = vehicles.map((vehicle, index) => ({
    rank: index + 1,
    ...presentItem(vehicle, silentBeforeUs, needs.settings),
  }));

  return { data, as_of: formatTime(nowUs) };
}

function presentItem(
  vehicle: VehicleSummary,
  silentBeforeUs: number,
  settings: ScoringSettings,
): Omit<WorkQueueItem, "rank"> {
  const tier = tierToday(vehicle, silentBeforeUs);
  return {
    vehicle_id: vehicle.vehicleId,
    fleet_id: vehicle.fleetId,
    region: vehicle.region,
    tier,
    recommended_action: vehicle.recommendedAction,
    probable_fault_source: vehicle.probableFaultSource,
    why: explainWork(vehicle, settings.limits),
    since: formatTime(tierTodaySinceUs(vehicle, silentBeforeUs)),
    evidence_id: vehicle.openBreach?.evidenceId ?? null,
    priority: priorityOf(tier, vehicle),
  };
}

/** Thousands for the tier, and within it what the worst channel has lost of its health: the order of the queue as a number. */
function priorityOf(tier: Tier, vehicle: VehicleSummary): number {
  return 1000 * tiers.indexOf(tier) + 100 - presentMeasurements(vehicle).health_score;
}
