import { sensorKinds } from "../../../../../core/sensors/kinds.ts";
import type { Sensor } from "../../../../../core/sensors/sensor-lists.ts";
import { tiers } from "../../../../../core/scoring/model/tier.ts";
import type { CourseQuestion, Grouping } from "../../../../app/ports/reading/analytics-reader.ts";
import type { ReadingDatabase } from "../reading-database.ts";
import { selectionSql } from "./selection-sql.ts";

/** The vehicles of a selection, column by column: as objects, a hundred thousand of them took longer than all the rest. */
export interface FleetColumns {
  readonly keys: readonly number[];
  /** Place of each vehicle's group among those listed; the number of those listed, for all other groups. */
  readonly places: Int32Array;
  /** By the number of the tier in `tiers`. */
  readonly tier: readonly number[];
  readonly firstUs: readonly (number | null)[];
  readonly newestUs: readonly (number | null)[];
  readonly frames: readonly number[];
  /** In units of the contract's member. */
  readonly drifts: Readonly<Record<Sensor, readonly (number | null)[]>>;
  /** On the odometer, in the first frame that gave it and in the newest. */
  readonly firstKm: readonly (number | null)[];
  readonly newestKm: readonly (number | null)[];
  /** By vehicle key, its number in the columns. */
  readonly numberOf: ReadonlyMap<number, number>;
  /** Names of the groups listed, the largest first. */
  readonly listed: readonly (string | null)[];
  readonly groupsInAll: number;
}

/** Tiers by their number in `tiers`; a string for each row would cost more than the comparison. */
export function tierNumber(column: string): string {
  return `CASE ${column} ${tiers.map((tier, number) => `WHEN '${tier}' THEN ${number}`).join(" ")} END`;
}

export function readFleet(database: ReadingDatabase, ask: CourseQuestion): FleetColumns {
  const rows = readVehicles(database, ask);
  const named = namesOf(database, ask);
  const groups = rows.names ?? rows.keys.map((key) => named.get(key) ?? null);
  const sizes = new Map<string | null, number>();
  if (ask.grouping.by !== "nothing")
    for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const listed = [...sizes]
    .sort(([one, ones], [other, others]) => others - ones || byName(one, other))
    .slice(0, ask.groups)
    .map(([name]) => name);
  const placeOf = new Map(listed.map((name, place) => [name, place]));
  return {
    ...rows,
    places: Int32Array.from(groups, (group) => placeOf.get(group) ?? listed.length),
    numberOf: new Map(rows.keys.map((key, number) => [key, number])),
    listed,
    groupsInAll: sizes.size,
  };
}

type Values = readonly [
  key: number,
  tier: number,
  firstUs: number | null,
  newestUs: number | null,
  frames: number,
  firstKm: number | null,
  newestKm: number | null,
  name: string | null,
  ...drifts: (number | null)[],
];

function readVehicles(database: ReadingDatabase, ask: CourseQuestion) {
  const { condition, values } = selectionSql(ask);
  const keys: number[] = [];
  const tier: number[] = [];
  const firstUs: (number | null)[] = [];
  const newestUs: (number | null)[] = [];
  const frames: number[] = [];
  const drifts: (number | null)[][] = sensorKinds.map(() => []);
  const firstKm: (number | null)[] = [];
  const newestKm: (number | null)[] = [];
  const names: (string | null)[] = [];
  database.handOver<Values>(
    {
      columns: `vehicle_key, ${tierNumber("tier")}, CAST(first_timestamp_us AS REAL), CAST(newest_timestamp_us AS REAL),
        CAST(frames AS REAL), first_odometer_km, odometer_km, ${nameSql(ask.grouping)},
        ${sensorKinds.map(({ drift }) => drift.member).join(", ")}`,
      from: `vehicle WHERE ${condition}`,
    },
    values,
    (...[key, ofTier, first, newest, count, fromKm, toKm, name, ...ofSensors]) => {
      keys.push(key);
      tier.push(ofTier);
      firstUs.push(first);
      newestUs.push(newest);
      frames.push(count);
      firstKm.push(fromKm);
      newestKm.push(toKm);
      names.push(name);
      for (const [at, drift] of ofSensors.entries()) drifts[at]!.push(drift);
    },
  );
  const isOfRow = ask.grouping.by !== "attribute";
  return {
    keys,
    tier,
    firstUs,
    newestUs,
    frames,
    drifts: Object.fromEntries(sensorKinds.map(({ name }, at) => [name, drifts[at]!])) as Record<
      Sensor,
      (number | null)[]
    >,
    firstKm,
    newestKm,
    names: isOfRow ? names : null,
  };
}

/** What of a vehicle's row names its group; attributes stand in a table of their own. */
function nameSql({ by }: Grouping): string {
  if (by === "fleet") return "fleet_id";
  return by === "region" ? "region" : "NULL";
}

/** Values of the attribute that is grouped by, by vehicle. */
function namesOf(database: ReadingDatabase, { grouping, filter }: CourseQuestion) {
  const named = new Map<number, string>();
  if (grouping.by !== "attribute") return named;
  database.handOver<readonly [number, string]>(
    {
      columns: "vehicle_key, value",
      from: "vehicle_attribute WHERE organisation = :organisation AND name = :name",
    },
    { organisation: filter.scope.organisation, name: grouping.name },
    (key, value) => named.set(key, value),
  );
  return named;
}

export function byName(one: string | null, other: string | null): number {
  return (one ?? "") < (other ?? "") ? -1 : 1;
}
