import { expect, test } from "vitest";

import { fold } from "../../../core/scoring/fold.ts";
import { unpackState } from "../../../core/scoring/model/codec/state-codec.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { describeState } from "../../../core/scoring/verdict/describe-state.ts";
import { radarFrame, startUs, streamOf } from "../../storage/frames-for-tests.ts";
import { DifferenceTally } from "./difference-tally.ts";
import type { StoredVehicle } from "./rebuild-vehicle.ts";
import { listing, scoringForStoredVehicle, storedVehicleOf } from "./stored-vehicle-for-tests.ts";
import { summaryAfterCommand } from "./summary-after.ts";
import { verifyVehicle } from "./verify-vehicle.ts";

const stored = storedVehicleOf(streamOf("van-1", { frames: 20 }));
/** Long enough to teach its fleet. */
const teacher = storedVehicleOf(streamOf("van-1", { frames: 210 }));
const [state] = stored.states;
if (state === undefined) throw new Error("no state is stored");
const summary = stored.summary;

function verified(vehicle: StoredVehicle) {
  const tally = new DifferenceTally();
  const place = { seq: 0 };
  const scoring = scoringForStoredVehicle;
  verifyVehicle(vehicle, { settings: defaultSettings, scoring, tally, place });
  return { place, counts: tally.counts(), differences: tally.differences };
}
const found = (changed: Partial<StoredVehicle>) =>
  verified({ ...stored, ...changed }).differences.map(({ seq, what, detail }) => [seq, what, detail]);

test("a vehicle as it was stored has no difference, and all of it was compared", () => {
  expect(teacher.estimatedNoise.length).toBeGreaterThan(0);
  const { counts, differences, place } = verified(teacher);
  expect(differences).toEqual([]);
  const compared = {
    entries: 210,
    scoresCompared: 210,
    statesCompared: 1,
    statesOfOtherScoring: 0,
    vehiclesWaiting: 0,
  };
  expect(counts).toEqual({ ...compared, differenceCount: 0 });
  expect(place.seq).toBe(210);
});

test("a vehicle without entries has nothing to compare", () => {
  const empty = storedVehicleOf([]);
  expect(verified(empty)).toMatchObject({ counts: { entries: 0, scoresCompared: 0 }, differences: [] });
});

test("a state with one bit turned over is another one", () => {
  const bytes = Uint8Array.from(state.state, (byte, at) => (at === 20 ? byte ^ 1 : byte));
  expect(found({ states: [{ ...state, state: bytes }] })).toEqual([
    [20, "state", "the stored state is another one"],
  ]);
});

test("a state for an entry that is not there is found", () => {
  expect(found({ states: [state, { ...state, seq: 21 }] })).toEqual([
    [21, "state", expect.stringContaining("not there")],
  ]);
});

test("what another scoring folded is counted, and neither it nor what follows from it is compared", () => {
  const states = [{ ...state, state: new Uint8Array(3), scoring: "older" }];
  const { counts, differences } = verified({ ...stored, states, estimatedNoise: [] });
  expect([counts.statesOfOtherScoring, counts.statesCompared, differences]).toEqual([1, 0, []]);
});

test("an entry that is missing is found at the one behind it", () => {
  const without = listing(stored.entries.filter(({ seq }) => seq !== 10));
  expect(found(without)).toContainEqual([11, "numbering", "an entry before this one is missing"]);
  expect(found(listing(stored.entries.slice(0, -1)))).toContainEqual([
    20,
    "summary",
    "wrong number of entries",
  ]);
});

test("what the vehicle taught its fleet is compared, whatever its order", () => {
  const { estimatedNoise } = teacher;
  expect(verified({ ...teacher, estimatedNoise: estimatedNoise.toReversed() }).differences).toEqual([]);
  expect(verified({ ...teacher, estimatedNoise: estimatedNoise.slice(1) }).differences).toMatchObject([
    { seq: 210, what: "taught" },
  ]);
});

test("a row may say what the newest score said, or what a command behind it has led to", () => {
  const entry = { kind: "baseline", action: "freeze", atUs: startUs } as const;
  const entries = [...teacher.entries, { seq: 211, receivedAtUs: startUs, entry, frame: null }];
  const { state } = fold(unpackState(teacher.states[0]?.state ?? new Uint8Array()), entry, defaultSettings);
  const { tierSinceUs } = teacher.summary;
  const view = describeState(state, defaultSettings);
  const after = { state, view, tierSinceUs, openBreach: null };
  const commanded = { ...teacher, ...listing(entries), summary: summaryAfterCommand(teacher.summary, after) };
  expect(verified(commanded).differences).toEqual([]);
  const { radarDriftMm } = commanded.summary;
  const shifted = { ...commanded.summary, radarDriftMm: (radarDriftMm ?? 0) + 1 };
  expect(verified({ ...commanded, summary: shifted }).differences).toMatchObject([
    { seq: 211, what: "summary", detail: expect.stringMatching(/^radarDriftMm /) },
  ]);
});

test("attributes and position are those that the frames give", () => {
  const frames = ["A", "B", "C"].map((model, at) =>
    radarFrame("van-1", at, { metadata: { model, lat: at + 1, lon: 2 } }),
  );
  const said = storedVehicleOf(frames);
  expect(said.summary).toMatchObject({ attributes: { model: "C" }, position: { latitude: 3, longitude: 2 } });
  expect(verified(said).differences).toEqual([]);
  for (const bent of [{ attributes: { model: "B" } }, { position: null }, { attributesAtUs: 1 }]) {
    expect(verified({ ...said, summary: { ...said.summary, ...bent } }).differences).toMatchObject([
      { seq: 3, what: "summary", detail: expect.stringMatching(/^attributes and position .*"C"/) },
    ]);
  }
});

test("where the odometer stands is what the frames say, with each breach too", () => {
  const frames = [10, 20, 20].map((km, at) => radarFrame("van-1", at, { metadata: { odometer_km: km } }));
  const driven = storedVehicleOf(frames);
  const { summary: row } = driven;
  expect(row.odometer).toEqual({ firstKm: 10, newestKm: 20 });
  expect(verified(driven).differences).toEqual([]);
  const since = { ...row, odometer: { firstKm: 20, newestKm: 20 } };
  expect(verified({ ...driven, summary: since }).differences).toMatchObject([
    { seq: 3, what: "summary", detail: "odometer 20 to 20 km is stored, 10 to 20 km comes out" },
  ]);
  expect(verified({ ...driven, odometerAtBreaches: new Map([[2, 20]]) }).differences).toEqual([]);
  expect(verified({ ...driven, odometerAtBreaches: new Map([[2, 15]]) }).differences).toMatchObject([
    { seq: 2, what: "summary", detail: "an odometer of 15 km is stored with the breach, 20 comes out" },
  ]);
});

test.each([
  [{ entries: 21 }, "wrong number of entries"],
  [{ frames: 19 }, "wrong number of frames"],
  [{ tier: "CRITICAL" }, `tier CRITICAL is stored, ${summary.tier} comes out`],
  [{ healthScore: 12.5 }, `healthScore 12.5 is stored, ${summary.healthScore} comes out`],
  [{ cusumTriggered: true }, "cusumTriggered true is stored, false comes out"],
  [{ firstReceivedUs: 1 }, `firstReceivedUs 1 is stored, ${summary.firstReceivedUs} comes out`],
  [{ newestTimestampUs: null }, `newestTimestampUs null is stored, ${summary.newestTimestampUs} comes out`],
] as const)("a row that says %j is found", (said, detail) => {
  const changed = { ...summary, ...said };
  expect(found({ summary: changed })).toEqual([[changed.entries, "summary", detail]]);
});
