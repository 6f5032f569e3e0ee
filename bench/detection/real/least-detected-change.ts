import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { TelemetryFrame } from "../../../core/contract/types.ts";
import { fold } from "../../../core/scoring/fold.ts";
import type { SensorReading } from "../../../core/scoring/model/journal-entry.ts";
import { projectRotation } from "../../../core/scoring/frame/project-rotation.ts";
import {
  between,
  expDeg,
  logDeg,
  multiply,
  toMatrix,
  type Vector3,
} from "../../../core/scoring/numeric/quaternion.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { readingOf } from "../vehicles/reading-of.ts";
import { sharedData } from "../shared-data.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";


/** A change of recording day that nobody injected: how large it is in the recording, and how large it would have to be. */
export interface LeastDetectedChange {
  readonly stream: string;
  readonly changeAt: number;
  /** Angle between the two days' calibrations as their authors published them, degrees. */
  readonly publishedDeg: number;
  /** What of it the recorded poses show: by axis the difference of the days' means and its standard error, degrees. */
  readonly shiftDeg: Vector3;
  readonly standardErrorDeg: Vector3;
  /** Standard deviation of single poses by axis before the change, degrees. */
  readonly noiseDeg: Vector3;
  /** Largest W after the change, nats. */
  readonly largestNats: number;
  /** The recorded shift drawn out by this factor is the least that opens a breach before the recording ends. */
  readonly leastFactor: number | null;
}

const stream = "kitti-days__clean";
const changeAt = 386;
const publishedDeg = 0.137472;

export function leastDetectedChange(): LeastDetectedChange {
  const readings = readFileSync(join(sharedData, "frames", `${stream}.ndjson`), "utf8")
    .trim()
    .split("\n")
    .map((line) => readingOf(JSON.parse(line) as TelemetryFrame));
  const first = projectRotation(readings.find((reading) => reading.cameraRotation)!.cameraRotation!);
  const turns = (part: readonly SensorReading[]) =>
    part.flatMap(({ cameraRotation }) =>
      cameraRotation === undefined ? [] : [logDeg(between(first, projectRotation(cameraRotation)))],
    );
  const [before, after] = [turns(readings.slice(0, changeAt)), turns(readings.slice(changeAt))].map(
    momentsOf,
  );
  const shiftDeg = byAxis((axis) => after!.means[axis]! - before!.means[axis]!);
  const drawnOut = (factor: number) =>
    readings.map((reading, at) => (at < changeAt ? reading : turned(reading, shiftDeg, factor - 1)));
  const factors = Array.from({ length: 41 }, (_, step) => 1 + step / 10);
  return {
    stream,
    changeAt,
    publishedDeg,
    shiftDeg,
    standardErrorDeg: byAxis((axis) => Math.hypot(after!.errors[axis]!, before!.errors[axis]!)),
    noiseDeg: byAxis((axis) => before!.deviations[axis]!),
    largestNats: watch(readings).largestNats,
    leastFactor: factors.find((factor) => watch(drawnOut(factor)).detected) ?? null,
  };
}

function turned(reading: SensorReading, shiftDeg: Vector3, share: number): SensorReading {
  if (reading.cameraRotation === undefined) return reading;
  const more = expDeg(byAxis((axis) => share * shiftDeg[axis]!));
  return { ...reading, cameraRotation: toMatrix(multiply(projectRotation(reading.cameraRotation), more)) };
}

function watch(readings: readonly SensorReading[]): { detected: boolean; largestNats: number } {
  let state = initialState();
  let largestNats = Number.NEGATIVE_INFINITY;
  let detected = false;
  readings.forEach((reading, at) => {
    const folded = fold(state, { kind: "frame", reading }, defaultSettings);
    state = folded.state;
    if (at < changeAt) return;
    largestNats = Math.max(largestNats, folded.score!.cusumStatistic ?? Number.NEGATIVE_INFINITY);
    detected ||= folded.score!.breachOpened;
  });
  return { detected, largestNats };
}

function momentsOf(turns: readonly Vector3[]) {
  const means = byAxis((axis) => turns.reduce((sum, turn) => sum + turn[axis]!, 0) / turns.length);
  const deviations = byAxis((axis) =>
    Math.sqrt(turns.reduce((sum, turn) => sum + (turn[axis]! - means[axis]!) ** 2, 0) / (turns.length - 1)),
  );
  return { means, deviations, errors: byAxis((axis) => deviations[axis]! / Math.sqrt(turns.length)) };
}

function byAxis(of: (axis: number) => number): Vector3 {
  return [of(0), of(1), of(2)];
}
