import type { ProvisionalVerdict, Reason, Score } from "../model/score.ts";
import { chartOf } from "../model/rows/channel-charts.ts";
import { channels, limitedSensors } from "../model/sensors.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { SensorTrack, VehicleState } from "../model/state.ts";
import type { Tier } from "../model/tier.ts";
import { statedNats, statedVerdict } from "./stated-numbers.ts";

/** What a verdict says that seems not to go together. */
export const verdictNoteCodes = [
  "critical_below_limit",
  "breach_below_limits",
  "breach_under_hold",
  "statistic_without_breach",
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
  /** W; null when no start of a change is likelier than none. */
  readonly nats: number | null;
  readonly cautionLimit: number;
  readonly criticalLimit: number;
  /** Largest sum of the tabular charts; null when none is at hand. */
  readonly largestChart: number | null;
  readonly chartLimit: number;
  /** What the open breach rests on while it is provisional. */
  readonly provisional: ProvisionalVerdict | null;
  /** Of the sensors of which more than a few readings came too late; empty for a single score, which does not know. */
  readonly late: readonly LateSensor[];
}

/** How many readings of a sensor came too late, of all of them; and its clock. */
interface LateSensor extends Pick<SensorTrack, "frames" | "clock"> {
  readonly sensor: LimitedSensor;
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
  critical_below_limit: ({ tier, reason, criticalLimit }) =>
    tier === "CRITICAL" && reason === "sustained_evidence"
      ? `CRITICAL by sustained drift: beyond the caution limit with the required probability, and W at ${criticalLimit} nats or more for 20 blocks; not confirmed beyond the critical limit. Calibrate before further use.`
      : null,
  breach_below_limits: ({ breached, tier }) =>
    breached && tier === "NOMINAL"
      ? "cusum_triggered beside NOMINAL: a lasting change is certain, and it is smaller than half the caution limit with the required probability. Its breach stays open until the change ends; only watch it."
      : null,
  breach_under_hold: ({ breached, nats, cautionLimit, provisional }) =>
    breached && provisional === null && (nats === null || nats < cautionLimit)
      ? `The breach is open although W is under its limit of ${cautionLimit} nats: a breach that was opened ends with the change, not with the statistic.`
      : null,
  statistic_without_breach: ({ breached, nats, cautionLimit }) =>
    !breached && nats !== null && nats >= cautionLimit
      ? `W is at its limit of ${cautionLimit} nats and no breach is open: it rests on one or two blocks, which never decide alone, or the baseline is provisional and its correlation must be checked once more.`
      : null,
  charts_do_not_decide: ({ breached, largestChart, chartLimit }) =>
    breached && largestChart !== null && largestChart < chartLimit
      ? `The tabular CUSUM of the channels (largest sum ${largestChart.toFixed(1)} of ${chartLimit}) is a chart and decides nothing: it has its own baseline and assumes a fixed size of shift. What decided is W, cusum_statistic.`
      : null,
  verdict_provisional: ({ provisional }) => (provisional === null ? null : describeProvisional(provisional)),
  readings_late: ({ late }) => textOfLate(late),
};

function textOfLate(late: readonly LateSensor[]): string | null {
  return late.length === 0 ? null : late.map(describeLate).join(" ");
}

function describeLate({ sensor, frames, clock }: LateSensor): string {
  const { late, newestUs, apartUs, lateRun } = clock;
  const weeks = lateRun > 0 ? Math.round((newestUs! - apartUs!) / weekUs) : 0;
  const back = weeks === gpsWeeks ? ` Its clock went back by ${gpsWeeks} weeks (GPS week roll-over).` : "";
  return `${late} of ${frames + late} frames of the ${sensor} came too late to be judged: more than ten minutes older than the newest of that sensor.${back} Send its frames in the order of their times, and check its clock; one that was set back is followed after 20 frames.`;
}

const weekUs = 7 * 86_400_000_000;
/** What the week of the older GPS message counts to. */
const gpsWeeks = 1024;

function lateSensors({ tracks }: VehicleState): readonly LateSensor[] {
  return limitedSensors
    .map((sensor) => ({ sensor, frames: tracks[sensor].frames, clock: tracks[sensor].clock }))
    .filter(({ frames, clock }) => clock.lateRun > 0 || clock.late > lateShare * (frames + clock.late));
}

const lateShare = 0.01;

function describeProvisional(verdict: ProvisionalVerdict): string {
  const { sensor, blocksBefore, blocksAfter, framesPerBlock, correlation, statistic, limit } = verdict;
  const [drift, sd] = [verdict.drift, verdict.driftSd].map((value) => value.toFixed(3)) as [string, string];
  const unit = sensor === "camera" ? "°" : " m";
  const frames = framesPerBlock === 1 ? "1 frame" : `${framesPerBlock} frames`;
  return `Provisional: the ${sensor} has no baseline yet. Its ${blocksAfter} newest blocks of ${frames} stood ${drift}${unit} ± ${sd}${unit} from the ${blocksBefore} before them (W ${statistic.toFixed(2)} over the possible splits, limit ${limit}, correlation ${correlation.toFixed(2)}). Such a verdict is at most CAUTION; W confirms it, or it ends with the change.`;
}

/** The notes on one frame's score. */
export function notesOnScore(score: Score): readonly VerdictNote[] {
  const sums = score.channels.map(({ cusumUpper, cusumLower }) => Math.max(cusumUpper, cusumLower));
  return explainVerdict({
    tier: score.tier,
    reason: score.reason,
    breached: score.cusumTriggered,
    nats: score.cusumStatistic,
    cautionLimit: score.cautionLimit,
    criticalLimit: score.criticalLimit,
    largestChart: sums.length === 0 ? null : Math.max(...sums),
    chartLimit: score.channels[0]?.cusumLimit ?? 0,
    provisional: score.provisional,
    late: [],
  });
}

/** What a single score cannot say: how many readings came too late. */
export function notesOnLate(state: VehicleState): readonly VerdictNote[] {
  const text = textOfLate(lateSensors(state));
  return text === null ? [] : [{ code: "readings_late", text }];
}

/** The notes on a vehicle as it stands. */
export function notesOnState(state: VehicleState, settings: ScoringSettings): readonly VerdictNote[] {
  const { evidence, chart } = settings;
  const sums = channels.flatMap((_, channel) => {
    const { upper, lower } = chartOf(state.charts, channel);
    return [upper, lower];
  });
  return explainVerdict({
    tier: state.tier.tier,
    reason: state.tier.reason,
    breached: state.breach !== null,
    nats: statedNats(state.finding.nats),
    cautionLimit: evidence.cautionNats,
    criticalLimit: evidence.criticalNats,
    largestChart: Math.max(...sums),
    chartLimit: chart.h,
    provisional: statedVerdict(state.breach),
    late: lateSensors(state),
  });
}
