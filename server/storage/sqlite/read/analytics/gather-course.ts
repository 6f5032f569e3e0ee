import { perKind } from "../../../../../core/sensors/sensor-lists.ts";
import { quantilesOf } from "../../../../../core/analytics/quantiles-of.ts";
import type { TierMoves } from "../../../../../core/analytics/tier-course.ts";
import { type FaultSource, type Tier, tiers } from "../../../../../core/scoring/model/tier.ts";
import type {
  CourseQuestion,
  DriftSpread,
  FleetCourse,
  FrameCourse,
  GroupCourse,
} from "../../../../app/ports/reading/analytics-reader.ts";
import { ownFrames } from "../../journal-rows.ts";
import { onlyEntry, ownInRange, withOwnFrames } from "../../linked-frames.ts";
import { filterSql } from "../fleet-filter.ts";
import type { ReadingDatabase } from "../reading-database.ts";
import { countHazard } from "./count-hazard.ts";
import { byName, type FleetColumns, readFleet, tierNumber } from "./fleet-columns.ts";

type Steps = Pick<CourseQuestion, "fromUs" | "toUs" | "stepUs" | "steps">;

/** Moves of one kind in one step and group are one number: there may be a million, and this runs for each. */
export class MoveCounts {
  readonly #ask: Steps;
  readonly #places: number;
  /** places·(steps + 1)·5·4: from no tier or one of four, to one of four. */
  readonly #vehicles: Float64Array;
  readonly #seconds: Float64Array;

  constructor(ask: Steps, places: number) {
    this.#ask = ask;
    this.#places = places;
    this.#vehicles = new Float64Array(places * (ask.steps + 1) * kindsOfMove);
    this.#seconds = new Float64Array(this.#vehicles.length);
  }

  /** Tiers by their number; -1 for none, before a vehicle's first frame. */
  add(place: number, atUs: number, move: { readonly from: number; readonly to: number }): void {
    const { fromUs, toUs, stepUs, steps } = this.#ask;
    const step = atUs >= toUs ? steps : Math.floor((atUs - fromUs) / stepUs);
    const at = this.#at(place, step) + (move.from + 1) * tiers.length + move.to;
    this.#vehicles[at]! += 1;
    this.#seconds[at]! += (atUs - fromUs) / 1e6;
  }

  /** Of one place, or of all together. */
  list(place: number | null): readonly TierMoves[] {
    const places = place === null ? Array.from({ length: this.#places }, (_, at) => at) : [place];
    return Array.from({ length: this.#ask.steps + 1 }, (_, step) => this.#listStep(places, step)).flat();
  }

  #listStep(places: readonly number[], step: number): readonly TierMoves[] {
    const sum = (counts: Float64Array, kind: number) =>
      places.reduce((total, place) => total + counts[this.#at(place, step) + kind]!, 0);
    return kindsListed.flatMap(({ from, to, kind }) => {
      const vehicles = sum(this.#vehicles, kind);
      if (vehicles === 0) return [];
      return [{ step, from, to, vehicles, secondsAfterBegin: sum(this.#seconds, kind) }];
    });
  }

  #at(place: number, step: number): number {
    return (place * (this.#ask.steps + 1) + step) * kindsOfMove;
  }
}

const kindsListed = [null, ...tiers].flatMap((from, fromKind) =>
  tiers.map((to, toKind) => ({ from, to, kind: fromKind * tiers.length + toKind })),
);
const kindsOfMove = kindsListed.length;

/**
 * A look at every vehicle of the selection, and at what happened to them in the time asked for: tier changes and breaches by
 * their capture times, commands by their receipt, each through its index.
 */
export function gatherCourse(database: ReadingDatabase, ask: CourseQuestion): FleetCourse {
  const fleet = readFleet(database, ask);
  const moves = countMoves(database, ask, fleet);
  const breaches = findBreaches(database, ask, fleet);
  const repairs = findRepairs(database, ask, fleet);
  const hazard = countHazard(database, ask, fleet);
  const members = membersByPlace(fleet);
  const course = (name: string | null, place: number | null): GroupCourse => {
    const isMember = (of: Member) => place === null || of.place === place;
    const own = breaches.filter(isMember);
    const chosen = { members: place === null ? [...fleet.keys.keys()] : members[place]!, ask };
    return {
      name,
      ...summaryOf(fleet, chosen),
      moves: moves.list(place),
      breaches: own.length,
      repairs: repairs.filter(isMember).length,
      months: monthsOf(fleet, own, chosen),
      hazard: hazard.of(place),
    };
  };
  return {
    all: course(null, null),
    groups: fleet.listed.map((name, place) => course(name, place)),
    groupsInAll: fleet.groupsInAll,
    breachesBySource: sourcesOf(breaches),
    delays: delaysOf(database, breaches.slice(0, ask.delays)),
    frames: ask.attributes.length > 0 ? null : frameCourse(database, ask, fleet),
    ages: hazard.ages,
  };
}

/** Numbers of the vehicles of each place, the last being that of all groups that are not listed. */
function membersByPlace({ places, listed }: FleetColumns): readonly (readonly number[])[] {
  const members = Array.from({ length: listed.length + 1 }, (): number[] => []);
  for (const [number, place] of places.entries()) members[place]!.push(number);
  return members;
}

function countMoves(database: ReadingDatabase, ask: CourseQuestion, fleet: FleetColumns): MoveCounts {
  const { places, firstUs, numberOf, listed } = fleet;
  const moves = new MoveCounts(ask, listed.length + 1);
  const first = { from: -1, to: tiers.indexOf("UNKNOWN") };
  for (const [number, atUs] of firstUs.entries()) {
    // A vehicle is UNKNOWN from its first frame on.
    if (atUs !== null && atUs >= ask.fromUs) moves.add(places[number]!, atUs, first);
  }
  database.handOver<readonly [number, number, number, number]>(
    {
      columns: `vehicle_key, CAST(at_us AS REAL), ${tierNumber("from_tier")}, ${tierNumber("to_tier")}`,
      from: "tier_transition WHERE organisation = :organisation AND at_us >= :fromUs",
    },
    { organisation: ask.filter.scope.organisation, fromUs: ask.fromUs },
    (key, atUs, from, to) => {
      const number = numberOf.get(key);
      if (number !== undefined) moves.add(places[number]!, atUs, { from, to });
    },
  );
  return moves;
}

interface Member {
  /** Of its vehicle's group among those that are listed. */
  readonly place: number;
}

interface Breach extends Member {
  readonly key: number;
  readonly source: FaultSource;
  readonly breachedUs: number;
  readonly changePointSeq: number;
}

/** The newest first. A breach counts when it opens, also while its evidence waits for the name of its issuer. */
function findBreaches(
  database: ReadingDatabase,
  ask: CourseQuestion,
  fleet: FleetColumns,
): readonly Breach[] {
  const rows = database
    .query<Omit<Breach, "place">>(`SELECT vehicle_key AS "key", probable_fault_source AS source,
       breached_at_us AS breachedUs, change_point_seq AS changePointSeq
     FROM evidence INDEXED BY evidence_by_capture
     WHERE supersedes IS NULL AND organisation = :organisation AND breached_at_us >= :fromUs AND breached_at_us < :toUs
     UNION ALL SELECT vehicle_key, draft ->> '$.record.probableFaultSource', draft ->> '$.record.breachedAtUs',
       draft ->> '$.record.changePointSeq'
     FROM waiting_evidence WHERE draft ->> '$.record.supersedes' IS NULL AND organisation = :organisation
       AND draft ->> '$.record.breachedAtUs' >= :fromUs AND draft ->> '$.record.breachedAtUs' < :toUs
     ORDER BY breachedUs DESC`)
    .all(timeOf(ask));
  return placed(rows, fleet);
}

function findRepairs(database: ReadingDatabase, ask: CourseQuestion, fleet: FleetColumns): readonly Member[] {
  const rows = database
    .query<{ key: number }>(`SELECT vehicle_key AS "key" FROM command INDEXED BY command_by_receipt
     WHERE key_id <> '' AND received_us >= :fromUs AND received_us < :toUs
       AND entry ->> 'kind' = 'baseline' AND entry ->> 'action' = 'learn'`)
    .all(timeOf(ask));
  return placed(rows, fleet);
}

function timeOf({ filter, fromUs, toUs }: CourseQuestion) {
  return { organisation: filter.scope.organisation, fromUs, toUs };
}

/** Those of the selection; joined here, because the database would choose its way by how many rows it guesses. */
function placed<Row extends { readonly key: number }>(
  rows: readonly Row[],
  { numberOf, places }: FleetColumns,
): readonly (Row & Member)[] {
  return rows.flatMap((row) => {
    const number = numberOf.get(row.key);
    return number === undefined ? [] : [{ ...row, place: places[number]! }];
  });
}

function delaysOf(database: ReadingDatabase, breaches: readonly Breach[]): FleetCourse["delays"] {
  const began = database.query<{ timestampUs: number }>(
    `${withOwnFrames} SELECT timestamp_us AS timestampUs FROM ${ownFrames} WHERE ${ownInRange}`,
  );
  const known = breaches.flatMap(({ key, changePointSeq, breachedUs, source }) => {
    const { timestampUs } = began.get(onlyEntry(key, changePointSeq)) ?? { timestampUs: Infinity };
    return timestampUs > breachedUs ? [] : [{ source, seconds: (breachedUs - timestampUs) / 1e6 }];
  });
  const bySource = Map.groupBy(known, ({ source }) => source);
  return [...bySource].map(([source, of]) => ({ source, seconds: of.map(({ seconds }) => seconds) }));
}

interface Chosen {
  /** Numbers in the columns. */
  readonly members: readonly number[];
  readonly ask: CourseQuestion;
}

function summaryOf(fleet: FleetColumns, { members, ask }: Chosen) {
  const counts = new Float64Array(tiers.length);
  let exposureUs = 0;
  for (const number of members) {
    counts[fleet.tier[number]!]! += 1;
    exposureUs += seenUs(fleet, number, ask);
  }
  const spread = (column: readonly (number | null)[]) => spreadOf(members.map((number) => column[number]!));
  return {
    vehicles: members.length,
    tiersNow: Object.fromEntries(tiers.map((tier, number) => [tier, counts[number]])) as Record<Tier, number>,
    exposureS: exposureUs / 1e6,
    drift: perKind(
      ({ name }) => name,
      ({ name }) => spread(fleet.drifts[name]),
    ),
  };
}

function monthsOf(
  fleet: FleetColumns,
  breaches: readonly Breach[],
  { members, ask }: Chosen,
): GroupCourse["months"] {
  const months = ask.monthsUs.map((fromUs, at) => ({ fromUs, toUs: ask.monthsUs[at + 1] ?? ask.toUs }));
  return {
    breaches: months.map(
      ({ fromUs, toUs }) => breaches.filter(({ breachedUs: at }) => at >= fromUs && at < toUs).length,
    ),
    exposureS: months.map(
      (month) => members.reduce((sum, number) => sum + seenUs(fleet, number, month), 0) / 1e6,
    ),
  };
}

/** How much of a time lies between a vehicle's first and its newest frame. */
function seenUs(
  { firstUs, newestUs }: FleetColumns,
  number: number,
  time: Pick<CourseQuestion, "fromUs" | "toUs">,
): number {
  const first = firstUs[number] ?? Infinity;
  const newest = newestUs[number] ?? -Infinity;
  return Math.max(0, Math.min(time.toUs, newest) - Math.max(time.fromUs, first));
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
  fleet: FleetColumns,
): FrameCourse {
  const { condition, values } = filterSql(filter);
  // The newest block is not over yet.
  const end = Math.floor(toUs / 1e6 / blockS);
  const rows = database
    .query<{
      block: number;
      frames: number;
      late: number;
    }>(`SELECT block, sum(frames) AS frames, sum(late) AS late
     FROM frame_tally
     WHERE organisation = :organisation AND level = ${frameLevel} AND block >= :first AND block < :end AND ${condition()}
     GROUP BY block`)
    .all({ ...values, first: end - blocksShown, end });
  const found = new Map(rows.map((row) => [row.block, row]));
  const known = rows.reduce((least, { block }) => Math.min(least, block), end);
  const pace = fleet.frames.reduce((sum, _, number) => sum + paceOf(fleet, number), 0);
  return {
    fromUs: known * blockS * 1e6,
    stepS: blockS,
    received: Array.from({ length: end - known }, (_, at) => found.get(known + at)?.frames ?? 0),
    late: Array.from({ length: end - known }, (_, at) => found.get(known + at)?.late ?? 0),
    expectedPerStep: pace * blockS,
  };
}

/** Frames a second on average. */
function paceOf({ frames, firstUs, newestUs }: FleetColumns, number: number): number {
  const first = firstUs[number]!;
  const newest = newestUs[number]!;
  if (first === null || newest === null || newest <= first) return 0;
  return ((frames[number]! - 1) * 1e6) / (newest - first);
}
