import { perKind } from "../../../core/sensors/sensor-lists.ts";
import type { AnalyticsGroup, FleetAnalytics } from "../../../clients/typescript/generated/contract.ts";
import { duration, durationInWords, utcMinute } from "../../labels/moments.ts";
import { count, counted, percent } from "../../labels/quantities.ts";

/** What a group is called. Vehicles that never gave the value are a group, too. */
export function groupLabel({ group }: Pick<AnalyticsGroup, "group">): string {
  return group ?? "without a value";
}

/** Whether it is getting worse, for who looks for five seconds. */
export function sayCourse(
  { vehicles, tiers_over_time: over }: AnalyticsGroup,
  steps: readonly string[],
): string {
  const first = needing(over, 0);
  const last = needing(over, steps.length - 1);
  const most = Math.max(0, ...steps.map((_, at) => needing(over, at)));
  const now = `${count(last)} of ${count(vehicles)} need action now (critical or caution)`;
  const change =
    last === first
      ? "as many as at the beginning"
      : `${count(Math.abs(last - first))} ${last > first ? "more" : "fewer"} than at the beginning`;
  const peak = steps.findIndex((_, at) => needing(over, at) === most);
  return most > last && peak >= 0
    ? `${now}, ${change}; most were ${count(most)}, ${utcMinute(steps[peak]!)}.`
    : `${now}, ${change}.`;
}

export function needing(over: AnalyticsGroup["tiers_over_time"], at: number): number {
  return (over.critical[at] ?? 0) + (over.caution[at] ?? 0);
}

/** A rate is said with what it rests on: few vehicle-days say little. */
export function sayRate({ breaches, vehicle_days: days }: AnalyticsGroup): string {
  const rate = breaches.per_1000_vehicle_days;
  if (rate === null) return "no exposure";
  return `${wholeRate(rate.value)} (${wholeRate(rate.low)} to ${wholeRate(rate.high)}) from ${count(breaches.count)} in ${daysText(days)}`;
}

/** The same of the whole fleet, as a sentence by itself. */
export function sayWholeRate({ breaches, vehicle_days: days }: AnalyticsGroup): string {
  const rate = breaches.per_1000_vehicle_days;
  if (rate === null) return "No days seen.";
  const range = `${wholeRate(rate.low)} to ${wholeRate(rate.high)}`;
  return `${wholeRate(rate.value)} breaches in ${count(1000)} vehicle-days (${range}): ${count(breaches.count)} in ${daysText(days)} so far.`;
}

/** Small rates keep two figures: the upper end of an interval is never nothing. */
export function wholeRate(value: number): string {
  if (value >= 10 || value === 0) return count(value);
  return value >= 0.1 ? value.toFixed(1) : value.toPrecision(2);
}

export function daysText(days: number): string {
  return `${days >= 10 ? count(days) : days.toFixed(1)}\u00a0vehicle-days`;
}

/** Which group breaks most, where that can be said. */
export function sayWorst({ groups, all }: FleetAnalytics): string {
  const [worst, ...others] = groups;
  const rate = worst?.breaches.per_1000_vehicle_days ?? null;
  if (worst === undefined || rate === null || worst.breaches.count === 0) return "No breach in this time.";
  const highest = Math.max(0, ...others.map(({ breaches }) => breaches.per_1000_vehicle_days?.high ?? 0));
  const least = Math.min(...others.map(({ breaches }) => breaches.per_1000_vehicle_days?.high ?? Infinity));
  const name = groupLabel(worst);
  if (rate.low > highest)
    return `${name} breaks most: its rate is significantly above that of every other group.`;
  if (rate.low > least) return `${name} breaks significantly more than some others.`;
  return `No group breaks significantly more than the others: ${count(all.breaches.count)} breaches are too few to distinguish them.`;
}

export function shareOfTime({ days_in_tier: days }: AnalyticsGroup): string {
  const all = days.unknown + days.nominal + days.caution + days.critical;
  return all === 0 ? "–" : percent((days.critical + days.caution) / all);
}

export function sayDelays({ detection_delays: delays }: FleetAnalytics): string {
  if (delays.length === 0) return "No breach with a known beginning in this time.";
  const slowest = delays
    .filter(({ breaches }) => breaches >= fewestForShares)
    .toSorted((one, other) => other.p50_s - one.p50_s)[0];
  if (slowest === undefined) return `Too few to say how soon: ${delays.map(sayFewDelays).join("; ")}.`;
  return `Half of the changes of ${faultWords[slowest.fault_source] ?? slowest.fault_source} were noticed within ${duration(slowest.p50_s)}, nine of ten within ${duration(slowest.p90_s)}.`;
}

/** "Nine of ten" of two cases is no share of anything: so few are shown as they are. */
const fewestForShares = 5;

function sayFewDelays(delay: FleetAnalytics["detection_delays"][number]): string {
  const { fault_source: source, breaches, p10_s: least, p90_s: most } = delay;
  const what = `${counted(breaches, "change")} of ${faultWords[source] ?? source}`;
  const [from, to] = [durationInWords(least), durationInWords(most)];
  return from === to ? `${what} noticed after ${to}` : `${what} noticed after about ${from} to ${to}`;
}

export const faultWords: Readonly<Record<string, string>> = {
  none: "no sensor",
  ...perKind(
    ({ name }) => name,
    ({ name }) => `the ${name}`,
  ),
  multi_modal: "several sensors",
};

/** Shares of the usual: below the one frames are missing, above the other it is not known what is usual. */
const [leastUsual, mostUsual] = [0.95, 1.5];

export function sayFrames({
  received,
  late,
  expected_per_step: expected,
}: NonNullable<FleetAnalytics["frames"]>): string {
  if (received.length === 0) return "No whole quarter of an hour has passed yet.";
  const all = sumOf(received);
  const said = sayReceived(all, expected * received.length);
  const tooLate = sumOf(late);
  return tooLate === 0
    ? said
    : `${said} ${count(tooLate)} (${percent(tooLate / all)}) came too late to be judged.`;
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, one) => sum + one, 0);
}

function sayReceived(all: number, usual: number): string {
  const came = counted(all, "frame");
  if (usual === 0) return `Not known yet: ${came} came, and what is usual is not known.`;
  const share = all / usual;
  // So many more than usual say only that what is usual was counted while little came.
  if (share > mostUsual)
    return `Not known yet: ${came} came, far more than the ${count(usual)} that were usual so far.`;
  const compared = `${came} came, usually ${count(usual)} do in this time (${percent(share)})`;
  return share < leastUsual ? `Yes: ${compared}.` : `No: ${compared}.`;
}
