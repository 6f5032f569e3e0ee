import { describe, expect, test } from "vitest";
import { describeState } from "./verdict/describe-state.ts";
import { fold } from "./fold.ts";
import type { JournalEntry } from "./model/journal-entry.ts";
import { expDeg, multiply, toMatrix } from "./numeric/quaternion.ts";
import { replayEntries } from "./replay.ts";
import type { Replay } from "./replay.ts";
import { defaultSettings } from "./settings/settings.ts";
import { journalOf, testMount, testStartUs } from "./vehicle-journal.ts";
import type { Displacement, TestVehicle } from "./vehicle-journal.ts";
import { FrameTester } from "./frame/frame-tester.ts";
import { initialState } from "./model/initial-state.ts";
import { trackNames } from "./model/sensors.ts";
import { packState } from "./model/codec/state-codec.ts";

const tester = new FrameTester();

describe("a vehicle without a fault", () => {
  test.each([1, 2, 3, 4, 5, 6])("is NOMINAL from the 20th frame on, and stays it (seed %i)", (seed) => {
    const replay = replayOf({ frames: 300, seed });
    expect(tiersOf(replay)).toEqual([["NOMINAL", "in_control"]]);
    expect(replay.breaches).toEqual([]);
  });

  test("learns for 20 frames, is provisional until 50, then established", () => {
    const { baselinePath } = replayOf({ frames: 60, seed: 1 });
    expect(baselinePath.map(({ seq, to }) => [seq, to])).toEqual([
      [20, "provisional"],
      [50, "established"],
    ]);
  });

  test("says nothing about T² and W while it learns, and is at most half sure of itself", () => {
    const score = lastScore({ frames: 19, seed: 1 });
    expect(score).toMatchObject({
      tier: "UNKNOWN",
      reason: "learning",
      mahalDistance: null,
      cusumStatistic: null,
    });
    expect(score.confidence).toBeLessThanOrEqual(0.5);
    expect(score.baseline).toEqual({ state: "learning", frames: 19, needed: 20, coversHours: null });
  });

  test("keeps its health at a single outlier, also just after its baseline was learnt", () => {
    for (const at of [20, 50, 51, 90]) {
      const frames = journalOf({ frames: at + 1, seed: 8, displacement: from(at, { radarM: 5, lidarM: 2 }) });
      const { lastScore: score } = replayEntries(frames, defaultSettings);
      expect(score!.healthScore).toBeGreaterThan(80);
      expect(Math.abs(score!.radarDriftMm)).toBeLessThan(60);
    }
  });

  test("has residual scores of about one", () => {
    const journal = journalOf({ frames: 300, seed: 7 });
    const sizes = scoresOf(journal)
      .slice(60)
      .map((score) => score.residualScore ** 2);
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    expect(mean).toBeGreaterThan(0.8);
    expect(mean).toBeLessThan(1.25);
  });
});

describe("a fault after 100 frames", () => {
  // Sizes at twice the CAUTION limit; delays leave room for the spread between seeds.
  test.each<[string, Displacement, string, number]>([
    ["the camera's yaw", { cameraDeg: [0, 0.4, 0] }, "camera", 8],
    ["a skew camera axis", { cameraDeg: [0.23, -0.23, 0.23] }, "camera", 8],
    ["the radar", { radarM: -0.4 }, "radar", 8],
    ["the lidar", { lidarM: 0.2 }, "lidar", 8],
    ["camera and radar", { cameraDeg: [0.4, 0, 0], radarM: 0.4 }, "multi_modal", 8],
  ])("of %s opens one breach with its name on it", (_name, displacement, source, delay) => {
    for (const seed of [21, 22, 23]) {
      const replay = replayOf({ frames: 130, seed, displacement: from(100, displacement) });
      const [breach, ...others] = replay.breaches;
      expect(others).toEqual([]);
      expect(breach!.openedSeq).toBeGreaterThan(101);
      expect(breach!.openedSeq).toBeLessThanOrEqual(100 + delay);
      expect(Math.abs(breach!.changePointSeq - 101)).toBeLessThanOrEqual(2);
      expect(breach!.source).toBe(source);
      expect(replay.lastScore!.tier).not.toBe("NOMINAL");
    }
  });

  test("beyond the critical limit ends CRITICAL and asks for calibration, with its size stated", () => {
    const score = lastScore({ frames: 140, seed: 24, displacement: from(100, { cameraDeg: [0, 0.8, 0] }) });
    expect(score).toMatchObject({
      tier: "CRITICAL",
      recommendedAction: "calibration_required",
      cusumTriggered: true,
    });
    expect(score.cameraDriftDeg).toBeCloseTo(0.8, 1);
    expect(score.healthScore).toBeLessThan(50);
    expect(score.confidence).toBeGreaterThan(0.9);
  });

  test("below a quarter of the CAUTION limit is no drift", () => {
    const replay = replayOf({ frames: 400, seed: 25, displacement: from(100, { radarM: 0.04 }) });
    expect(tiersOf(replay)).toEqual([["NOMINAL", "in_control"]]);
  });

  test("that a quiet sensor shows for certain, but under half the limit, stays NOMINAL with a note", () => {
    const replay = replayOf({
      frames: 160,
      seed: 26,
      noise: { radarM: 0.005 },
      displacement: from(100, { radarM: 0.08 }),
    });
    expect(replay.breaches.length).toBe(1);
    expect(replay.lastScore).toMatchObject({
      tier: "NOMINAL",
      reason: "significant_below_limit",
      recommendedAction: "monitor",
      cusumTriggered: true,
    });
  });

  test("that goes away is forgotten after the hold, and the breach closes", () => {
    const replay = replayOf({
      frames: 240,
      seed: 27,
      displacement: (frame) => (frame >= 100 && frame < 140 ? { radarM: 0.7 } : {}),
    });
    expect(tiersOf(replay).map(([tier]) => tier)).toEqual(["NOMINAL", "CRITICAL", "CAUTION", "NOMINAL"]);
    expect(replay.breaches[0]!.closedSeq).toBeGreaterThan(140 + 30);
    expect(replay.lastScore!.baseline.state).toBe("established");
  });

  test("that creeps is found before it reaches the critical limit", () => {
    const slope = 0.5 / 200;
    const replay = replayOf({
      frames: 300,
      seed: 28,
      displacement: (frame) => ({ radarM: Math.max(0, frame - 100) * slope }),
    });
    expect(replay.breaches[0]!.openedSeq).toBeLessThan(300);
    expect((replay.breaches[0]!.openedSeq - 101) * slope).toBeLessThan(0.2);
  });
});

describe("a sensor that never varies", () => {
  test("gives no alarm while it does not, and one with the true size when it is recalibrated", () => {
    const still = { frames: 80, seed: 31, sensors: ["camera"] as const, noise: { cameraDeg: 0 } };
    expect(replayOf(still).breaches).toEqual([]);
    const moved = replayOf({ ...still, displacement: from(60, { cameraDeg: [0, 0, 1.365] }) });
    expect(moved.breaches.length).toBe(1);
    expect(moved.lastScore!.cameraDriftDeg).toBeCloseTo(1.365, 3);
  });

  test("is judged by what came before when it moves while it is still being learnt", () => {
    const replay = replayOf({
      frames: 40,
      seed: 32,
      sensors: ["camera"],
      noise: { cameraDeg: 0.001 },
      displacement: from(15, { cameraDeg: [1.365, 0, 0] }),
    });
    expect(replay.breaches.map((breach) => breach.changePointSeq)).toEqual([16]);
    expect(replay.lastScore!.tier).toBe("CRITICAL");
  });
});

describe("a fast stream", () => {
  test("is averaged into blocks, and says how long it still needs", () => {
    const fast: TestVehicle = { frames: 400, seed: 42, sensors: ["radar"], correlation: 0.95, periodS: 0.05 };
    const score = lastScore({ ...fast, frames: 60 });
    expect(score.warnings).toContain("stream_too_short_for_blocks");
    expect(score.baseline.needed).toBeGreaterThan(60);
    const view = describeState(replayOf({ ...fast, frames: 4000 }).state, defaultSettings);
    expect(view.baseline.channels[0]!.framesPerBlock).toBeGreaterThanOrEqual(16);
  });

  test("that wanders by correlation alone gives no alarm in 6,000 frames", () => {
    for (const seed of [41, 43]) {
      const replay = replayOf({ frames: 6000, seed, sensors: ["radar"], correlation: 0.95, periodS: 0.05 });
      expect(tiersOf(replay)).toEqual([["NOMINAL", "in_control"]]);
    }
  });
});

describe("what is wrong from the start", () => {
  test("a radar bias of 0.9 m is CRITICAL at the third frame, without a breach", () => {
    const replay = replayOf({ frames: 30, seed: 51, displacement: () => ({ radarM: 0.9 }) });
    expect(replay.tierPath[0]).toMatchObject({ seq: 3, to: "CRITICAL", reason: "baseline_beyond_limits" });
    expect(replay.breaches).toEqual([]);
    expect(replay.lastScore).toMatchObject({
      tier: "CRITICAL",
      probableFaultSource: "radar",
      cusumTriggered: false,
    });
    expect(replay.lastScore!.healthScore).toBeLessThan(50);
  });

  test("a lidar error of 0.2 m is CAUTION", () => {
    const replay = replayOf({ frames: 30, seed: 52, displacement: () => ({ lidarM: 0.2 }) });
    expect(tiersOf(replay).at(-1)).toEqual(["CAUTION", "baseline_beyond_limits"]);
  });

  test("but not noise as large as the limit, however correlated, nor a bias at the limit, in a vehicle's life", () => {
    const accused = (vehicle: Partial<TestVehicle>) => {
      let count = 0;
      for (let seed = 0; seed < 60; seed += 1) {
        const { tierPath } = replayOf({ frames: 80, seed: 900 + seed, sensors: ["radar"], ...vehicle });
        if (tierPath.some(({ reason }) => reason === "baseline_beyond_limits")) count += 1;
      }
      return count;
    };
    // At most 5 % is what the boundary allows at the limit itself; eight of sixty would be four standard errors beyond.
    expect(accused({ noise: { radarM: 0.2 } })).toBe(0);
    expect(accused({ noise: { radarM: 0.2 }, correlation: 0.6 })).toBeLessThan(8);
    expect(accused({ displacement: () => ({ radarM: 0.18 }) })).toBeLessThan(8);
  });

  test("a camera 1° from its registered extrinsics is CRITICAL, until they are withdrawn", () => {
    const registered: JournalEntry = {
      kind: "reference",
      cameraRotation: toMatrix(multiply(testMount, expDeg([1, 0, 0]))),
      validFromUs: testStartUs,
    };
    const withdrawn: JournalEntry = { kind: "reference", cameraRotation: null, validFromUs: testStartUs };
    const frames = journalOf({ frames: 120, seed: 53, sensors: ["camera"] });
    const replay = replayEntries(
      [registered, ...frames.slice(0, 30), withdrawn, ...frames.slice(30)],
      defaultSettings,
    );
    expect(tiersOf(replay).map(([tier, reason]) => `${tier} ${reason}`)).toEqual([
      "CRITICAL baseline_beyond_limits",
      "CAUTION hysteresis_hold",
      "NOMINAL in_control",
    ]);
  });

  test("registered extrinsics count only from when they are valid", () => {
    const later: JournalEntry = {
      kind: "reference",
      cameraRotation: toMatrix(multiply(testMount, expDeg([1, 0, 0]))),
      validFromUs: testStartUs + 1e12,
    };
    const replay = replayEntries(
      [later, ...journalOf({ frames: 40, seed: 53, sensors: ["camera"] })],
      defaultSettings,
    );
    expect(tiersOf(replay)).toEqual([["NOMINAL", "in_control"]]);
  });
});

describe("the lidar's confidence", () => {
  const withConfidence: TestVehicle = { frames: 160, seed: 61, sensors: ["lidar", "confidence"] };

  test("falling for good asks for an inspection, never for more than CAUTION", () => {
    const replay = replayOf({ ...withConfidence, displacement: from(100, { confidence: -0.3 }) });
    expect(tiersOf(replay)).toEqual([
      ["NOMINAL", "in_control"],
      ["CAUTION", "lidar_confidence_low"],
    ]);
    expect(replay.breaches).toEqual([]);
    expect(replay.lastScore).toMatchObject({
      recommendedAction: "inspect_sensor",
      probableFaultSource: "lidar",
    });
  });

  test("rising is no fault", () => {
    const replay = replayOf({ ...withConfidence, displacement: from(100, { confidence: 0.12 }) });
    expect(tiersOf(replay)).toEqual([["NOMINAL", "in_control"]]);
  });

  test("under its floor makes the registration error count as missing", () => {
    const [entry] = journalOf({ ...withConfidence, frames: 1, displacement: () => ({ confidence: -0.75 }) });
    const { score } = fold(initialState(), entry!, defaultSettings, tester);
    expect(score!.channels).toEqual([]);
    expect(score!.warnings).toContain("lidar_confidence_below_floor");
  });
});

describe("noise", () => {
  test("three times as large is inflation to be inspected, not a drift", () => {
    const quiet = journalOf({ frames: 100, seed: 71 });
    const loud = journalOf({ frames: 220, seed: 71, noise: { radarM: 0.15 } }).slice(100);
    const replay = replayEntries([...quiet, ...loud], defaultSettings);
    expect(replay.lastScore).toMatchObject({
      tier: "NOMINAL",
      reason: "noise_inflation",
      recommendedAction: "inspect_sensor",
    });
  });
});

describe("commands", () => {
  const faulty: TestVehicle = { frames: 140, seed: 81, displacement: from(100, { radarM: 0.6 }) };

  test("learn ends the breach and starts a new baseline", () => {
    const repaired = journalOf({ frames: 200, seed: 81 }).slice(140);
    const replay = replayEntries([...journalOf(faulty), learnAt(140), ...repaired], defaultSettings);
    expect(replay.breaches[0]!.closedSeq).toBe(141);
    expect(tiersOf(replay).slice(-2)).toEqual([
      ["UNKNOWN", "learning"],
      ["NOMINAL", "in_control"],
    ]);
    expect(replay.lastScore!.warnings).not.toContain("calibration_did_not_restore");
  });

  test("learn after a repair that did not bring the sensor back says so", () => {
    const still = journalOf({ ...faulty, frames: 200 });
    const replay = replayEntries(
      [...still.slice(0, 140), learnAt(140), ...still.slice(140)],
      defaultSettings,
    );
    expect(replay.lastScore!.warnings).toContain("calibration_did_not_restore");
  });

  test("freeze holds the reference where it is", () => {
    const frames = journalOf({ frames: 200, seed: 82 });
    const freeze: JournalEntry = { kind: "baseline", action: "freeze", atUs: testStartUs };
    const { state, lastScore: score } = replayEntries(
      [...frames.slice(0, 60), freeze, ...frames.slice(60)],
      defaultSettings,
    );
    expect(score!.baseline.state).toBe("frozen");
    expect(state.evidence.past[0]).toBeLessThan(61);
    const thawed = fold(state, { ...freeze, action: "unfreeze" }, defaultSettings, tester);
    expect(thawed.events).toEqual([{ kind: "baseline_changed", from: "frozen", to: "established" }]);
  });

  test("unfreeze during a breach dismisses it: its frames join the reference", () => {
    const { state } = replayOf({ ...faulty, frames: 110 });
    const dismissed = fold(
      state,
      { kind: "baseline", action: "unfreeze", atUs: testStartUs },
      defaultSettings,
      tester,
    );
    expect(dismissed.events.map((event) => event.kind)).toEqual([
      "baseline_changed",
      "breach_closed",
      "tier_changed",
    ]);
    expect(dismissed.state.tier.tier).toBe("NOMINAL");
    expect(dismissed.state.evidence.past[0]).toBeGreaterThan(state.evidence.past[0]!);
  });
});

describe("frames out of the ordinary", () => {
  test("a frame more than ten minutes late is scored and moves nothing but the count and its sensors' clocks", () => {
    const frames = journalOf({ frames: 60, seed: 91 });
    const { state } = replayEntries(frames, defaultSettings);
    const { state: after, score, events } = fold(state, frames[40]!, defaultSettings, tester);
    expect(score).toMatchObject({ late: true, seq: 61 });
    expect(events).toEqual([]);
    const tracks = Object.fromEntries(
      trackNames.map((name) => [name, { ...after.tracks[name], clock: state.tracks[name].clock }]),
    ) as typeof state.tracks;
    expect(packState({ ...after, entries: 60, tracks })).toEqual(packState(state));
  });

  test("a sensor that falls silent is reported as unmonitored and moves no evidence", () => {
    const radarOff = journalOf({ frames: 200, seed: 92, sensors: ["camera", "lidar"] }).slice(100);
    const { lastScore: score, state } = replayEntries(
      [...journalOf({ frames: 100, seed: 92 }), ...radarOff],
      defaultSettings,
    );
    expect(score!.warnings).toContain("sensor_unmonitored");
    expect(score).toMatchObject({ tier: "NOMINAL", recommendedAction: "inspect_sensor" });
    expect(describeState(state, defaultSettings).sensors).toContainEqual({
      sensor: "radar",
      frames: 100,
      baseline: "established",
      monitored: false,
    });
  });

  test("a vehicle with one sensor alone is judged by it", () => {
    for (const sensor of ["camera", "radar", "lidar"] as const) {
      const displacement = from(80, { cameraDeg: [0.6, 0, 0], radarM: 0.6, lidarM: 0.3 });
      const replay = replayOf({ frames: 110, seed: 93, sensors: [sensor], displacement });
      expect(replay.breaches.map((breach) => breach.source)).toEqual([sensor]);
    }
  });

  test("a matrix that is not quite a rotation is projected, warned about and believed less", () => {
    const frames = journalOf({ frames: 60, seed: 94, sensors: ["camera"] });
    const { state } = replayEntries(frames.slice(0, 59), defaultSettings);
    const last = frames[59]!;
    if (last.kind !== "frame") throw new Error("a frame was expected");
    const stretched = last.reading.cameraRotation!.map((entry) => 1.002 * entry);
    const straight = fold(state, last, defaultSettings, tester).score!;
    const bent = fold(
      state,
      { kind: "frame", reading: { ...last.reading, cameraRotation: stretched } },
      defaultSettings,
      tester,
    ).score!;
    expect(bent.warnings).toContain("rotation_not_orthonormal");
    expect(bent.confidence).toBeLessThan(straight.confidence);
    expect(bent.mahalDistance).toBeCloseTo(straight.mahalDistance!, 6);
  });
});

function replayOf(vehicle: TestVehicle): Replay {
  return replayEntries(journalOf(vehicle), defaultSettings);
}

function lastScore(vehicle: TestVehicle) {
  return replayOf(vehicle).lastScore!;
}

function scoresOf(journal: readonly JournalEntry[]) {
  let state = initialState();
  return journal.map((entry) => {
    const folded = fold(state, entry, defaultSettings, tester);
    state = folded.state;
    return folded.score!;
  });
}

/** The tiers a replay went through, with the reason of each. */
function tiersOf(replay: Replay): [string, string][] {
  return replay.tierPath.map(({ to, reason }) => [to, reason]);
}

function from(start: number, displacement: Displacement): (frame: number) => Displacement {
  return (frame) => (frame >= start ? displacement : {});
}

function learnAt(frame: number): JournalEntry {
  return { kind: "baseline", action: "learn", atUs: testStartUs + frame * 60e6 };
}
