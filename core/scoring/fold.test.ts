import { expect, test } from "vitest";

import { fold, foldOwned } from "./fold.ts";
import { packState, unpackState } from "./model/codec/state-codec.ts";
import { initialState } from "./model/initial-state.ts";
import type { BaselineAction, JournalEntry } from "./model/journal-entry.ts";
import type { Score, ScoringEvent } from "./model/score.ts";
import type { VehicleState } from "./model/state.ts";
import { expDeg, multiply, toMatrix, type Vector3 } from "./numeric/quaternion.ts";
import { defaultSettings as settings } from "./settings/settings.ts";
import { journalOf, testMount, testStartUs, type Displacement, type TestVehicle } from "./vehicle-journal.ts";
import { describeState } from "./verdict/describe-state.ts";

interface Course {
  readonly state: VehicleState;
  readonly scores: readonly Score[];
  readonly last: Score;
  readonly events: readonly ScoringEvent[];
}
function follow(journal: readonly JournalEntry[], from = initialState()): Course {
  let state = from;
  const events: ScoringEvent[] = [];
  const scores = journal.flatMap((entry) => {
    const folded = foldOwned(state, entry, settings);
    ({ state } = folded);
    events.push(...folded.events);
    return folded.score ?? [];
  });
  return { state, scores, last: scores.at(-1)!, events };
}
const all = ["camera", "radar", "lidar", "confidence"] as const;
/** Frames a minute apart of all sensors, displaced by so much from a frame on. */
function vehicle(
  frames: number,
  from = Infinity,
  displaced: Displacement = {},
  more: Partial<TestVehicle> = {},
) {
  const displacement = (frame: number) => (frame >= from ? displaced : {});
  return journalOf({ frames, seed: 7, sensors: all, displacement, ...more });
}
const command = (action: BaselineAction): JournalEntry => ({ kind: "baseline", action, atUs: testStartUs });
const at = (journal: readonly JournalEntry[], seq: number, ...entries: readonly JournalEntry[]) =>
  journal.toSpliced(seq, 0, ...entries);
const prior: JournalEntry = {
  kind: "prior",
  sensors: { camera: null, radar: { sd: 0.01, vehicles: 9 }, lidar: null, confidence: null },
  atUs: testStartUs,
};
const registered = (turned: Vector3): JournalEntry => ({
  kind: "reference",
  cameraRotation: toMatrix(multiply(testMount, expDeg(turned))),
  validFromUs: testStartUs,
});

/** Everything that an entry can be, with a fault. */
const eventful = at(
  at(vehicle(120, 70, { radarM: 0.6 }), 60, command("freeze"), command("unfreeze")),
  0,
  prior,
  registered([0, 0, 0]),
);

test("the state that came in is left as it was", () => {
  for (const entry of eventful.slice(0, 80)) {
    const before = initialState();
    const copy = structuredClone(before);
    fold(before, entry, settings);
    expect(before).toEqual(copy);
  }
  const { state } = follow(eventful);
  const copy = structuredClone(state);
  fold(state, eventful.at(-1)!, settings);
  expect(state).toEqual(copy);
});

test("the same entries give the same scores and bytes, whoever owns the state, wherever it was packed and whatever is folded between", () => {
  const owned = follow(eventful);
  const others = vehicle(eventful.length, Infinity, {}, { seed: 8 });
  let another = initialState();
  let [copied, packed] = [initialState(), packState(initialState())];
  const scores: (Score | null)[] = [];
  for (const [n, entry] of eventful.entries()) {
    const one = fold(copied, entry, settings);
    another = foldOwned(another, others[n]!, settings).state;
    const other = fold(unpackState(packed), entry, settings);
    expect(other.score).toEqual(one.score);
    expect(other.events).toEqual(one.events);
    [copied, packed] = [one.state, packState(other.state)];
    scores.push(one.score);
  }
  expect(scores.filter((score) => score !== null)).toEqual(owned.scores);
  expect(packState(another)).toEqual(packState(follow(others).state));
  expect([packState(copied), packed]).toEqual([packState(owned.state), packState(owned.state)]);
  expect(describeState(unpackState(packed), settings)).toEqual(describeState(owned.state, settings));
});

test("a fold does not depend on the vehicles that were folded before", () => {
  const frames = journalOf({ frames: 70, seed: 16 });
  const alone = frames.map((_, count) => packState(follow(frames.slice(0, count)).state));
  follow(vehicle(90, 60, { radarM: 0.6 }));
  expect(frames.map((_, count) => packState(follow(frames.slice(0, count)).state))).toEqual(alone);
});

test("learn after a repair begins anew and is NOMINAL again; what the repair left out is said", () => {
  const course = (repaired: number) => {
    const displacement = (frame: number) => ({ radarM: frame < 210 ? 0 : frame < 230 ? 0.45 : repaired });
    return follow(at(journalOf({ frames: 300, seed: 7, sensors: all, displacement }), 230, command("learn")));
  };
  const { scores, last, events } = course(0);
  expect(scores[229]).toMatchObject({ tier: "CAUTION", cusumTriggered: true });
  expect(scores[230]).toMatchObject({ tier: "UNKNOWN", reason: "learning", cusumTriggered: false });
  expect(last).toMatchObject({ tier: "NOMINAL", recommendedAction: "none", warnings: [] });
  expect(events.map(({ kind }) => kind)).toContain("breach_closed");
  expect(course(0.15).last).toMatchObject({ tier: "NOMINAL", warnings: ["calibration_did_not_restore"] });
});

test("a drift too slow to be distinguished from noise is measured from where a baseline was frozen", () => {
  const slow = journalOf({
    frames: 2000,
    seed: 7,
    sensors: ["radar"],
    displacement: (frame) => ({ radarM: 1e-4 * Math.max(0, frame - 210) }),
  });
  const liveOf = (journal: readonly JournalEntry[]) => {
    const { state, last } = follow(journal);
    expect(last).toMatchObject({ tier: "NOMINAL", cusumTriggered: false });
    return describeState(state, settings).live;
  };
  const { radarDriftM: drift, radarDriftSdM: sd } = liveOf(at(slow, 210, command("freeze")));
  expect(drift).toBeGreaterThan(0.05);
  expect(Math.abs(drift! - 0.179)).toBeLessThan(2 * sd!);
  expect(liveOf(slow).radarDriftM).toBeLessThan(0.02);
});

test("unfreeze dismisses an open change: the level now is none that anybody has to look at", () => {
  const journal = vehicle(240, 210, { cameraDeg: [0, 0, 0.8] });
  const { scores, last, events } = follow(at(journal, 220, command("unfreeze")));
  expect(scores[219]).toMatchObject({ tier: "CRITICAL", reason: "critical_limit_exceeded" });
  expect(last).toMatchObject({ tier: "NOMINAL", cusumTriggered: false, probableFaultSource: "none" });
  expect(events.filter(({ kind }) => kind.startsWith("breach")).map(({ kind }) => kind)).toEqual([
    "breach_opened",
    "breach_closed",
  ]);
});

test("a camera 1° off its registered rotation, and a radar 0.8 m off zero, are CRITICAL without any change", () => {
  const turned = at(vehicle(220), 0, registered([0, 1, 0]));
  const biased = vehicle(220, 0, { radarM: 0.8 });
  for (const [journal, source] of [
    [turned, "camera"],
    [biased, "radar"],
  ] as const) {
    expect(follow(journal).last).toMatchObject({
      tier: "CRITICAL",
      reason: "baseline_beyond_limits",
      probableFaultSource: source,
      recommendedAction: "calibration_required",
      cusumTriggered: false,
    });
  }
  const right = at(vehicle(220), 0, registered([0, 0.1, 0]));
  expect(follow(right).last.tier).toBe("NOMINAL");
  const withdrawn = at(turned, 210, { kind: "reference", cameraRotation: null, validFromUs: testStartUs });
  expect(follow(withdrawn).last.tier).toBe("NOMINAL");
});

test("a fleet that is quieter than the settings expect lets a vehicle's first frames say more", () => {
  const biased = vehicle(49, 0, { radarM: 1.2 }, { noise: { radarM: 0.01 } });
  const found = ({ scores }: Course) => scores.findIndex(({ tier }) => tier === "CRITICAL");
  const [alone, known] = [found(follow(biased)), found(follow([prior, ...biased]))];
  expect(known).toBeGreaterThan(0);
  expect(known).toBeLessThan(alone);
});

test("a fault of another sensor while a breach is open opens one beside it", () => {
  const displacement = (frame: number) => ({
    radarM: frame >= 210 ? 0.45 : 0,
    lidarM: frame >= 300 ? 0.5 : 0,
  });
  const { events, last } = follow(journalOf({ frames: 330, seed: 7, sensors: all, displacement }));
  const opened = events.filter((event) => event.kind === "breach_opened");
  expect(opened).toMatchObject([{ channel: "radar" }, { channel: "lidar" }]);
  expect(events.filter(({ kind }) => kind === "breach_closed")).toHaveLength(0);
  expect(last).toMatchObject({ tier: "CRITICAL", probableFaultSource: "multi_modal" });
});

test("a young sensor's knock is measured by its noise of before, and another one soon after is one of its own", () => {
  for (let seed = 1; seed <= 30; seed += 1) {
    const radarM = (frame: number) => (frame < 80 ? 0 : frame < 110 ? 0.7 : 1.4);
    const displacement = (frame: number) => ({ radarM: radarM(frame) });
    const { scores, events } = follow(journalOf({ frames: 130, seed, sensors: ["radar"], displacement }));
    expect.soft(scores[99]!.channels[0]!.driftSd, `seed ${seed}`).toBeLessThan(0.05);
    expect.soft(events.filter(({ kind }) => kind === "breach_opened").length, `seed ${seed}`).toBe(2);
  }
});

test("a fault that begins within a block of several frames is CRITICAL from then on, and dated by the frame that proved it", () => {
  for (const from of [900, 901, 902]) {
    const journal = vehicle(1000, from, { cameraDeg: [0, 0, 0.9] }, { periodS: 0.1 });
    const { state, scores, last } = follow(journal);
    const found = scores.findIndex(({ tier }) => tier === "CRITICAL");
    const { openedSeq, openedUs } = describeState(state, settings).breach!;
    expect(journal[openedSeq - 1]).toMatchObject({ reading: { timestampUs: openedUs } });
    expect(found - from).toBeLessThan(15);
    expect(new Set(scores.slice(found).map(({ tier }) => tier))).toEqual(new Set(["CRITICAL"]));
    expect(last.cameraDriftDeg).toBeCloseTo(0.9, 1);
  }
});

test("−0 is 0", () => {
  const zeros = (zero: number) =>
    vehicle(80).map((entry, frame) =>
      entry.kind === "frame" && frame % 3 === 1
        ? { ...entry, reading: { ...entry.reading, radarRangeBiasM: zero } }
        : entry,
    );
  expect(packState(follow(zeros(-0)).state)).toEqual(packState(follow(zeros(0)).state));
});

test("a lidar whose confidence falls is to be looked at, and accused of no drift", () => {
  expect(follow(vehicle(240, 210, { confidence: -0.3 })).last).toMatchObject({
    tier: "CAUTION",
    reason: "lidar_confidence_low",
    recommendedAction: "inspect_sensor",
    probableFaultSource: "lidar",
    cusumTriggered: false,
    course: null,
  });
});

test("noise four times as large is no drift, and a reason to look at the sensor", () => {
  const [calm, loud] = [0.05, 0.2].map((radarM) => vehicle(400, Infinity, {}, { noise: { radarM } }));
  expect(follow([...calm!.slice(0, 210), ...loud!.slice(210)]).last).toMatchObject({
    tier: "NOMINAL",
    reason: "noise_inflation",
    recommendedAction: "inspect_sensor",
    noise: [{ sensor: "radar" }],
    cusumTriggered: false,
  });
});

test("a sensor that falls silent is named", () => {
  const silent = vehicle(400, Infinity, {}, { sensors: ["camera", "lidar", "confidence"] });
  const { state, last } = follow([...vehicle(210), ...silent.slice(210)]);
  expect(last).toMatchObject({
    tier: "NOMINAL",
    recommendedAction: "inspect_sensor",
    warnings: ["sensor_unmonitored"],
  });
  const monitored = describeState(state, settings).sensors.map(({ sensor, monitored: is }) => [sensor, is]);
  expect(monitored).toEqual([
    ["camera", true],
    ["radar", false],
    ["lidar", true],
  ]);
});

test("the camera's rotation now is the mean of its newest readings within their noise", () => {
  const { live } = describeState(follow(vehicle(300, 210, { cameraDeg: [0.5, -0.4, 0.8] })).state, settings);
  const now = toMatrix(multiply(testMount, expDeg([0.5, -0.4, 0.8])));
  const apart = live.cameraRotation!.map((entry, i) => Math.abs(entry - now[i]!));
  // 0.06° an axis, of a mean of 90.
  expect(Math.max(...apart)).toBeLessThan((4 * 0.06 * Math.PI) / 180 / Math.sqrt(90));
});
