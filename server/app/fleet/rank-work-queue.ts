import { formatTime } from "../../../core/encoding/instant.ts";
import type { WorkQueue, WorkQueueItem } from "../../../core/contract/types.ts";
import { changeEValue, discoveryThreshold } from "../../../core/scoring/verdict/false-discoveries.ts";
import type { ScoringSettings } from "../../../core/scoring/model/settings.ts";
import { tiers, type Tier } from "../../../core/scoring/model/tier.ts";
import type { Caller } from "../application.ts";
import { explainWork } from "./explain-work.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import { presentMeasurements } from "../present/present-vehicle.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { scopeOf } from "../visibility-scope.ts";
import { silentBefore, tierToday, tierTodaySinceUs } from "./silence.ts";

/** What to do next with which vehicle, and why: everything that has an action, worst tier and lowest health first. */
export async function rankWorkQueue(
  caller: Caller,
  question: { readonly fleets?: readonly string[]; readonly limit: number },
  needs: Pick<ReadingNeeds, "fleet" | "nowUs" | "silentAfterS" | "settings">,
): Promise<WorkQueue> {
  const nowUs = needs.nowUs();
  const silentBeforeUs = silentBefore(nowUs, needs.silentAfterS);
  const filter = { scope: scopeOf(caller, question.fleets), regions: null, silentBeforeUs };
  const [vehicles, count] = await Promise.all([
    needs.fleet.listVehicles({
      filter,
      tiers: null,
      actionable: true,
      order: "urgency",
      after: null,
      limit: Math.max(question.limit, vehiclesWeighed),
    }),
    needs.fleet.countFleet({ filter, groupBy: null, framesSinceUs: nowUs }),
  ]);
  const leastDiscovery = discoveryThreshold(vehicles.map(eValueOf), count.all.vehicles, falseDiscoveryRate);

  const data = vehicles.slice(0, question.limit).map((vehicle, index) => ({
    rank: index + 1,
    ...presentItem(vehicle, silentBeforeUs, needs.settings),
    e_value: eValueOf(vehicle),
    discovery: eValueOf(vehicle) >= leastDiscovery,
  }));

  return { data, false_discovery_rate: falseDiscoveryRate, as_of: formatTime(nowUs) };
}

/** Of the vehicles called discoveries, the share that may be in order. */
const falseDiscoveryRate = 0.1;
/** So many of the most urgent are weighed against each other, however few are asked for. */
const vehiclesWeighed = 500;

function eValueOf({ cusumStatistic, frames }: VehicleSummary): number {
  return changeEValue(cusumStatistic, frames);
}

function presentItem(
  vehicle: VehicleSummary,
  silentBeforeUs: number,
  settings: ScoringSettings,
): Omit<WorkQueueItem, "rank" | "e_value" | "discovery"> {
  const tier = tierToday(vehicle, silentBeforeUs);
  return {
    vehicle_id: vehicle.vehicleId,
    fleet_id: vehicle.fleetId,
    region: vehicle.region,
    tier,
    decided_by: vehicle.reason,
    recommended_action: vehicle.recommendedAction,
    probable_fault_source: vehicle.probableFaultSource,
    why: explainWork(vehicle, settings.limits),
    since: formatTime(noisySinceUs(vehicle) ?? tierTodaySinceUs(vehicle, silentBeforeUs)),
    evidence_id: vehicle.openBreach?.evidenceId ?? null,
    priority: priorityOf(tier, vehicle),
  };
}

/** Noise moves no tier: a vehicle that is listed for it is so since its noise grew. */
function noisySinceUs({ reason, noise }: VehicleSummary): number | null {
  return reason === "noise_inflation" && noise.length > 0
    ? Math.min(...noise.map(({ sinceUs }) => sinceUs))
    : null;
}

/** Thousands for the tier, and within it what the worst channel has lost of its health: the order of the queue as a number. */
function priorityOf(tier: Tier, vehicle: VehicleSummary): number {
  return 1000 * tiers.indexOf(tier) + 100 - presentMeasurements(vehicle).health_score;
}
