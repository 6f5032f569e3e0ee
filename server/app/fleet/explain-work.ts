import { sensorKinds } from "../../../core/sensors/kinds.ts";
import { type Kind, kindOf, type OwnReason } from "../../../core/sensors/sensor-lists.ts";
import { formatTime } from "../../../core/encoding/instant.ts";
import type { LimitPair, ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import type { Reason } from "../../../core/scoring/model/score.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";

type Limits = ScoringSettings["limits"];

/**
 * Distance at which a camera's angle is printed in metres too: degrees mean little to most people. It is the most the
 * picture moves by; a turn about the viewing axis moves its edges and not its middle.
 */
const printedAtM = 50;
/** Less than this share of the CAUTION limit is not mentioned when several sensors share a fault. */
const noticeableShare = 0.25;

/**
 * One sentence for the person who has to act: what moved, by how much, and since when it counts as such. When the change
 * began is another date, and earlier: `change_began` of the vehicle.
 */
export function explainWork(vehicle: VehicleSummary, limits: Limits): string {
  const since = `${vehicle.tier} since ${minuteOf(vehicle.tierSinceUs)}`;
  return explanations[vehicle.reason]({ vehicle, since, moved: movedSensors(vehicle, limits) });
}

interface Explained {
  readonly vehicle: VehicleSummary;
  readonly since: string;
  readonly moved: readonly MovedSensor[];
}

type Explain = (explained: Explained) => string;

const explanations: Readonly<Record<Reason, Explain>> = {
  critical_limit_exceeded: ({ moved, since }) =>
    `${driftText(moved)}, beyond ${limitText(beyond(moved, "critical"), "critical")} (${since}).`,
  caution_limit_exceeded: ({ moved, since }) =>
    `${driftText(moved)}, beyond ${limitText(beyond(moved, "caution"), "caution")} (${since}).`,
  hysteresis_hold: ({ moved, since }) =>
    `${driftText(moved)} now; it improved, but not yet for long enough to clear (${since}).`,
  change_below_limit: ({ moved }) =>
    `${driftText(moved)}: a real change, too small to matter yet: keep an eye on it.`,
  baseline_beyond_limits: ({ moved, vehicle }) =>
    `${sensorNames(moved)} beyond the limits since this baseline was learnt (noticed ${minuteOf(vehicle.tierSinceUs)}): the baseline itself contains the fault.`,
  convention_changed: ({ vehicle, since }) =>
    `The ${vehicle.probableFaultSource}'s numbers mean something else than before (${since}): a transposed matrix, another order of columns or another unit, such as millimetres for metres. Compare the software before and after; no drift is given until then.`,
  ...ofOneSensor(),
  repeating: ({ vehicle }) =>
    `No verdict since ${minuteOf(vehicle.tierSinceUs)}: its frames repeat one another, digit for digit.`,
  noise_inflation: ({ vehicle }) => `${noiseText(vehicle)}: look for a loose mount, dirt or damage.`,
  sensor_late: ({ since }) =>
    `The newest frames of a sensor all came too late to be judged (${since}): send each sensor's frames in the order of their times, and check its clock.`,
  learning: () =>
    "A sensor is silent, repeats one value, or gives many outliers while the baseline is being learnt: inspect the sensors.",
  in_control: () =>
    "A sensor is silent, repeats one value, matches poorly, or gives many outliers: inspect the sensors; nothing has drifted.",
};

function ofOneSensor(): Readonly<Record<OwnReason, Explain>> {
  const sentences = sensorKinds.flatMap(({ name, ownReason }) => {
    if (ownReason === null) return [];
    const { code, finding, toDo } = ownReason;
    return [[code, ({ since }: Explained) => `The ${name} ${finding} (${since}): ${toDo}.`]];
  });
  return Object.fromEntries(sentences) as Record<OwnReason, Explain>;
}

/** One sensor's drift, as text and against its limits. */
interface MovedSensor {
  readonly name: string;
  readonly text: string;
  readonly limits: LimitPair;
  readonly limitIn: (limit: number) => string;
  /** Size of the drift in units of the CAUTION limit. */
  readonly share: number;
}

/** The sensor at fault; of a fault that several share those that have moved noticeably, largest first. */
function movedSensors(vehicle: VehicleSummary, limits: Limits): readonly MovedSensor[] {
  const { probableFaultSource: source } = vehicle;
  if (source !== "multi_modal" && source !== "none") return [movedSensor(kindOf(source), vehicle, limits)];
  const byShare = sensorKinds
    .map((kind) => movedSensor(kind, vehicle, limits))
    .toSorted((one, other) => other.share - one.share);
  const noticeable = byShare.filter(({ share }) => share >= noticeableShare);
  return noticeable.length > 0 ? noticeable : byShare.slice(0, 1);
}

function movedSensor(kind: Kind, vehicle: VehicleSummary, settings: Limits): MovedSensor {
  const { name, unit, faultSides, drift: stated, words } = kind;
  const drift = (vehicle[stated.field] ?? 0) / stated.factor;
  const limits = settings[stated.setting];
  return {
    name,
    text: `${words.moved} ${unit === "deg" ? angleText(drift) : `${withSign(drift, 3)} m`}`,
    limits,
    limitIn: unit === "deg" ? (limit) => `${limit.toFixed(2)}°` : lengthText,
    // An error only counts where it has grown.
    share: (faultSides === "both" ? Math.abs(drift) : drift) / limits.caution,
  };
}

function angleText(deg: number): string {
  const offM = printedAtM * Math.tan((deg * Math.PI) / 180);
  return `${deg.toFixed(2)}° (up to ${offM.toFixed(2)} m at ${printedAtM} m)`;
}

/** Those beyond their limit; the first where noise has brought all back under it, since a limit did decide the tier. */
function beyond(moved: readonly MovedSensor[], kind: keyof LimitPair): readonly MovedSensor[] {
  const those = moved.filter(({ share, limits }) => share * limits.caution >= limits[kind]);
  return those.length > 0 ? those : moved.slice(0, 1);
}

function driftText(moved: readonly MovedSensor[]): string {
  return capitalised(listed(moved.map(({ text }) => text)));
}

function limitText(moved: readonly MovedSensor[], kind: keyof LimitPair): string {
  const text = moved.map(({ limits, limitIn }) => limitIn(limits[kind]));
  return `the ${kind} ${text.length === 1 ? "limit" : "limits"} of ${listed(text)}`;
}

/** Each sensor by itself: what is loose, and what is dirty, need not have become so on the same day. */
function noiseText({ noise }: VehicleSummary): string {
  const text = noise.map(({ sensor, sinceUs }) => `the ${sensor} since ${minuteOf(sinceUs)}`);
  return `Noise far above the baseline: ${text.join(", ")}`;
}

function sensorNames(moved: readonly MovedSensor[]): string {
  const names = listed(moved.map(({ name }) => `the ${name}`));
  return `${capitalised(names)} ${moved.length === 1 ? "has" : "have"} been`;
}

/** `a`, `a and b`, `a, b and c`. */
function listed(texts: readonly string[]): string {
  return [texts.slice(0, -1).join(", "), ...texts.slice(-1)].filter((text) => text !== "").join(" and ");
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** To the millimetre. */
function lengthText(valueM: number): string {
  return `${valueM.toFixed(3)} m`;
}

function withSign(value: number, digits: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;
}

/** `2026-03-01 07:41 UTC`. */
function minuteOf(timeUs: number): string {
  return `${formatTime(timeUs).slice(0, 16).replace("T", " ")} UTC`;
}
