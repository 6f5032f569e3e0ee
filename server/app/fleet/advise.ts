import { formatTime } from "../../../core/encoding/instant.ts";
import { type Action, type Tier, tiers } from "../../../core/scoring/model/tier.ts";
import type { ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import type { Work } from "../ports/work.ts";
import { isHeld, queueHeld } from "../work/queue-held.ts";
import type { Advice } from "./advice.ts";
import { explainWork } from "./explain-work.ts";
import { isSilent, tierToday, tierTodaySinceUs } from "./silence.ts";

/** What the vehicle's own verdict rests on; of one that is silent also that this is old news. */
export function explainVehicle(
  vehicle: VehicleSummary,
  limits: ScoringSettings["limits"],
  silent: boolean,
): string {
  if (!silent) return verdictText(vehicle, limits);
  return vehicle.recommendedAction === "none" && vehicle.reason === "in_control"
    ? `No frame since ${lastReceived(vehicle)}: its present state is not known. At its last frame no sensor differed from its baseline by more than ordinary noise.`
    : `${verdictText(vehicle, limits)} ${silentText(vehicle)}`;
}

/** What is said behind any sentence about a vehicle that is silent. */
export function silentText(vehicle: Pick<VehicleSummary, "lastReceivedUs">): string {
  return `No frame since ${lastReceived(vehicle)}: this is its last known state.`;
}

function verdictText(vehicle: VehicleSummary, limits: ScoringSettings["limits"]): string {
  if (vehicle.recommendedAction !== "none") return explainWork(vehicle, limits);
  if (vehicle.reason === "learning") return learningText(vehicle);
  if (vehicle.reason === "in_control")
    return "No sensor differs from its baseline by more than ordinary noise.";
  return explainWork(vehicle, limits);
}

function learningText({ baselineFrames, baselineNeeded }: VehicleSummary): string {
  const frames = baselineNeeded === 1 ? "frame" : "frames";
  return `The baseline is still being learnt, from ${baselineFrames} of ${baselineNeeded} usable ${frames}: no verdict on drift yet.`;
}

function lastReceived({ lastReceivedUs }: Pick<VehicleSummary, "lastReceivedUs">): string {
  return `${formatTime(lastReceivedUs).slice(0, 16).replace("T", " ")} UTC`;
}

interface AdviceGrounds {
  readonly silentBeforeUs: number;
  readonly settings: Pick<ScoringSettings, "limits">;
}

/**
 * The vehicle's own verdict, or what people and the check of a repair know beyond it: whichever is more urgent. A verdict
 * after a repair goes by the baseline learnt since, and does not know that this holds the fault.
 */
export function adviseOn(vehicle: VehicleSummary, work: Work, grounds: AdviceGrounds): Advice {
  const own = ownAdvice(vehicle, grounds);
  if (!isHeld(work)) return own;
  const held = queueHeld(work);
  const isOwnFirst = work.hold?.reason !== "not_restored" || own.priority >= held.priority;
  if (vehicle.recommendedAction !== "none" && isOwnFirst)
    return { ...own, priority: Math.max(own.priority, held.priority) };
  if (!isSilent(vehicle, grounds.silentBeforeUs)) return held;
  return {
    ...held,
    toDo: held.action === "none" ? own.toDo : held.toDo,
    why: `${held.why} ${silentText(vehicle)}`,
  };
}

function ownAdvice(vehicle: VehicleSummary, { silentBeforeUs, settings }: AdviceGrounds): Advice {
  const silent = isSilent(vehicle, silentBeforeUs);
  return {
    action: vehicle.recommendedAction,
    toDo: toDoOf(vehicle, silent),
    why: explainVehicle(vehicle, settings.limits, silent),
    source: vehicle.probableFaultSource,
    sinceUs: noisySinceUs(vehicle) ?? tierTodaySinceUs(vehicle, silentBeforeUs),
    priority: priorityOf(tierToday(vehicle, silentBeforeUs), vehicle),
  };
}

const instructions: Readonly<Record<Exclude<Action, "none">, string>> = {
  monitor: "Keep watching",
  inspect_sensor: "Inspect the sensors",
  schedule_calibration: "Schedule a calibration",
  calibration_required: "Calibrate before further use",
};

function toDoOf(
  { recommendedAction: action, probableFaultSource: source, noise, ...vehicle }: VehicleSummary,
  silent: boolean,
): string {
  if (action === "none") return toDoAboutNothing(vehicle, silent);
  if (action !== "inspect_sensor") return instructions[action];
  if (vehicle.reason === "sensor_late") return "Inspect its clock and the order of its frames";
  const suspects = vehicle.reason === "noise_inflation" ? noise.map(({ sensor }) => sensor) : [source];
  const [only] = suspects;
  const isOne = suspects.length === 1 && only !== "none" && only !== "multi_modal";
  return isOne ? `Inspect the ${only}` : instructions[action];
}

/** "Nothing to do" would sound like "in order", which of a vehicle that is silent or learning nobody knows. */
function toDoAboutNothing({ reason }: Pick<VehicleSummary, "reason">, silent: boolean): string {
  if (silent) return "Check its connection and its power";
  if (reason === "repeating") return "Check what sends its frames, unless it stands still";
  return reason === "learning" ? "No verdict yet: keep sending frames" : "Nothing to do";
}

/** Noise moves no tier: a vehicle that is listed for it is so since its noise grew. */
function noisySinceUs({ reason, noise }: VehicleSummary): number | null {
  return reason === "noise_inflation" && noise.length > 0
    ? Math.min(...noise.map(({ sinceUs }) => sinceUs))
    : null;
}

/** Thousands for the tier, and within it what the worst channel has lost of its health: the order of the queue as a number. */
function priorityOf(tier: Tier, vehicle: VehicleSummary): number {
  return 1000 * tiers.indexOf(tier) + 100 - (vehicle.healthScore ?? 100);
}
