import { type Kind, perKind } from "../../../core/sensors/sensor-lists.ts";
import { type AgeUnit, countBins } from "../../../core/analytics/piecewise-hazard.ts";
import { poissonRate } from "../../../core/analytics/poisson-rate.ts";
import { quantilesOf } from "../../../core/analytics/quantiles-of.ts";
import { tierCourse } from "../../../core/analytics/tier-course.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import type { AnalyticsGroup, FleetAnalytics } from "../../../core/contract/types.ts";
import { formatTime } from "../../../core/encoding/instant.ts";
import { tiers } from "../../../core/scoring/model/tier.ts";
import type { Caller } from "../application.ts";
import type { DriftSpread, FleetCourse, GroupCourse, Grouping } from "../ports/reading/analytics-reader.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import type { CourseQuery } from "./fleet-question.ts";
import { selectVehicles } from "./select-vehicles.ts";

/** Months of UTC that a time has a part in: when each begins, cut to the time. Milliseconds since 1970. */
export function calendarMonths(fromMs: number, toMs: number): readonly number[] {
  const months: number[] = [];
  const first = new Date(fromMs);
  for (let at = 0; at < longest; at += 1) {
    const beginMs = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + at);
    if (beginMs >= toMs) break;
    months.push(Math.max(beginMs, fromMs));
  }
  return months;
}

/** A hundred years. */
const longest = 1_200;

const secondUs = 1_000_000;
const stepsUs = { hour: 3600 * secondUs, day: 86_400 * secondUs } as const;
const defaultSpanUs = 30 * stepsUs.day;
/** Up to so long a time is shown by hours where nobody says. */
const longestByHoursUs = 4 * stepsUs.day;
const stepsLimit = 1_000;
const groupsLimit = 50;
const delaysLimit = 10_000;

/** A fleet over time, as far as the caller may see it. */
export async function analyseFleet(
  caller: Caller,
  query: CourseQuery,
  needs: Pick<ReadingNeeds, "analytics" | "nowUs" | "silentAfterS">,
): Promise<FleetAnalytics> {
  const nowUs = needs.nowUs();
  const span = spanOf(query, nowUs);
  const monthsUs = calendarMonths(span.fromUs / 1000, span.toUs / 1000).map((ms) => ms * 1000);
  const found = await needs.analytics.gatherCourse({
    ...selectVehicles(caller, query, needs),
    ...span,
    grouping: groupingOf(query.groupBy),
    groups: groupsLimit,
    delays: delaysLimit,
    monthsUs,
    against: query.against ?? null,
  });
  return {
    from: formatTime(span.fromUs),
    to: formatTime(span.toUs),
    step: span.step,
    steps: Array.from({ length: span.steps }, (_, at) => formatTime(span.fromUs + at * span.stepUs)),
    group_by: query.groupBy ?? null,
    months: monthsUs.map(formatTime),
    hazard: presentAges(found.ages),
    all: presentGroup(found.all, span, found.ages.unit),
    groups: found.groups.map((group) => presentGroup(group, span, found.ages.unit)).sort(worstFirst),
    groups_in_all: found.groupsInAll,
    breaches_by_source: found.breachesBySource.map(({ source, breaches }) => ({
      fault_source: source,
      breaches,
    })),
    detection_delays: found.delays.flatMap(presentDelay),
    frames: presentFrames(found.frames),
    as_of: formatTime(nowUs),
  };
}

interface Span {
  readonly fromUs: number;
  readonly toUs: number;
  readonly step: "hour" | "day";
  readonly stepUs: number;
  readonly steps: number;
}

/** Whole steps of UTC, but for the last. */
function spanOf(query: CourseQuery, nowUs: number): Span {
  const toUs = Math.min(query.toUs ?? nowUs, nowUs);
  const askedFromUs = query.fromUs ?? toUs - defaultSpanUs;
  if (askedFromUs >= toUs) throw badTime("from", "from must be before to, and before now.");
  const step = query.step ?? (toUs - askedFromUs <= longestByHoursUs ? "hour" : "day");
  const stepUs = stepsUs[step];
  const fromUs = Math.floor(askedFromUs / stepUs) * stepUs;
  const steps = Math.ceil((toUs - fromUs) / stepUs);
  if (steps > stepsLimit) {
    throw badTime(
      "step",
      `The time asked for has ${steps.toLocaleString("en-GB")} steps of one ${step} each; at most ${stepsLimit.toLocaleString("en-GB")} are taken. Ask for longer steps or less time.`,
    );
  }
  return { fromUs, toUs, step, stepUs, steps };
}

function badTime(parameter: string, detail: string): Refusal {
  const code = "query_parameter_invalid";
  return new Refusal(code, detail, [{ parameter, code, detail }]);
}

function groupingOf(groupBy: string | undefined): Grouping {
  if (groupBy === undefined) return { by: "nothing" };
  if (groupBy === "fleet") return { by: "fleet" };
  if (groupBy === "region") return { by: "region" };
  return { by: "attribute", name: groupBy.slice(groupBy.indexOf(":") + 1) };
}

const dayS = 86_400;

/** A hazard is given for so many of its unit: figures that can be read. */
const hazardPer = { kilometres: 10_000, days: 1_000 } as const;

function presentAges({
  unit,
  edges,
  isOpen,
  vehicles,
  leftOut,
}: FleetCourse["ages"]): FleetAnalytics["hazard"] {
  return {
    against: unit,
    per: hazardPer[unit],
    bins: Array.from({ length: countBins({ edges, isOpen }) }, (_, bin) => ({
      from: edges[bin] ?? 0,
      to: edges[bin + 1] ?? null,
    })),
    vehicles,
    left_out: leftOut,
  };
}

function presentGroup(group: GroupCourse, span: Span, unit: AgeUnit): AnalyticsGroup {
  const course = tierCourse({
    tiers,
    now: group.tiersNow,
    moves: group.moves,
    steps: span.steps,
    endSeconds: (span.toUs - span.fromUs) / secondUs,
  });
  const vehicleDays = group.exposureS / dayS;
  const byTier = <Value>(valueOf: (tier: string) => Value) => ({
    unknown: valueOf("UNKNOWN"),
    nominal: valueOf("NOMINAL"),
    caution: valueOf("CAUTION"),
    critical: valueOf("CRITICAL"),
  });
  return {
    group: group.name,
    vehicles: group.vehicles,
    tiers_now: { ...byTier((tier) => group.tiersNow[tier as keyof typeof group.tiersNow]) },
    tiers_over_time: byTier((tier) => [...(course.atEnd[tier] ?? [])]),
    days_in_tier: byTier((tier) => (course.secondsIn[tier] ?? 0) / dayS),
    vehicle_days: vehicleDays,
    breaches: {
      count: group.breaches,
      per_1000_vehicle_days: poissonRate(group.breaches, vehicleDays / 1000),
    },
    repairs: { count: group.repairs, per_1000_vehicle_days: poissonRate(group.repairs, vehicleDays / 1000) },
    breaches_by_month: group.months.breaches.map((count, month) => {
      const days = (group.months.exposureS[month] ?? 0) / dayS;
      return { count, vehicle_days: days, per_1000_vehicle_days: poissonRate(count, days / 1000) };
    }),
    hazard: group.hazard.firstBreaches.map((count, bin) => {
      const exposure = group.hazard.exposure[bin] ?? 0;
      return { first_breaches: count, exposure, rate: poissonRate(count, exposure / hazardPer[unit]) };
    }),
    drift: perKind(
      ({ drift }) => drift.spread,
      ({ name }) => presentSpread(group.drift[name]),
    ),
  };
}

function presentSpread(spread: DriftSpread | null): AnalyticsGroup["drift"][Kind["drift"]["spread"]] {
  if (spread === null) return null;
  const [p5 = 0, p25 = 0, p50 = 0, p75 = 0, p95 = 0] = spread.quantiles;
  return { vehicles: spread.vehicles, p5, p25, p50, p75, p95 };
}

/** By what the rate is at least: a group of one vehicle with one breach is no reason to look there first. */
function worstFirst(one: AnalyticsGroup, other: AnalyticsGroup): number {
  const least = ({ breaches }: AnalyticsGroup) => breaches.per_1000_vehicle_days?.low ?? -1;
  return least(other) - least(one) || other.vehicles - one.vehicles;
}

function presentDelay({
  source,
  seconds,
}: FleetCourse["delays"][number]): FleetAnalytics["detection_delays"] {
  const quantiles = quantilesOf(seconds, [0.1, 0.5, 0.9]);
  if (quantiles === null) return [];
  const [p10 = 0, p50 = 0, p90 = 0] = quantiles;
  return [{ fault_source: source, breaches: seconds.length, p10_s: p10, p50_s: p50, p90_s: p90 }];
}

function presentFrames(frames: FleetCourse["frames"]): FleetAnalytics["frames"] {
  if (frames === null) return null;
  return {
    from: formatTime(frames.fromUs),
    step_s: frames.stepS,
    received: [...frames.received],
    late: [...frames.late],
    late_rate: frames.received.map((count, at) => (count === 0 ? null : frames.late[at]! / count)),
    expected_per_step: frames.expectedPerStep,
  };
}
