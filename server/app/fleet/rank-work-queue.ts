import { formatTime } from "../../../core/encoding/instant.ts";
import type { WorkQueue, WorkQueueItem } from "../../../core/contract/types.ts";
import { changeEValue, discoveryThreshold } from "../../../core/scoring/verdict/false-discoveries.ts";
import type { ScoringSettings } from "../../../core/scoring/model/settings.ts";
import { tiers, type Tier } from "../../../core/scoring/model/tier.ts";
import type { Caller, QueueQuestion } from "../application.ts";
import { withAnswers } from "../in-order.ts";
import { explainWork } from "./explain-work.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import type { StoredWork } from "../ports/work.ts";
import type { WorkFilter } from "../ports/reading/work-reader.ts";
import { presentEarlierScoring, presentMeasurements } from "../present/present-vehicle.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { scopeOf, type VisibilityScope } from "../visibility-scope.ts";
import { queueHeld, type HeldReason } from "../work/queue-held.ts";
import { presentQueuedWork } from "../work/present-work.ts";
import { untouched, workStateOf } from "../work/work-standing.ts";
import { silentBefore, tierToday, tierTodaySinceUs } from "./silence.ts";

type QueueNeeds = Pick<ReadingNeeds, "fleet" | "work" | "nowUs" | "silentAfterS" | "settings">;

/**
 * What to do next with which vehicle, and why: everything that has an action and is not snoozed, worst tier and lowest
 * health first; and what people or the check of a repair keep in the queue.
 */
export async function rankWorkQueue(
  caller: Caller,
  question: QueueQuestion,
  needs: QueueNeeds,
): Promise<WorkQueue> {
  const nowUs = needs.nowUs();
  const { limit } = question;
  const silentBeforeUs = silentBefore(nowUs, needs.silentAfterS);
  const scope = scopeOf(caller, question.fleets);
  const filter = { scope, regions: null, silentBeforeUs };
  const listed = { filter, tiers: null, actionable: true, order: "urgency", after: null } as const;
  const work: WorkFilter = { states: question.states ?? null, assignee: question.assignee ?? null, nowUs };
  const [weighed, queued, held, count, snoozedCount] = await Promise.all([
    needs.fleet.listVehicles({ ...listed, limit: Math.max(limit, vehiclesWeighed) }),
    needs.fleet.listVehicles({ ...listed, work, limit }),
    listHeld(scope, work, needs),
    needs.fleet.countFleet({ filter, groupBy: null, framesSinceUs: nowUs }),
    needs.work.countSnoozed({ scope, nowUs }),
  ]);
  const leastDiscovery = discoveryThreshold(weighed.map(eValueOf), count.all.vehicles, falseDiscoveryRate);
  const stored = await needs.work.findWork(queued.map(({ vehicleKey }) => vehicleKey));

  const items = [
    ...withAnswers(queued, stored).map(([vehicle, done]) => ({
      vehicle,
      stored: done ?? untouched,
      held: null,
    })),
    ...held,
  ].map((one) => presentItem(one, { silentBeforeUs, nowUs, settings: needs.settings, leastDiscovery }));
  items.sort((one, other) => other.priority - one.priority);

  return {
    data: items.slice(0, limit).map((item, index) => ({ rank: index + 1, ...item })),
    snoozed_count: snoozedCount,
    false_discovery_rate: falseDiscoveryRate,
    as_of: formatTime(nowUs),
  };
}

/** Of the vehicles called discoveries, the share that may be in order. */
const falseDiscoveryRate = 0.1;
/** So many of the most urgent are weighed against each other, however few are asked for. */
const vehiclesWeighed = 500;
/** Vehicles that are in the queue without an action of their own; more than these are not looked at. */
const heldShown = 1_000;

interface Queued {
  readonly vehicle: VehicleSummary;
  readonly stored: StoredWork;
  /** Why it is listed though it asks for nothing; null where it does. */
  readonly held: HeldReason | null;
}

async function listHeld(
  scope: VisibilityScope,
  filter: WorkFilter,
  { work }: Pick<QueueNeeds, "work">,
): Promise<readonly Queued[]> {
  const { states, assignee, nowUs } = filter;
  const pendingRepairs = states?.includes("repaired") ?? false;
  const vehicles = await work.listHeld({ scope, pendingRepairs, limit: heldShown });
  const found = await work.findWork(vehicles.map(({ vehicleKey }) => vehicleKey));
  return withAnswers(vehicles, found).flatMap(([vehicle, done]) => {
    const stored = done ?? untouched;
    const state = workStateOf(stored, vehicle, nowUs);
    const isAsked = states === null ? state !== "snoozed" : states.includes(state);
    if (!isAsked || (assignee !== null && stored.work.assignee !== assignee)) return [];
    return [{ vehicle, stored, held: queueHeld(stored.work) }];
  });
}

function eValueOf({ cusumStatistic, frames }: VehicleSummary): number {
  return changeEValue(cusumStatistic, frames);
}

interface QueueMoment {
  readonly silentBeforeUs: number;
  readonly nowUs: number;
  readonly settings: ScoringSettings;
  readonly leastDiscovery: number;
}

function presentItem(
  { vehicle, stored, held }: Queued,
  { silentBeforeUs, nowUs, settings, leastDiscovery }: QueueMoment,
): Omit<WorkQueueItem, "rank"> {
  const eValue = eValueOf(vehicle);
  const { action, source, why, sinceUs, priority } = held ?? ownReason(vehicle, silentBeforeUs, settings);
  return {
    vehicle_id: vehicle.vehicleId,
    fleet_id: vehicle.fleetId,
    region: vehicle.region,
    tier: tierToday(vehicle, silentBeforeUs),
    decided_by: vehicle.reason,
    recommended_action: action,
    probable_fault_source: source,
    why,
    since: formatTime(sinceUs),
    evidence_id: vehicle.openBreach?.evidenceId ?? null,
    e_value: eValue,
    discovery: eValue >= leastDiscovery,
    priority,
    work: presentQueuedWork(stored, vehicle, nowUs),
    ...presentEarlierScoring(vehicle),
  };
}

/** Why a vehicle is in the queue by its own verdict. */
function ownReason(vehicle: VehicleSummary, silentBeforeUs: number, { limits }: ScoringSettings): HeldReason {
  return {
    why: explainWork(vehicle, limits),
    sinceUs: noisySinceUs(vehicle) ?? tierTodaySinceUs(vehicle, silentBeforeUs),
    action: vehicle.recommendedAction,
    source: vehicle.probableFaultSource,
    priority: priorityOf(tierToday(vehicle, silentBeforeUs), vehicle),
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
