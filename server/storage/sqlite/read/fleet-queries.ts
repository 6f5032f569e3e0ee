import type { VehicleSummary } from "../../../app/ports/vehicle-summary.ts";
import type {
  FleetCount,
  FleetReader,
  TierCount,
  VehicleFilter,
  VehicleOrder,
  VehiclePlace,
} from "../../../app/ports/fleet-reader.ts";
import type { VisibilityScope } from "../../../app/visibility-scope.ts";
import { isListed, listValue, type QueriesOf, type ReadingDatabase } from "./reading-database.ts";
import { summaryOfRow, type VehicleRow } from "../vehicle-rows.ts";

type ListQuery = Parameters<FleetReader["listVehicles"]>[0];
type CountQuery = Parameters<FleetReader["countFleet"]>[0];

/** Counts over the tallies that triggers keep, and lists over the table `vehicle`. */
export function fleetQueries(database: ReadingDatabase): QueriesOf<FleetReader> {
  return {
    countFleet: (ask) => database.together(() => countFleet(database, ask)),
    listVehicles: (ask) => listVehicles(database, ask),
  };
}

const inScope = `organisation = :organisation AND ${isListed("fleet_id", "fleets")}`;
const inFilter = `${inScope} AND ${isListed("region", "regions")}`;
/** The rule of app/fleet/silence.ts, in SQL. */
const tierToday = `CASE WHEN tier = 'NOMINAL' AND last_received_us < :silentBeforeUs THEN 'UNKNOWN' ELSE tier END`;

function scopeValues({ organisation, fleets }: VisibilityScope) {
  return { organisation, fleets: listValue(fleets) };
}

function filterValues({ scope, regions, silentBeforeUs }: VehicleFilter) {
  return { ...scopeValues(scope), regions: listValue(regions), silentBeforeUs };
}

/** As usage-schema.sql cuts the time a vehicle was last heard into slots. */
const slotUs = 600_000_000;

/** The tally holds for whole slots. Of the slot in which silence begins, each vehicle is looked at. */
function countFleet(database: ReadingDatabase, ask: CountQuery): FleetCount {
  const values = {
    ...filterValues(ask.filter),
    slot: Math.floor(ask.filter.silentBeforeUs / slotUs),
  };
  const name = { fleet: "fleet_id", region: "nullif(region, '')" };
  const grouping = ask.groupBy === null ? "" : "GROUP BY 1 ORDER BY 1";
  const named = `SELECT ${ask.groupBy === null ? "NULL" : name[ask.groupBy]} AS name`;
  const rows = database
    .query<TallyRow>(`${named},
       ifnull(sum(vehicles), 0) AS vehicles,
       ifnull(sum(vehicles * (tier = 'CRITICAL')), 0) AS critical,
       ifnull(sum(vehicles * (tier = 'CAUTION')), 0) AS caution,
       ifnull(sum(vehicles * (tier = 'NOMINAL' AND heard_slot >= :slot)), 0) AS nominal,
       ifnull(sum(vehicles * (heard_slot < :slot)), 0) AS silent,
       ifnull(sum(open_breaches), 0) AS open_breaches
     FROM vehicle_tally WHERE ${inFilter} ${grouping}`)
    .all(values);
  const late = database
    .query<LateRow>(`${named}, count(*) AS silent, sum(tier = 'NOMINAL') AS nominal
     FROM vehicle_heard CROSS JOIN vehicle USING (vehicle_key)
     WHERE vehicle_heard.organisation = :organisation AND heard_slot = :slot
       AND last_received_us < :silentBeforeUs AND ${inFilter.replace("organisation", "vehicle.organisation")} ${grouping}`)
    .all(values);
  const lateByName = new Map(late.map((row) => [row.name, row]));
  const groups = rows.map((row) => ({
    name: row.name,
    ...tierCountOf(row, lateByName.get(row.name)),
  }));
  return {
    all: groups.reduce<TierCount>(addCounts, noVehicles),
    groups: ask.groupBy === null ? [] : groups,
    openBreaches: rows.reduce((sum, row) => sum + row.open_breaches, 0),
    frames: countFrames(database, ask),
  };
}

const noVehicles: TierCount = { vehicles: 0, critical: 0, caution: 0, nominal: 0, unknown: 0, silent: 0 };

/** By the tally; `name` is that of the group, null without grouping. */
interface TallyRow extends Omit<TierCount, "unknown"> {
  readonly name: string | null;
  readonly open_breaches: number;
}

/** Those of the slot in which silence begins that are silent already; a sum over none is null. */
interface LateRow {
  readonly name: string | null;
  readonly silent: number;
  readonly nominal: number | null;
}

function tierCountOf(row: TallyRow, late: LateRow | undefined): TierCount {
  const { vehicles, critical, caution } = row;
  const nominal = row.nominal - (late?.nominal ?? 0);
  const silent = row.silent + (late?.silent ?? 0);
  return { vehicles, critical, caution, nominal, unknown: vehicles - critical - caution - nominal, silent };
}

function addCounts(one: TierCount, other: TierCount): TierCount {
  return {
    vehicles: one.vehicles + other.vehicles,
    critical: one.critical + other.critical,
    caution: one.caution + other.caution,
    nominal: one.nominal + other.nominal,
    unknown: one.unknown + other.unknown,
    silent: one.silent + other.silent,
  };
}

/**
 * Sums the counts by minute, group after group. The groups are found by leaping from one to the next in the primary
 * key, so that the minutes of years past cost nothing.
 */
function countFrames(database: ReadingDatabase, { filter, framesSinceUs }: CountQuery): number {
  const { organisation, fleets } = filter.scope;
  const sinceMinute = Math.floor(framesSinceUs / 60_000_000);
  let frames = 0;
  let group = nextGroup(database, { organisation, fleetId: "", region: "" });
  for (; group !== null; group = nextGroup(database, group)) {
    if (fleets !== null && !fleets.includes(group.fleetId)) continue;
    if (filter.regions !== null && !filter.regions.includes(group.region)) continue;
    const row = database
      .query<{ frames: number }>(`SELECT ifnull(sum(frames), 0) AS frames FROM frame_count
       WHERE organisation = :organisation AND fleet_id = :fleetId AND region = :region AND minute > :sinceMinute`)
      .get({ ...group, sinceMinute });
    frames += row?.frames ?? 0;
  }
  return frames;
}

interface CountGroup {
  readonly organisation: string;
  readonly fleetId: string;
  readonly region: string;
}

/** The group after this one; the empty fleet is before the first, for no fleet has an empty name. */
function nextGroup(database: ReadingDatabase, group: CountGroup): CountGroup | null {
  const row =
    database
      .query<Omit<CountGroup, "organisation">>(`SELECT fleet_id AS fleetId, region FROM frame_count
       WHERE organisation = :organisation AND fleet_id = :fleetId AND region > :region ORDER BY region LIMIT 1`)
      .get({ ...group }) ??
    database
      .query<Omit<CountGroup, "organisation">>(`SELECT fleet_id AS fleetId, region FROM frame_count
       WHERE organisation = :organisation AND fleet_id > :fleetId ORDER BY fleet_id, region LIMIT 1`)
      .get({ ...group });
  return row === undefined ? null : { organisation: group.organisation, ...row };
}

const healthScore = "ifnull(health_score, 100)";
const lastFrameUs = "ifnull(newest_timestamp_us, last_received_us)";
const tierRank = `CASE ${tierToday} WHEN 'CRITICAL' THEN 0 WHEN 'CAUTION' THEN 1 WHEN 'NOMINAL' THEN 2 ELSE 3 END`;
const rankOf = { CRITICAL: 0, CAUTION: 1, NOMINAL: 2, UNKNOWN: 3 };

/** What each order sorts by before the vehicle id, and the values of a place in it; without a place, before all. */
const orders: Readonly<
  Record<
    VehicleOrder,
    {
      readonly keys: readonly string[];
      readonly place: (after: VehiclePlace | null) => readonly number[];
    }
  >
> = {
  urgency: {
    keys: [tierRank, healthScore],
    place: (after) => (after === null ? [-1, -1] : [rankOf[after.tier], after.healthScore]),
  },
  vehicle_id: { keys: [], place: () => [] },
  last_frame_at: {
    keys: [`-${lastFrameUs}`],
    place: (after) => [after === null ? -Number.MAX_SAFE_INTEGER : -after.lastFrameUs],
  },
  health_score: { keys: [healthScore], place: (after) => [after?.healthScore ?? -1] },
};

function listVehicles(database: ReadingDatabase, ask: ListQuery): readonly VehicleSummary[] {
  if (ask.actionable) return listPass(database, ask, "recommended_action <> 'none'");
  if (ask.order !== "urgency") return listPass(database, ask, "TRUE");
  const found: VehicleSummary[] = [];
  for (const tier of mostUrgentFirst) {
    const limit = ask.limit - found.length;
    if (limit > 0) found.push(...listTier(database, { ...ask, limit }, tier));
  }
  return found;
}

const mostUrgentFirst = ["CRITICAL", "CAUTION", "NOMINAL", "UNKNOWN"] as const;

/** What a vehicle of that tier today may be stored as: silence makes UNKNOWN of NOMINAL. */
const storedAs = {
  CRITICAL: ["tier = 'CRITICAL'"],
  CAUTION: ["tier = 'CAUTION'"],
  NOMINAL: ["tier = 'NOMINAL' AND last_received_us >= :silentBeforeUs"],
  UNKNOWN: ["tier = 'UNKNOWN'", "tier = 'NOMINAL' AND last_received_us < :silentBeforeUs"],
} as const;

/** Vehicles of one tier, the lowest health first, in the order of the index by urgency: only those shown are read. */
function listTier(
  database: ReadingDatabase,
  ask: ListQuery,
  tier: (typeof mostUrgentFirst)[number],
): readonly VehicleSummary[] {
  const { after, limit } = ask;
  const isPassed = after !== null && rankOf[after.tier] > rankOf[tier];
  if (isPassed || (ask.tiers !== null && !ask.tiers.includes(tier))) return [];
  const isBegun = after !== null && after.tier === tier;
  const rows = storedAs[tier].flatMap((condition) =>
    database
      .query<VehicleRow>(`SELECT * FROM vehicle INDEXED BY vehicle_by_urgency
       WHERE ${inFilter} AND ${condition} ${isBegun ? `AND (${healthScore}, vehicle_id) > (:health, :vehicleId)` : ""}
       ORDER BY ${healthScore}, vehicle_id LIMIT :limit`)
      .all({
        ...filterValues(ask.filter),
        health: after?.healthScore ?? null,
        vehicleId: after?.vehicleId ?? null,
        limit,
      }),
  );
  return rows.map(summaryOfRow).sort(byHealth).slice(0, limit);
}

function byHealth(left: VehicleSummary, right: VehicleSummary): number {
  const difference = (left.healthScore ?? 100) - (right.healthScore ?? 100);
  return difference === 0 ? (left.vehicleId < right.vehicleId ? -1 : 1) : difference;
}

function listPass(database: ReadingDatabase, ask: ListQuery, condition: string): readonly VehicleSummary[] {
  const { keys, place } = orders[ask.order];
  const [first, second] = place(ask.after);
  const columns = [...keys, "vehicle_id"].join(", ");
  const marks = [":first", ":second"].slice(0, keys.length).concat(":afterVehicleId").join(", ");
  const rows = database
    .query<VehicleRow>(`SELECT * FROM vehicle
     WHERE ${inFilter} AND ${condition} AND ${isListed(tierToday, "tiers")} AND (${columns}) > (${marks})
     ORDER BY ${columns} LIMIT :limit`)
    .all({
      ...filterValues(ask.filter),
      tiers: listValue(ask.tiers),
      first: first ?? null,
      second: second ?? null,
      afterVehicleId: ask.after?.vehicleId ?? "",
      limit: ask.limit,
    });
  return rows.map(summaryOfRow);
}
