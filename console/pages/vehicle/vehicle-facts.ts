import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";
import { noiseLabel, trendLabel } from "../../labels/course-labels.ts";
import { droppedLabel } from "../../labels/sensor-labels.ts";
import { utcMinute } from "../../labels/moments.ts";
import { count, degrees, sensorMetres, percent } from "../../labels/quantities.ts";
import { driftLabel, limitLabel, meaningLabel } from "../../labels/sensor-labels.ts";
import { tierLabel } from "../../labels/tier-labels.ts";
import { faultSourceLabel } from "../../labels/verdict-labels.ts";
import { type SensorStanding, sensorStandings } from "./sensor-standing.ts";

/** One thing a reader asks next, and the answer for this vehicle. */
export interface VehicleFact {
  readonly question: string;
  readonly answer: string;
}

/** Which sensor, how far beyond which limit, since when, how sure, where it leads: in this order, in words. */
export function vehicleFacts(vehicle: VehicleDetail): readonly VehicleFact[] {
  if (vehicle.baseline.state === "learning" && vehicle.open_breach === null)
    return [...learningFacts(vehicle), ...droppedFacts(vehicle)];
  const standings = sensorStandings(vehicle);
  const [nearest] = standings;
  const sources = standings.filter(({ isSource }) => isSource);
  const list = sources.length > 0 ? sources : nearest === undefined ? [] : [nearest];
  return [
    {
      question: list.length > 1 ? "Which sensors" : "Which sensor",
      answer: whichLabel(list, sources.length),
    },
    { question: "Beyond which limit", answer: list.map((each) => limitsLabel(each, list.length)).join("; ") },
    { question: "Since when", answer: sinceLabel(vehicle) },
    { question: "How sure", answer: sureLabel(vehicle, standings) },
    { question: "Trend", answer: aheadLabel(vehicle) },
    ...(vehicle.noise.length > 0 ? [{ question: "Noise", answer: noiseLabel(vehicle.noise) }] : []),
    ...droppedFacts(vehicle),
  ];
}

/** A sensor that reports what it cannot measure is left out, and nothing else on the page would tell. */
function droppedFacts({ dropped_readings: dropped }: VehicleDetail): readonly VehicleFact[] {
  if (dropped === undefined || dropped === null || dropped.length === 0) return [];
  return [{ question: "Dropped readings", answer: droppedLabel(dropped) }];
}

function whichLabel(list: readonly SensorStanding[], sources: number): string {
  if (list.length === 0) return "No sensor is monitored yet.";
  const named = list.map(({ sensor, unit, drift }) => {
    const meaning = meaningLabel(sensor, drift);
    return `${faultSourceLabel(sensor)} ${driftLabel(unit, drift)}${meaning === "" ? "" : `, ${meaning}`}`;
  });
  return sources === 0 ? `None; nearest to a limit is the ${named.join("; ")}.` : `${named.join("; ")}.`;
}

function limitsLabel({ sensor, unit, drift, limits, beyond, share }: SensorStanding, of: number): string {
  const who = of > 1 ? `${faultSourceLabel(sensor)}: ` : "";
  if (beyond === null) {
    return `${who}within its limits, at ${percent(share)} of the caution limit of ${limitLabel(unit, limits.caution)}`;
  }
  const limit = limits[beyond];
  const over = Math.abs(drift ?? 0) - limit;
  const times = (Math.abs(drift ?? 0) / limit).toFixed(1);
  return `${who}${unit === "deg" ? degrees(over) : sensorMetres(over)} beyond the ${beyond} limit of ${limitLabel(unit, limit)} (${times} times it)`;
}

function sinceLabel({ change_began: began, open_breach: breach, tier, tier_since }: VehicleDetail): string {
  const since = `${tierLabel(tier).word} since ${utcMinute(tier_since)}`;
  if (began === null || breach === null) return `${since}.`;
  const [from = began.at, to = began.at] = began.between_90;
  return `The change began about ${utcMinute(began.at)} (90 %: ${utcMinute(from)} to ${utcMinute(to)}) and was detected ${utcMinute(breach.opened_at)}. ${since}.`;
}

/** Of a tier that stays although every drift is below its limit again, nobody says how probably it is right. */
function sureLabel(
  { confidence, tier, decided_by: decidedBy, notes = [] }: VehicleDetail,
  standings: readonly SensorStanding[],
): string {
  const isBelow = !standings.some(({ beyond }) => beyond === "critical");
  if (tier === "CRITICAL" && isBelow && byDrift.has(decidedBy))
    return "The change is certain. Every drift is below the critical limit now; the tier stays until that is confirmed.";
  const isEarly = notes.some(({ code }) => code === "verdict_provisional");
  const early = isEarly ? " It is an early verdict, from the sensor’s first readings." : "";
  return `${percent(confidence)} that “${tierLabel(tier).word}” is right.${early}`;
}

/** What decides a tier by the drifts themselves, now or a while ago. */
const byDrift: ReadonlySet<string> = new Set(["critical_limit_exceeded", "hysteresis_hold"]);

function aheadLabel({ trend, last_frame_at: newestAt }: VehicleDetail): string {
  if (trend !== null) return trendLabel(trend, newestAt);
  return "No sensor drifts, so there is no trend.";
}

/** Before a baseline there is nothing to be beyond; how long that lasts is what one wants to know. */
function learningFacts(vehicle: VehicleDetail): readonly VehicleFact[] {
  const { frames, needed } = vehicle.baseline;
  const usable = `${count(frames)} of ${count(frames + needed)} usable frames`;
  return [{ question: "First verdict", answer: `${usable}${paceLabel(vehicle)}.` }];
}

function paceLabel({ baseline, frames, first_frame_at, last_frame_at }: VehicleDetail): string {
  const lengthMs = Date.parse(last_frame_at) - Date.parse(first_frame_at);
  if (frames < 2 || lengthMs <= 0) return "";
  const minutes = (baseline.needed * lengthMs) / (frames - 1) / 60_000;
  const length = minutes < 120 ? `${Math.ceil(minutes)}\u00a0min` : `${Math.ceil(minutes / 60)}\u00a0h`;
  return `, at its rate in about ${length}`;
}
