import { degrees, lateralShiftM, metres, millimetresFromMetres, noValue } from "./quantities.ts";

/** A drift in the unit people read: degrees for a camera, millimetres for the others, with its sign where it has one. */
export function driftLabel(unit: "deg" | "m", drift: number | null): string {
  if (unit === "deg") return degrees(drift);
  const label = millimetresFromMetres(drift);
  return drift !== null && drift > 0 && label !== noValue ? `+${label}` : label;
}

/** Limits are set in whole millimetres, mostly. */
export function limitLabel(unit: "deg" | "m", limit: number): string {
  if (unit === "deg") return degrees(limit);
  const label = millimetresFromMetres(limit);
  return label.replace(/\.0(?=\u00a0mm$)/u, "");
}

/** What a sensor's drift does, for somebody who thinks in streets and not in degrees. */
export function meaningLabel(sensor: string, drift: number | null): string {
  if (drift === null || drift === 0) return "";
  return meanings.get(sensor)?.(drift) ?? "";
}

const meanings: ReadonlyMap<string, (drift: number) => string> = new Map([
  [
    "camera",
    (deg: number) => `aims up to ${metres(lateralShiftM(deg, printedAtM))} off at ${printedAtM}\u00a0m`,
  ],
  ["radar", (drift: number) => `reads ${drift > 0 ? "too far" : "too near"}`],
  ["lidar", (drift: number) => `fits its surroundings ${drift > 0 ? "worse" : "better"}`],
]);

const printedAtM = 50;
