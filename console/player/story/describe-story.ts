import { sensorReasons } from "../../../core/sensors/sensor-lists.ts";
import { reasonLabel } from "../../labels/verdict-labels.ts";
import { scenarioLabel } from "../../labels/scenario-labels.ts";
import { tierLabel } from "../../labels/tier-labels.ts";
import type { Story } from "./story.ts";

/** What comes of the scenario, in two sentences: what happens and when, and what the scorer makes of it. */
export function describeStory({ feed, course, moments }: Story): string {
  const { name } = scenarioLabel(feed.scenario_type);
  const { onset_s: onsetS, is_sensor_fault: isFault } = feed.parameters.truth;
  const begins = onsetS === null ? `${name}.` : `${name}: it begins at ${seconds(onsetS)}.`;
  const worse = moments.filter(
    ({ kind, tier }) => kind === "tier" && (tier === "CAUTION" || tier === "CRITICAL"),
  );
  const [first] = worse;
  const start = course.tier[0] ?? "UNKNOWN";
  if (first === undefined) return `${begins} ${unmoved(start, isFault)}`;
  const worst = worse.find(({ tier }) => tier === "CRITICAL") ?? first;
  const delay = onsetS === null || !isFault ? "" : `, ${seconds(first.tS - onsetS)} after it began`;
  const then = worst === first ? "" : `, and ${worst.words} at ${seconds(worst.tS)}`;
  const found = `The scorer says ${first.words} at ${seconds(first.tS)}${delay}${then}.`;
  if (isFault) return `${begins} ${found}`;
  const why = course.decided_by[Math.round(worst.tS / course.period_s)] ?? "";
  return `${begins} No sensor has drifted. ${found} ${alarmWords(why)}`;
}

function unmoved(tier: string, isFault: boolean): string {
  const { word } = tierLabel(tier);
  if (tier === "CAUTION" || tier === "CRITICAL") {
    const already = `The vehicle is already ${word} when the scenario begins, and its tier gets no worse`;
    return isFault ? `${already}.` : `${already}: no further sensor drifts.`;
  }
  return isFault
    ? `The scorer stays at ${word} throughout: the drift stays too small, or too short, to detect.`
    : `No sensor has drifted, and the scorer correctly stays at ${word}.`;
}

/** Advice to look at a sensor is no claim that it drifted. */
function alarmWords(reason: string): string {
  if (reason === "noise_inflation" || sensorReasons.some(({ code }) => code === reason)) {
    return `It recommends an inspection of the sensor (${reasonLabel(reason)}), not for a calibration.`;
  }
  return `That is a false alarm (${reasonLabel(reason)}).`;
}

function seconds(value: number): string {
  return `${value.toFixed(1)}\u00a0s`;
}
