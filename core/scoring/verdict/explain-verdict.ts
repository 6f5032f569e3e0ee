import { sensorsIn, vehicleRow, type SensorRows } from "../model/rows.ts";
import { reasons, type Reason, type Score } from "../model/score.ts";
import { tiers, type Tier } from "../model/tier.ts";
import { chartLimit } from "./score-of.ts";
import type { VehicleState } from "../model/state.ts";

/** What a verdict says that seems not to go together. */
export const verdictNoteCodes = [
  "breach_below_limits",
  "tier_held",
  "charts_do_not_decide",
  "verdict_provisional",
  "readings_late",
] as const;

export interface VerdictNote {
  readonly code: (typeof verdictNoteCodes)[number];
  /** One or two sentences for a person. */
  readonly text: string;
}

/** What the notes go by. */
export interface VerdictFacts {
  readonly tier: Tier;
  readonly reason: Reason;
  readonly breached: boolean;
  /** Largest sum of the tabular charts; null when none is at hand. */
  readonly largestChart: number | null;
  readonly chartLimit: number;
  readonly provisional: boolean;
  /** Of the sensors of which more than a few readings came too late; empty for a single score, which does not know. */
  readonly late: readonly SensorRows[];
}

/** Notes for whoever wonders at a verdict; mostly none. */
export function explainVerdict(facts: VerdictFacts): readonly VerdictNote[] {
  return verdictNoteCodes.flatMap((code) => {
    const text = notes[code](facts);
    return text === null ? [] : [{ code, text }];
  });
}

/** The text of each note where it applies. */
const notes: Readonly<Record<VerdictNote["code"], (facts: VerdictFacts) => string | null>> = {
  breach_below_limits: ({ breached, tier }) =>
    breached && tier === "NOMINAL"
      ? "cusum_triggered beside NOMINAL: a lasting change is proved, and it is smaller than the caution limit. Its breach stays open until the change ends; only watch it."
      : null,
  tier_held: ({ reason }) =>
    reason === "hysteresis_hold"
      ? "The tier is held: what it stands for has become less likely, and not yet by enough or for ten blocks."
      : null,
  charts_do_not_decide: ({ breached, largestChart, chartLimit }) =>
    breached && largestChart !== null && largestChart < chartLimit
      ? `The tabular CUSUM of the channels (largest sum ${largestChart.toFixed(1)} of ${chartLimit}) is a chart and decides nothing: it assumes independent blocks and a fixed size of shift. What decided is the log likelihood ratio, cusum_statistic.`
      : null,
  verdict_provisional: ({ provisional }) =>
    provisional
      ? "Provisional: the sensor has fewer than 200 blocks, so its noise is not well known. By the statistic alone such a verdict is at most CAUTION."
      : null,
  readings_late: ({ late }) => (late.length === 0 ? null : late.map(describeLate).join(" ")),
};

function describeLate(sensor: SensorRows): string {
  const late = sensor.of("lateReadings");
  return `${late} of ${sensor.of("readings") + late} frames of the ${sensor.kind} came too late to be judged: older than the newest of that sensor by more than the reordering window. Send its frames in the order of their times, and check its clock; one that was set back, as by a GPS week roll-over, is followed after 20 frames.`;
}

/** The sensors of which more than a few readings came too late. */
export function lateSensors({ rows }: Pick<VehicleState, "rows">): readonly SensorRows[] {
  return sensorsIn(rows).filter((sensor) => {
    const late = sensor.of("lateReadings");
    if (sensor.kind === "confidence") return false;
    return sensor.of("lateRun") > 0 || late > lateShare * (sensor.of("readings") + late);
  });
}

const lateShare = 0.01;

/** The notes on one frame's score. */
export function notesOnScore(score: Score): readonly VerdictNote[] {
  const sums = score.channels.map(({ cusumUpper, cusumLower }) => Math.max(cusumUpper, cusumLower));
  return explainVerdict({
    tier: score.tier,
    reason: score.reason,
    breached: score.cusumTriggered,
    largestChart: sums.length === 0 ? null : Math.max(...sums),
    chartLimit: score.channels[0]?.cusumLimit ?? 0,
    provisional: score.warnings.includes("verdict_provisional"),
    late: [],
  });
}

/** What a single score cannot say: how many readings came too late. */
export function notesOnLate(state: VehicleState): readonly VerdictNote[] {
  return notesOnState(state).filter(({ code }) => code === "readings_late");
}

/** The notes on a vehicle as it stands. */
export function notesOnState({ rows }: Pick<VehicleState, "rows">): readonly VerdictNote[] {
  const sensors = sensorsIn(rows).filter(({ kind }) => kind !== "confidence");
  const sums = sensors.flatMap((sensor) =>
    [0, 1, 2].flatMap((axis) => [sensor.of("chartUpper", axis), sensor.of("chartLower", axis)]),
  );
  return explainVerdict({
    tier: tiers[rows[vehicleRow.tier]!]!,
    reason: reasons[rows[vehicleRow.reason]!]!,
    breached: rows[vehicleRow.breached] === 1,
    largestChart: sums.length === 0 ? null : Math.max(...sums),
    chartLimit,
    provisional: sensors.some((sensor) => sensor.is("provisional")),
    late: lateSensors({ rows }),
  });
}
