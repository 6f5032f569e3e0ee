import { quantilesOf } from "../../../../../core/analytics/quantiles-of.ts";
import type { TierMoves } from "../../../../../core/analytics/tier-course.ts";
import { tiers, type FaultSource, type Tier } from "../../../../../core/scoring/model/tier.ts";
import type {
  CourseQuestion,
  DriftSpread,
  FleetCourse,
  FrameCourse,
  GroupCourse,
} from "../../../../app/ports/reading/analytics-reader.ts";
import { filterSql } from "../fleet-filter.ts";
import type { ReadingDatabase } from "../reading-database.ts";
import { selectionSql } from "./selection-sql.ts";

/**
 * A look at every vehicle of the selection, and at what happened to them in the time asked for: tier changes and breaches by
 * their capture times, commands by their receipt, each through its index.
 */
export function gatherCourse(database: ReadingDatabase, ask: CourseQuestion): FleetCourse {
  const vehicles = findVehicles(database, ask);
  const sizes = Map.groupBy(ask.grouping.by === "nothing" ? [] : vehicles, ({ group }) => group);
  const largest = [...sizes]
    .sort(([one, ones], [other, others]) => others.length - ones.length || byName(one, other))
    .slice(0, ask.groups);
  // Those of no listed group count for all.
  const places = new Map(largest.map(([name], place) => [name, place]));
  const placeOf = new Map(vehicles.map(({ key, group }) => [key, places.get(group) ?? largest.length]));

  const happened = whatHappened(database, ask, placeOf);
  const moves = new MoveCounts(ask, largest.length + 1);
  for (const { key, firstUs } of vehicles) {
    // A vehicle is UNKNOWN from its first frame on.
    if (firstUs !== null && firstUs >= ask.fromUs) moves.add(placeOf.get(key)!, firstUs, null, "UNKNOWN");
  }
  happened.addMoves(moves);
  const breaches = happened.breaches();
  const repairs = happened.repairs();
  const course = (name: string | null, members: readonly VehicleRow[], place: number | null): GroupCourse => {
    const isMember = (of: { readonly place: number }) => place === null || of.place === place;
    return {
      name,
      ...summaryOf(members, ask),
      moves: moves.list(place),
      breaches: breaches.filter(isMember).length,
      repairs: repairs.filter(isMember).length,
    };
  };
  return {
    all: course(null, vehicles, null),
    groups: largest.map(([name, members], place) => course(name, members, place)),
    groupsInAll: sizes.size,
    breachesBySource: sourcesOf(breaches),
    delays: happened.delays(breaches),
    frames: ask.attributes.length > 0 ? null : frameCourse(database, ask, vehicles),
  };
}

interface VehicleRow {
  readonly key: number;
  readonly group: string | null;
  readonly tier: Tier;
  readonly firstUs: number | null;
  readonly newestUs: number | null;
  readonly frames: number;
  readonly cameraDeg: number | null;
  readonly radarMm: number | null;
  readonly lidarM: number | null;
}

function findVehicles(database: ReadingDatabase, ask: CourseQuestion): readonly VehicleRow[] {
  const { condition, values } = selectionSql(ask);
  const { grouping } = ask;
  const rows = database
    .query<Omit<VehicleRow, "group"> & { fleet: string; region: string | null }>(`SELECT vehicle_key AS "key",
       fleet_id AS fleet, region, tier, first_timestamp_us AS firstUs, newest_timestamp_us AS newestUs, frames,
       camera_drift_deg AS cameraDeg, radar_drift_mm AS radarMm, lidar_drift_m AS lidarM
     FROM vehicle WHERE ${condition}`)
    .all(values);
  switch (grouping.by) {
    case "nothing":
      return rows.map((row) => ({ ...row, group: null }));
    case "fleet":
      return rows.map((row) => ({ ...row, group: row.fleet }));
    case "region":
      return rows.map((row) => ({ ...row, group: row.region }));
    case "attribute": {
      const named = valuesOf(grouping.name, ask.filter.scope.organisation, database);
      return rows.map((row) => ({ ...row, group: named.get(row.key) ?? null }));
    }
  }
}

/** By vehicle. */
function valuesOf(
  name: string,
  organisation: string,
  database: ReadingDatabase,
): ReadonlyMap<number, string> {
  const rows = database
    .query<{ key: number; value: string }>(`SELECT vehicle_key AS "key", value FROM vehicle_attribute
     WHERE organisation = :organisation AND name = :name`)
    .all({ organisation, name });
  return new Map(rows.map(({ key, value }) => [key, value]));
}

interface Breach {
  /** Of its vehicle's group among those that are listed. */
  readonly place: number;
  readonly key: number;
  readonly source: FaultSource;
  readonly breachedUs: number;
  readonly changePointSeq: number;
}

/** What happened to these vehicles; joined here, because the database would choose its way by how many rows it guesses. */
function whatHappened(
  database: ReadingDatabase,
  { filter, fromUs, toUs, delays }: CourseQuestion,
  placeOf: ReadonlyMap<number, number>,
) {
  const values = { organisation: filter.scope.organisation, fromUs, toUs };
  const members = <Row extends { readonly key: number }>(rows: readonly Row[]) =>
    rows.flatMap((row) => {
      const place = placeOf.get(row.key);
      return place === undefined ? [] : [{ ...row, place }];
    });
  return {
    addMoves(moves: MoveCounts): void {
      const rows = database
        .query<{
          key: number;
          atUs: number;
          from: Tier;
          to: Tier;
        }>(`SELECT vehicle_key AS "key", at_us AS atUs,
           from_tier AS "from", to_tier AS "to" FROM tier_transition WHERE organisation = :organisation AND at_us >= :fromUs`)
        .iterate({ organisation: values.organisation, fromUs });
      for (const { key, atUs, from, to } of rows) {
        const place = placeOf.get(key);
        if (place !== undefined) moves.add(place, atUs, from, to);
      }
    },
    breaches(): readonly Breach[] {
      const rows = database
        .query<Omit<Breach, "place">>(`SELECT vehicle_key AS "key", probable_fault_source AS source,
           breached_at_us AS breachedUs, change_point_seq AS changePointSeq
         FROM evidence INDEXED BY evidence_by_capture
         WHERE organisation = :organisation AND breached_at_us >= :fromUs AND breached_at_us < :toUs
         ORDER BY breached_at_us DESC`)
        .all(values);
      return members(rows);
    },
    repairs(): readonly { readonly place: number }[] {
      const rows = database
        .query<{ key: number }>(`SELECT vehicle_key AS "key" FROM command INDEXED BY command_by_receipt
         WHERE key_id <> '' AND received_us >= :fromUs AND received_us < :toUs
           AND entry ->> 'kind' = 'baseline' AND entry ->> 'action' = 'learn'`)
        .all(values);
      return members(rows);
    },
    /** Of the newest. */
    delays(breaches: readonly Breach[]): FleetCourse["delays"] {
      const began = database.query<{ timestampUs: number }>(
        "SELECT timestamp_us AS timestampUs FROM frame WHERE vehicle_key = :key AND seq = :changePointSeq",
      );
      const known = breaches.slice(0, delays).flatMap(({ key, changePointSeq, breachedUs, source }) => {
        const { timestampUs } = began.get({ key, changePointSeq }) ?? { timestampUs: Infinity };
        return timestampUs > breachedUs ? [] : [{ source, seconds: (breachedUs - timestampUs) / 1e6 }];
      });
      const bySource = Map.groupBy(known, ({ source }) => source);
      return [...bySource].map(([source, of]) => ({ source, seconds: of.map(({ seconds }) => seconds) }));
    },
  };
}

/** Moves of one kind in one step and group are one number: there may be a million, and this runs for each. */
class MoveCounts {
  readonly #ask: CourseQuestion;
  readonly #places: number;
  /** places·(steps + 1)·5·4: from no tier or one of four, to one of four. */
  readonly #vehicles: Float64Array;
  readonly #seconds: Float64Array;

  constructor(ask: CourseQuestion, places: number) {
    this.#ask = ask;
    this.#places = places;
    this.#vehicles = new Float64Array(places * (ask.steps + 1) * kindsOfMove);
    this.#seconds = new Float64Array(this.#vehicles.length);
  }

  add(place: number, atUs: number, from: Tier | null, to: Tier): void {
    const { fromUs, toUs, stepUs, steps } = this.#ask;
    const step = atUs >= toUs ? steps : Math.floor((atUs - fromUs) / stepUs);
    const at =
      this.#at(place, step) +
      (from === null ? 0 : tiers.indexOf(from) + 1) * tiers.length +
      tiers.indexOf(to);
    this.#vehicles[at]! += 1;
    this.#seconds[at]! += (atUs - fromUs) / 1e6;
  }

  /** Of one place, or of all. */
  list(place: number | null): readonly TierMoves[] {
    const places = place === null ? Array.from({ length: this.#places }, (_, at) => at) : [place];
    return places.flatMap((one) =>
      Array.from({ length: this.#ask.steps + 1 }, (_, step) => this.#listStep(one, step)).flat(),
    );
  }

  #listStep(place: number, step: number): readonly TierMoves[] {
    const begin = this.#at(place, step);
    return [null, ...tiers].flatMap((from, kind) =>
      tiers.flatMap((to, toKind) => {
        const at = begin + kind * tiers.length + toKind;
        const vehicles = this.#vehicles[at]!;
        return vehicles === 0 ? [] : [{ step, from, to, vehicles, secondsAfterBegin: this.#seconds[at]! }];
      }),
    );
  }

  #at(place: number, step: number): number {
    return (place * (this.#ask.steps + 1) + step) * kindsOfMove;
  }
}

const kindsOfMove = (tiers.length + 1) * tiers.length;

function byName(one: string | null, other: string | null): number {
  return (one ?? "") < (other ?? "") ? -1 : 1;
}

function summaryOf(vehicles: readonly VehicleRow[], { fromUs, toUs }: CourseQuestion) {
  const tiersNow = Object.fromEntries(
    tiers.map((tier) => [tier, vehicles.filter((vehicle) => vehicle.tier === tier).length]),
  ) as Record<Tier, number>;
  const exposureUs = vehicles.reduce((sum, { firstUs, newestUs }) => {
    if (firstUs === null || newestUs === null) return sum;
    return sum + Math.max(0, Math.min(toUs, newestUs) - Math.max(fromUs, firstUs));
  }, 0);
  return {
    vehicles: vehicles.length,
    tiersNow,
    exposureS: exposureUs / 1e6,
    drift: {
      cameraDeg: spreadOf(vehicles.map(({ cameraDeg }) => cameraDeg)),
      radarMm: spreadOf(vehicles.map(({ radarMm }) => radarMm)),
      lidarM: spreadOf(vehicles.map(({ lidarM }) => lidarM)),
    },
  };
}

const shownShares = [0.05, 0.25, 0.5, 0.75, 0.95];

function spreadOf(values: readonly (number | null)[]): DriftSpread | null {
  const known = values.filter((value) => value !== null);
  const quantiles = quantilesOf(known, shownShares);
  return quantiles === null ? null : { vehicles: known.length, quantiles };
}

function sourcesOf(breaches: readonly Breach[]): FleetCourse["breachesBySource"] {
  const bySource = Map.groupBy(breaches, ({ source }) => source);
  return [...bySource]
    .map(([source, of]) => ({ source, breaches: of.length }))
    .sort((one, other) => other.breaches - one.breaches || byName(one.source, other.source));
}

/** The level of frame_tally whose blocks are 16 minutes, and how many of them two days have. */
const frameLevel = 1;
const blockS = 16 * 60;
const blocksShown = 180;

function frameCourse(
  database: ReadingDatabase,
  { filter, toUs }: CourseQuestion,
  vehicles: readonly VehicleRow[],
): FrameCourse {
  const { condition, values } = filterSql(filter);
  // The newest block is not over yet.
  const end = Math.floor(toUs / 1e6 / blockS);
  const rows = database
    .query<{ block: number; frames: number }>(`SELECT block, sum(frames) AS frames FROM frame_tally
     WHERE organisation = :organisation AND level = ${frameLevel} AND block >= :first AND block < :end AND ${condition()}
     GROUP BY block`)
    .all({ ...values, first: end - blocksShown, end });
  const received = new Map(rows.map(({ block, frames }) => [block, frames]));
  const known = rows.reduce((least, { block }) => Math.min(least, block), end);
  return {
    fromUs: known * blockS * 1e6,
    stepS: blockS,
    received: Array.from({ length: end - known }, (_, at) => received.get(known + at) ?? 0),
    expectedPerStep: vehicles.reduce((sum, vehicle) => sum + paceOf(vehicle), 0) * blockS,
  };
}

/** Frames a second on average. */
function paceOf({ frames, firstUs, newestUs }: VehicleRow): number {
  if (firstUs === null || newestUs === null || newestUs <= firstUs) return 0;
  return ((frames - 1) * 1e6) / (newestUs - firstUs);
}
