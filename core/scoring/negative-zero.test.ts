import { expect, test } from "vitest";
import { fold } from "./fold.ts";
import { packState } from "./model/codec/state-codec.ts";
import { initialState } from "./model/initial-state.ts";
import type { JournalEntry, SensorReading } from "./model/journal-entry.ts";
import type { Score } from "./model/score.ts";
import { defaultSettings } from "./settings/settings.ts";
import { expDeg } from "./numeric/quaternion.ts";
import { journalOf, testStartUs } from "./vehicle-journal.ts";
import type { TestVehicle } from "./vehicle-journal.ts";

/*
 * JSON has −0, and a sensor that rounds sends it: −0.004 to two decimals. It is the same reading as 0.
 */

test.each<[string, Partial<TestVehicle>]>([
  ["a frame a minute", {}],
  ["at 1 Hz", { periodS: 1, correlation: 0.5 }],
  ["at 20 Hz", { periodS: 0.05, correlation: 0.9, frames: 600 }],
  ["of a sensor that moves", { displacement: (frame) => (frame >= 100 ? { radarM: 0.5 } : {}) }],
  [
    "of one that moves among its first blocks",
    { periodS: 10, displacement: (frame) => (frame >= 12 ? { radarM: 0.5 } : {}) },
  ],
  ["of sensors that never vary", { noise: { cameraDeg: 0, radarM: 0, lidarLog: 0 } }],
])("readings of −0 score as those of 0 do, and leave the same state: %s", (_, vehicle) => {
  const sensors = ["camera", "radar", "lidar", "confidence"] as const;
  const frames = journalOf({ frames: 260, seed: 33, sensors, mount: expDeg([0, 0, 0]), ...vehicle });
  const reference: JournalEntry = {
    kind: "reference",
    cameraRotation: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    validFromUs: testStartUs,
  };
  const journal = [reference, ...frames.map(coarsely)];
  const zero = follow(journal.map((entry) => withZeros(entry, 0)));
  const negative = follow(journal.map((entry) => withZeros(entry, -0)));
  expect(journal.filter(hasZero).length).toBeGreaterThan(3);
  expect(packState(negative.state)).toEqual(packState(zero.state));
  // All but the sign of a zero: of what is nothing either way.
  negative.scores.forEach((score, at) => expect(withZeros(score, 0)).toEqual(withZeros(zero.scores[at]!, 0)));
});

/** Rounded so that many values are 0. */
function coarsely(entry: JournalEntry): JournalEntry {
  if (entry.kind !== "frame") return entry;
  const { cameraRotation, radarRangeBiasM, lidarRegistrationErrorM, ...rest } = entry.reading;
  const reading: SensorReading = {
    ...rest,
    cameraRotation: cameraRotation!.map((value) => Math.round(1000 * value) / 1000),
    radarRangeBiasM: Math.round(20 * (radarRangeBiasM! - 0.02)) / 20,
    lidarRegistrationErrorM: Math.round(20 * lidarRegistrationErrorM!) / 20,
  };
  return { kind: "frame", reading };
}

function hasZero(entry: JournalEntry): boolean {
  return entry.kind === "frame" && entry.reading.radarRangeBiasM === 0;
}

/** The same with every zero in it of one sign. */
function withZeros<Value>(value: Value, zero: number): Value {
  return JSON.parse(
    JSON.stringify(value).replaceAll(/(?<=[[:,])-?0(?=[\],}])/gu, Object.is(zero, -0) ? "-0" : "0"),
  );
}

function follow(journal: readonly JournalEntry[]) {
  let state = initialState();
  const scores: Score[] = [];
  for (const entry of journal) {
    const folded = fold(state, entry, defaultSettings);
    state = folded.state;
    if (folded.score !== null) scores.push(folded.score);
  }
  return { state, scores };
}
