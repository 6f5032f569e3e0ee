import type {
  FleetCount,
  FleetReader,
  TierCount,
  VehicleFilter,
} from "../../../app/ports/reading/fleet-reader.ts";
import { type FilterSql, filterSql } from "./fleet-filter.ts";
import type { ReadingDatabase } from "./reading-database.ts";
import { minuteOf, spansAfter, sumAfterMinute } from "./tally-blocks.ts";

type CountQuery = Parameters<FleetReader["countFleet"]>[0];
type Grouping = CountQuery["groupBy"];

/** Levels of received_tally and of frame_tally. */
const receivedLevels = 5;
const frameLevels = 3;

/** From the tallies that triggers keep: the cost grows with fleets and regions, not with vehicles. */
export function countFleet(database: ReadingDatabase, ask: CountQuery): FleetCount {
  const filter = filterSql(ask.filter);
  const received = new Map(countReceived(database, ask.filter, ask.groupBy).map((row) => [row.name, row]));
  const rows = database
    .query<TallyRow>(`SELECT ${nameOf(ask.groupBy)} AS name,
       sum(vehicles) AS vehicles,
       sum(vehicles * (tier = 'CRITICAL')) AS critical,
       sum(vehicles * (tier = 'CAUTION')) AS caution,
       sum(open_breaches) AS open_breaches, sum(late) AS late, sum(unjudged) AS unjudged
     FROM vehicle_tally WHERE organisation = :organisation AND ${filter.condition()} GROUP BY 1 ORDER BY 1`)
    .all(filter.values);
  const groups = rows.map((row) => ({ name: row.name, ...tierCountOf(row, received.get(row.name)) }));
  return {
    all: sumOf(groups),
    groups: ask.groupBy === null ? [] : groups,
    openBreaches: rows.reduce((sum, row) => sum + row.open_breaches, 0),
    frames: countFrames(database, filter, ask.framesSinceUs),
  };
}

function nameOf(grouping: Grouping): string {
  if (grouping === null) return "NULL";
  return grouping === "fleet" ? "fleet_id" : "nullif(region, '')";
}

interface TallyRow extends Omit<TierCount, "nominal" | "unknown" | "silent"> {
  readonly name: string | null;
  readonly open_breaches: number;
}

/** Vehicles that are not silent, by group; `name` is null without grouping. */
interface ReceivedRow {
  readonly name: string | null;
  readonly vehicles: number;
  /** Those of them that are stored as NOMINAL. */
  readonly nominal: number;
}

/** Received after a whole minute. */
export function countReceivedAfter(
  database: ReadingDatabase,
  filter: FilterSql,
  { minute, groupBy }: { readonly minute: number; readonly groupBy: Grouping },
): readonly ReceivedRow[] {
  const tallied = { tally: "received_tally", levels: receivedLevels, sums: ["vehicles", "nominal"] } as const;
  return database
    .query<ReceivedRow>(sumAfterMinute({ ...tallied, name: nameOf(groupBy), condition: filter.condition() }))
    .all({ ...filter.values, ...spansAfter(minute, receivedLevels) });
}

/** The tally holds for whole minutes. Of the minute in which silence begins, each vehicle is looked at. */
function countReceived(
  database: ReadingDatabase,
  asked: VehicleFilter,
  groupBy: Grouping,
): readonly ReceivedRow[] {
  const filter = filterSql(asked);
  const minute = minuteOf(asked.silentBeforeUs);
  const later = countReceivedAfter(database, filter, { minute, groupBy });
  const within = database
    .query<ReceivedRow>(`SELECT ${nameOf(groupBy)} AS name, count(*) AS vehicles, sum(tier = 'NOMINAL') AS nominal
     FROM vehicle_received CROSS JOIN vehicle USING (vehicle_key)
     WHERE vehicle_received.organisation = :organisation AND minute = :minute
       AND last_received_us >= :silentBeforeUs AND ${filter.condition("vehicle")} GROUP BY 1`)
    .all({ ...filter.values, minute, silentBeforeUs: asked.silentBeforeUs });
  const sum = new Map(later.map((row) => [row.name, row]));
  for (const { name, vehicles, nominal } of within) {
    const known = sum.get(name);
    sum.set(name, {
      name,
      vehicles: vehicles + (known?.vehicles ?? 0),
      nominal: nominal + (known?.nominal ?? 0),
    });
  }
  return [...sum.values()];
}

function tierCountOf(row: TallyRow, received: ReceivedRow | undefined): TierCount {
  const { vehicles, critical, caution, late, unjudged } = row;
  const nominal = received?.nominal ?? 0;
  const silent = vehicles - (received?.vehicles ?? 0);
  const unknown = vehicles - critical - caution - nominal;
  return { vehicles, critical, caution, nominal, unknown, silent, late, unjudged };
}

const tierNames = ["critical", "caution", "nominal", "unknown"] as const;
const countNames = ["vehicles", ...tierNames, "silent", "late", "unjudged"] as const;

function sumOf(groups: readonly TierCount[]): TierCount {
  const sums = countNames.map((name) => [name, groups.reduce((sum, group) => sum + group[name], 0)]);
  return Object.fromEntries(sums) as Record<keyof TierCount, number>;
}

function countFrames(database: ReadingDatabase, filter: FilterSql, sinceUs: number): number {
  const tallied = { tally: "frame_tally", levels: frameLevels, sums: ["frames"], name: "NULL" } as const;
  const row = database
    .query<{ frames: number }>(sumAfterMinute({ ...tallied, condition: filter.condition() }))
    .get({ ...filter.values, ...spansAfter(minuteOf(sinceUs), frameLevels) });
  return row?.frames ?? 0;
}
