import { formatTime } from "../../../core/encoding/instant.ts";
import type { WorkQueue, WorkQueueItem } from "../../../core/contract/types.ts";
import { changeEValue, discoveryThreshold } from "../../../core/scoring/verdict/false-discoveries.ts";
import type { ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import type { Caller, QueueQuestion } from "../application.ts";
import { withAnswers } from "../in-order.ts";
import { adviseOn } from "./advise.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import type { StoredWork } from "../ports/work.ts";
import type { WorkFilter } from "../ports/reading/work-reader.ts";
import { presentEarlierScoring } from "../present/present-vehicle.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { scopeOf, type VisibilityScope } from "../visibility-scope.ts";
import { presentQueuedWork } from "../work/present-work.ts";
import { untouched, workStateOf } from "../work/work-standing.ts";
import { silentBefore, tierToday } from "./silence.ts";

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

  const known = new Set(held.map(({ vehicle }) => vehicle.vehicleKey));
  const items = [
    ...withAnswers(queued, stored)
      .map(([vehicle, done]) => ({ vehicle, stored: done ?? untouched }))
      .filter(({ vehicle }) => !known.has(vehicle.vehicleKey)),
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
/** Vehicles that people or the check of a repair keep in the queue; more than these are not looked at. */
const heldShown = 1_000;

interface Queued {
  readonly vehicle: VehicleSummary;
  readonly stored: StoredWork;
}

async function listHeld(
  scope: VisibilityScope,
  filter: WorkFilter,
  { work }: Pick<QueueNeeds, "work">,
): Promise<readonly Queued[]> {
  const { states, assignee, nowUs } = filter;
  const pendingRepairs = states?.includes("repaired") ?? true;
  const vehicles = await work.listHeld({ scope, pendingRepairs, limit: heldShown });
  const found = await work.findWork(vehicles.map(({ vehicleKey }) => vehicleKey));
  return withAnswers(vehicles, found).flatMap(([vehicle, done]) => {
    const stored = done ?? untouched;
    const state = workStateOf(stored, vehicle, nowUs);
    const isAsked = states === null ? state !== "snoozed" : states.includes(state);
    if (!isAsked || (assignee !== null && stored.work.assignee !== assignee)) return [];
    return [{ vehicle, stored }];
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
  { vehicle, stored }: Queued,
  { silentBeforeUs, nowUs, settings, leastDiscovery }: QueueMoment,
): Omit<WorkQueueItem, "rank"> {
  const eValue = eValueOf(vehicle);
  const { action, toDo, source, why, sinceUs, priority } = adviseOn(vehicle, stored.work, {
    silentBeforeUs,
    settings,
  });
  return {
    vehicle_id: vehicle.vehicleId,
    fleet_id: vehicle.fleetId,
    region: vehicle.region,
    tier: tierToday(vehicle, silentBeforeUs),
    decided_by: vehicle.reason,
    recommended_action: action,
    to_do: toDo,
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
