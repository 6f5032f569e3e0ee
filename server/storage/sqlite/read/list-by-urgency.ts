import type { Tier } from "../../../../core/scoring/model/tier.ts";
import type { FleetReader } from "../../../app/ports/reading/fleet-reader.ts";
import type { VehicleSummary } from "../../../app/ports/vehicle-summary.ts";
import { workFilterSql } from "../work/work-state-sql.ts";
import { summaryOfRow, vehicleRowColumns, type VehicleRow } from "../vehicle-rows.ts";
import { countReceivedAfter } from "./count-fleet.ts";
import { attributeSql } from "./analytics/attribute-filter.ts";
import { searchSql } from "./analytics/search-sql.ts";
import { filterSql } from "./fleet-filter.ts";
import type { ReadingDatabase } from "./reading-database.ts";
import { minuteOf } from "./tally-blocks.ts";

type ListQuery = Parameters<FleetReader["listVehicles"]>[0];

export const rankOf: Readonly<Record<Tier, number>> = { CRITICAL: 0, CAUTION: 1, NOMINAL: 2, UNKNOWN: 3 };
const mostUrgentFirst = ["CRITICAL", "CAUTION", "NOMINAL", "UNKNOWN"] as const;

/** Vehicles stored under one tier; silence makes UNKNOWN of NOMINAL, and of no other tier. */
interface Part {
  readonly tier: Tier;
  readonly received: "since" | "before" | "whenever";
}

/** What a vehicle of that tier today may be stored as. */
const storedAs: Readonly<Record<Tier, readonly Part[]>> = {
  CRITICAL: [{ tier: "CRITICAL", received: "whenever" }],
  CAUTION: [{ tier: "CAUTION", received: "whenever" }],
  NOMINAL: [{ tier: "NOMINAL", received: "since" }],
  UNKNOWN: [
    { tier: "UNKNOWN", received: "whenever" },
    { tier: "NOMINAL", received: "before" },
  ],
};

/** Tier after tier, the lowest health first, until there are enough. */
export function listByUrgency(database: ReadingDatabase, ask: ListQuery): readonly VehicleSummary[] {
  const found: VehicleSummary[] = [];
  for (const tier of mostUrgentFirst) {
    const limit = ask.limit - found.length;
    if (limit > 0 && !isLeftOut(tier, ask)) found.push(...listTier(database, { ...ask, limit }, tier));
  }
  return found;
}

function isLeftOut(tier: Tier, { after, tiers }: ListQuery): boolean {
  return (after !== null && rankOf[after.tier] > rankOf[tier]) || (tiers !== null && !tiers.includes(tier));
}

function listTier(database: ReadingDatabase, ask: ListQuery, tier: Tier): readonly VehicleSummary[] {
  const { after, limit, filter } = ask;
  const isBegun = after !== null && after.tier === tier;
  const values = {
    ...filterSql(filter).values,
    ...attributeSql(ask.attributes ?? []).values,
    ...searchSql(ask.search).values,
    silentBeforeUs: filter.silentBeforeUs,
    minute: minuteOf(filter.silentBeforeUs),
    health: after?.healthScore ?? null,
    vehicleId: after?.vehicleId ?? null,
    ...workFilterSql(ask.work).values,
    limit,
  };
  const rows = storedAs[tier].flatMap((part) => {
    const source = sourceOf(database, ask, part);
    if (source === null) return [];
    return database
      .query<VehicleRow>(`SELECT ${vehicleRowColumns} FROM ${source} AND ${conditionOf(part, ask)}
         ${isBegun ? `AND (${healthScore}, vehicle_id) > (:health, :vehicleId)` : ""}
       ORDER BY ${healthScore}, vehicle_id LIMIT :limit`)
      .all({ ...values, tier: part.tier });
  });
  return rows.map(summaryOfRow).sort(byHealth).slice(0, limit);
}

const healthScore = "ifnull(health_score, 100)";

function conditionOf(
  { received }: Part,
  { filter, actionable, work, search, attributes = [] }: ListQuery,
): string {
  const silence = {
    since: "last_received_us >= :silentBeforeUs",
    before: "last_received_us < :silentBeforeUs",
    whenever: "TRUE",
  };
  const conditions = [
    silence[received],
    filterSql(filter).condition("vehicle"),
    attributeSql(attributes).condition,
    workFilterSql(work).condition,
    searchSql(search).condition,
  ];
  return [...conditions, ...(actionable ? ["recommended_action <> 'none'"] : [])].join(" AND ");
}

function byHealth(left: VehicleSummary, right: VehicleSummary): number {
  const difference = (left.healthScore ?? 100) - (right.healthScore ?? 100);
  return difference === 0 ? (left.vehicleId < right.vehicleId ? -1 : 1) : difference;
}

/** Ways to a part's vehicles, each with a condition that everything after it is added to. */
const sources = {
  action: `vehicle INDEXED BY vehicle_with_action
     WHERE vehicle.organisation = :organisation AND vehicle.tier = :tier AND recommended_action <> 'none'`,
  urgency: `vehicle INDEXED BY vehicle_by_urgency
     WHERE vehicle.organisation = :organisation AND vehicle.tier = :tier`,
  place: `vehicle INDEXED BY vehicle_by_place
     WHERE vehicle.organisation = :organisation AND vehicle.tier = :tier AND vehicle.fleet_id IN (
       SELECT fleet_id FROM vehicle_tally WHERE organisation = :organisation AND tier = :tier)`,
  receivedSince: `vehicle_received CROSS JOIN vehicle USING (vehicle_key)
     WHERE vehicle_received.organisation = :organisation AND minute >= :minute AND vehicle.tier = :tier`,
  receivedBefore: `vehicle_received CROSS JOIN vehicle USING (vehicle_key)
     WHERE vehicle_received.organisation = :organisation AND minute <= :minute AND vehicle.tier = :tier`,
} as const;

/**
 * The way that looks at the fewest rows, as far as the tallies can tell; null where there is no such vehicle. In the order of
 * health few are looked at if many belong to the part; if few do, each of them is found by its place or by when its newest frame was received.
 */
function sourceOf(database: ReadingDatabase, ask: ListQuery, part: Part): string | null {
  if (ask.actionable) return sources.action;
  const { isNarrow } = filterSql(ask.filter);
  if (!isNarrow && part.received === "whenever") return sources.urgency;
  const stored = countStored(database, ask, part.tier);
  if (stored.inFilter === 0) return null;
  const bySilence = part.received === "whenever" ? null : countBySilence(database, ask, part.received);
  const share = (stored.inFilter / stored.all) * (bySilence?.share ?? 1);
  const ways = [
    { source: sources.urgency, rows: Math.min(ask.limit / share, stored.all) },
    ...(isNarrow ? [{ source: sources.place, rows: stored.inFilter }] : []),
    ...(bySilence === null ? [] : [bySilence]),
  ];
  return ways.reduce((best, way) => (way.rows < best.rows ? way : best)).source;
}

interface StoredCount {
  readonly all: number;
  readonly inFilter: number;
}

function countStored(database: ReadingDatabase, { filter }: ListQuery, tier: Tier): StoredCount {
  const { condition, values } = filterSql(filter);
  const row = database
    .query<StoredCount>(`SELECT ifnull(sum(vehicles), 0) AS "all",
       ifnull(sum(vehicles) FILTER (WHERE ${condition()}), 0) AS inFilter
     FROM vehicle_tally WHERE organisation = :organisation AND tier = :tier`)
    .get({ ...values, tier });
  return row ?? { all: 0, inFilter: 0 };
}

/** Of an organisation's vehicles, of how many the newest frame was received since silence begins, or before, by whole minutes. */
function countBySilence(
  database: ReadingDatabase,
  { filter }: ListQuery,
  received: "since" | "before",
): { readonly share: number; readonly rows: number; readonly source: string } {
  const { organisation } = filter.scope;
  const everybody = filterSql({ scope: { organisation, fleets: null }, regions: null });
  const [later] = countReceivedAfter(database, everybody, {
    minute: minuteOf(filter.silentBeforeUs),
    groupBy: null,
  });
  const { vehicles: all } = database
    .query<{ vehicles: number }>(
      "SELECT sum(vehicles) AS vehicles FROM vehicle_tally WHERE organisation = :organisation",
    )
    .get({ organisation })!;
  const since = later?.vehicles ?? 0;
  return received === "since"
    ? { share: since / all, rows: since, source: sources.receivedSince }
    : { share: 1 - since / all, rows: all - since, source: sources.receivedBefore };
}
