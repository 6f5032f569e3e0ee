import type { VehicleDetail } from "../../clients/typescript/generated/contract.ts";
import { findKind, members } from "../../core/sensors/sensor-lists.ts";
import { utcMinute } from "./moments.ts";
import { count, degrees, lateralShiftM, metres, sensorMetres, noValue } from "./quantities.ts";

/** A drift in the unit people read, with its sign where it has one. */
export function driftLabel(unit: "deg" | "m", drift: number | null): string {
  if (unit === "deg") return degrees(drift);
  const label = sensorMetres(drift);
  return drift !== null && drift > 0 && label !== noValue ? `+${label}` : label;
}

export function limitLabel(unit: "deg" | "m", limit: number): string {
  return unit === "deg" ? degrees(limit) : sensorMetres(limit);
}

/** What a sensor's drift does, for somebody who thinks in streets and not in degrees. */
export function meaningLabel(sensor: string, drift: number | null): string {
  if (drift === null || drift === 0) return "";
  const kind = findKind(sensor);
  if (kind === undefined) return "";
  const { meaning } = kind.words;
  if (meaning !== null) return drift > 0 ? meaning.upper : meaning.lower;
  return `aims up to ${metres(lateralShiftM(drift, printedAtM))} off at ${printedAtM}\u00a0m`;
}

const printedAtM = 50;

type SensorDropouts = NonNullable<NonNullable<VehicleDetail["dropped_readings"]>[number]>;

/** The readings that were left out, sensor by sensor. */
export function droppedLabel(dropped: readonly SensorDropouts[]): string {
  const each = dropped.map(
    (one) =>
      `${labels.get(one.reading) ?? one.reading}: ${readings(one.count)}, the newest ${utcMinute(one.last_at)}`,
  );
  return `${each.join("; ")}. Their values are impossible; check sensor and wiring.`;
}

function readings(number: number): string {
  return number === 1 ? "1 reading" : `${count(number)} readings`;
}

const labels: ReadonlyMap<string, string> = new Map(members.map(({ name, label }) => [name, label]));
