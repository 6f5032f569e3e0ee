import type {
  VehicleDetail,
  VehicleSeries,
  WorkEntry,
} from "../../../../clients/typescript/generated/contract.ts";
import { changesOf, momentsOf, stagesOf, timesOf } from "../../../charts/moments-of.ts";
import { utcSecond } from "../../../labels/moments.ts";
import { tierLabel } from "../../../labels/tier-labels.ts";
import { actorLabel, entryLabel } from "../../../labels/work-labels.ts";

/** Something that happened to a vehicle, at its place under the charts' time axis. */
export interface StripEvent {
  readonly kind: "onset" | "signal" | "tier" | "recalibrated" | "work";
  /** Seconds since 1970, the vehicle's time. */
  readonly atS: number;
  /** A word for the strip. */
  readonly word: string;
  /** What happened, as a clause for the list and for whoever listens. */
  readonly text: string;
  /** Of a tier. */
  readonly tone?: string;
}

type Reported = Pick<VehicleDetail, "tier_history" | "open_breach" | "change_began">;

/**
 * All that is known to have happened in what the charts show, oldest first. What the service did at its own time stands where
 * the vehicle's journal was then: a replayed stream has other times than the service.
 */
export function stripEvents(
  series: VehicleSeries,
  vehicle: Reported,
  work: readonly WorkEntry[],
): readonly StripEvent[] {
  const moments = [...momentsOf(series, changesOf(vehicle)), ...stagesOf(series, vehicle)];
  const events: readonly StripEvent[] = [
    ...moments.map(({ kind, atS }) => ({ kind, atS, word: kind, text: momentTexts[kind] })),
    ...vehicle.tier_history.flatMap((change) => tierEvent(series, change)),
    ...work.flatMap((entry) => workEvent(series, entry)),
  ];
  return [...events].sort((one, other) => one.atS - other.atS || rankOf(one) - rankOf(other));
}

/** `2026-03-01 08:05:00 UTC: tier Caution, before it Nominal`. */
export function eventText({ atS, text }: StripEvent): string {
  return `${utcSecond(new Date(atS * 1000).toISOString())}: ${text}`;
}

/** The one after, or before, a time; null where there is none. */
export function eventBeside(
  events: readonly StripEvent[],
  { atS, step }: { readonly atS: number | null; readonly step: 1 | -1 },
): StripEvent | null {
  if (step === 1) return events.find((event) => atS === null || event.atS > atS + closeS) ?? null;
  return events.findLast((event) => atS === null || event.atS < atS - closeS) ?? null;
}

/** The cursor stands on points; an event may lie a little beside the nearest. */
const closeS = 0.001;

const momentTexts = {
  onset: "the change most likely began",
  signal: "the detector signalled a change",
  recalibrated: "the baseline was reset",
} as const;

/** Of one moment what led to the other comes first. */
const order: readonly StripEvent["kind"][] = ["onset", "signal", "tier", "work", "recalibrated"];

function rankOf({ kind }: StripEvent): number {
  return order.indexOf(kind);
}

/** A baseline begun afresh has its own mark. */
function tierEvent(
  series: VehicleSeries,
  { from, to, decided_by: reason, frame_seq: seq }: VehicleDetail["tier_history"][number],
): readonly StripEvent[] {
  if (to === "UNKNOWN" && reason === "learning") return [];
  const atS = timeOfFrame(series, seq);
  const { word, tone } = tierLabel(to);
  return atS === null
    ? []
    : [{ kind: "tier", atS, word, text: `tier ${word}, before it ${tierLabel(from).word}`, tone }];
}

function workEvent(series: VehicleSeries, entry: WorkEntry): readonly StripEvent[] {
  const atS = timeOfFrame(series, entry.frame_seq);
  return atS === null
    ? []
    : [{ kind: "work", atS, word: "work", text: `${actorLabel(entry.by)} ${entryLabel(entry)}` }];
}

/** Of the point that stands for an entry of the journal, or the last before it; null outside of what is shown. */
function timeOfFrame({ frame_seqs: seqs, ...series }: VehicleSeries, seq: number): number | null {
  const times = timesOf({ frame_seqs: seqs, ...series });
  const at = seqs.findIndex((newest) => newest >= seq);
  if (at === -1) return seqs.length === 0 ? null : (times.at(-1) ?? null);
  // Before the first point there may be much that is not shown.
  return at === 0 && seqs[0] !== seq ? null : (times[at] ?? null);
}
