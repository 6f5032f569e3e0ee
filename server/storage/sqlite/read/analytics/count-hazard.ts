import {
  binsOfAges,
  HazardCounts,
  type AgeUnit,
  type WatchedLife,
} from "../../../../../core/analytics/piecewise-hazard.ts";
import type {
  CourseQuestion,
  FleetCourse,
  GroupCourse,
} from "../../../../app/ports/reading/analytics-reader.ts";
import type { ReadingDatabase } from "../reading-database.ts";
import type { FleetColumns } from "./fleet-columns.ts";

export interface FleetHazard {
  readonly ages: FleetCourse["ages"];
  /** Of one place, or of all together. */
  of(place: number | null): GroupCourse["hazard"];
}

/** How often vehicles of some age breached for the first time, over all that is known of them. */
export function countHazard(
  database: ReadingDatabase,
  ask: CourseQuestion,
  fleet: FleetColumns,
): FleetHazard {
  const first = findFirstBreaches(database, ask);
  const hasKilometres = fleet.newestKm.some((km) => km !== null);
  const unit = ask.against ?? (hasKilometres ? "kilometres" : "days");
  const lives = fleet.keys.map((key, number) => lifeOf(fleet, number, { unit, first: first.get(key) }));
  const counted = lives.filter((life) => life !== null);
  const bins = binsOfAges(counted.map(({ to }) => to));
  const all = new HazardCounts(bins);
  const places = Array.from({ length: fleet.listed.length + 1 }, () => new HazardCounts(bins));
  for (const [number, life] of lives.entries()) {
    if (life === null) continue;
    all.add(life);
    places[fleet.places[number]!]!.add(life);
  }
  return {
    ages: { ...bins, unit, vehicles: counted.length, leftOut: lives.length - counted.length },
    of(place) {
      const { happened, exposure } = place === null ? all : places[place]!;
      return { firstBreaches: [...happened], exposure: [...exposure] };
    },
  };
}

interface FirstBreach {
  readonly atUs: number;
  readonly km: number | null;
}

/** By vehicle; the index gives each vehicle's in their order. */
function findFirstBreaches(
  database: ReadingDatabase,
  { filter }: CourseQuestion,
): ReadonlyMap<number, FirstBreach> {
  const first = new Map<number, FirstBreach>();
  const sources = [
    {
      columns: "vehicle_key, CAST(breached_at_us AS REAL), odometer_km",
      from: "evidence INDEXED BY evidence_by_first WHERE organisation = :organisation",
    },
    // Waits for the name of its issuer: issued later than all the others, in this order.
    {
      columns:
        "vehicle_key, CAST(draft ->> '$.record.breachedAtUs' AS REAL), draft ->> '$.record.odometerKm'",
      from: "(SELECT * FROM waiting_evidence WHERE organisation = :organisation ORDER BY waiting_key)",
    },
  ];
  for (const source of sources) {
    database.handOver<readonly [number, number, number | null]>(
      source,
      { organisation: filter.scope.organisation },
      (key, atUs, km) => {
        if (!first.has(key)) first.set(key, { atUs, km });
      },
    );
  }
  return first;
}

interface LifeGiven {
  readonly unit: AgeUnit;
  readonly first: FirstBreach | undefined;
}

const dayUs = 86_400_000_000;

/** Null for a vehicle that says too little of its age: no odometer, none before its breach, or one that went back. */
function lifeOf(fleet: FleetColumns, number: number, { unit, first }: LifeGiven): WatchedLife | null {
  const happened = first !== undefined;
  if (unit === "days") {
    const firstUs = fleet.firstUs[number]!;
    const endUs = happened ? first.atUs : fleet.newestUs[number]!;
    if (firstUs === null || endUs === null || endUs < firstUs) return null;
    return { from: 0, to: (endUs - firstUs) / dayUs, happened };
  }
  const from = fleet.firstKm[number]!;
  const to = happened ? first.km : fleet.newestKm[number]!;
  return from === null || to === null || to < from ? null : { from, to, happened };
}
