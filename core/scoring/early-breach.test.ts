import { describe, expect, test } from "vitest";
import { fold } from "./fold.ts";
import { initialState } from "./model/initial-state.ts";
import { packState, unpackState } from "./model/codec/state-codec.ts";
import { packScore, unpackScore } from "./model/codec/score-codec.ts";
import type { JournalEntry } from "./model/journal-entry.ts";
import type { Score, ScoringEvent } from "./model/score.ts";
import { defaultSettings as settings } from "./settings/settings.ts";
import type { VehicleState } from "./model/state.ts";
import { journalOf } from "./vehicle-journal.ts";
import type { Displacement, TestVehicle } from "./vehicle-journal.ts";

const turnedBy = (degrees: number): Displacement => ({ cameraDeg: [0, degrees, 0] });

/** As far apart as the blocks of an early verdict may be. */
const periodS = 10;

/** One minute of video: neighbours resemble each other, and blocks are joined again and again. */
const video: TestVehicle = {
  frames: 1200,
  seed: 3,
  sensors: ["camera"],
  periodS: 0.05,
  correlation: 0.97,
  displacement: (frame) => turnedBy(frame >= 600 ? 0.6 : 0),
};

describe("one minute of 20 Hz video whose camera moves half-way", () => {
  const { scores, events } = run(journalOf(video));
  const opened = scores.findIndex(({ breachOpened }) => breachOpened);
  const score = scores[opened]!;

  test("has its breach within a quarter of a minute, although it never gets a baseline of its own", () => {
    expect(opened).toBeGreaterThan(600);
    expect(opened).toBeLessThan(900);
    expect(run(journalOf({ ...video, displacement: () => ({}) })).scores.at(-1)).toMatchObject({
      tier: "UNKNOWN",
      provisional: null,
    });
  });

  test("says that the verdict is provisional and what it rests on", () => {
    const { provisional } = score;
    expect(provisional).toMatchObject({ sensor: "camera", limit: settings.early.limitNats });
    expect(provisional!.blocksBefore).toBeGreaterThanOrEqual(settings.early.fewestBefore);
    expect(provisional!.blocksAfter).toBeGreaterThanOrEqual(settings.early.fewestAfter);
    expect(Math.abs(provisional!.drift - 0.6)).toBeLessThan(3 * provisional!.driftSd);
    expect(score.cusumStatistic).toBe(provisional!.statistic);
    expect(score.warnings).toContain("verdict_provisional");
    expect(score.window!.channels.map(({ channel }) => channel)).toEqual([
      "camera_x",
      "camera_y",
      "camera_z",
    ]);
    const [breach] = events.flatMap((all) => all.filter(({ kind }) => kind === "breach_opened"));
    expect(breach).toMatchObject({ threshold: settings.early.limitNats, statistic: provisional!.statistic });
  });

  test("is CAUTION at most, half sure, and somebody should look", () => {
    const provisional = scores.filter((one) => one.provisional !== null);
    expect(provisional.length).toBeGreaterThan(100);
    for (const one of provisional) {
      expect(one).toMatchObject({ tier: "CAUTION", recommendedAction: "inspect_sensor" });
      expect(one).toMatchObject({ cusumTriggered: true, probableFaultSource: "camera" });
      expect(one.confidence).toBeLessThanOrEqual(0.5);
    }
  });

  test("dates the change", () => {
    expect(Math.abs(score.changePointSeq! - 601)).toBeLessThan(2 * score.provisional!.framesPerBlock);
    const { likely, widely } = score.course!;
    expect(widely.fromSeq).toBeLessThanOrEqual(likely.fromSeq);
    expect(widely.toSeq).toBeGreaterThanOrEqual(likely.toSeq);
    expect(widely.fromSeq).toBeLessThanOrEqual(601);
    expect(widely.toSeq).toBeGreaterThanOrEqual(601);
  });
});

test("state and score keep every bit of it", () => {
  const journal = journalOf(video);
  const first = run(journal.slice(0, 900));
  expect(first.state.breach!.early).not.toBeNull();
  expect(unpackState(packState(first.state))).toEqual({ ...first.state, standing: null, known: null });
  const rest = run(journal.slice(900), unpackState(packState(first.state)));
  expect(packState(rest.state)).toEqual(packState(run(journal).state));
  for (const score of first.scores.slice(-400)) expect(unpackScore(packScore(score))).toEqual(score);
});

test("what lasts is confirmed by W after a baseline's worth of blocks, and judged like any other from then on", () => {
  const { scores } = run(
    journalOf({ ...video, frames: 3000, displacement: (frame) => turnedBy(frame >= 600 ? 1.5 : 0) }),
  );
  const confirmed = scores.findIndex(
    ({ provisional }, at) => provisional === null && at > 0 && scores[at - 1]!.provisional !== null,
  );
  expect(confirmed).toBeGreaterThan(600);
  expect(scores.slice(0, confirmed).map(({ tier }) => tier)).not.toContain("CRITICAL");
  expect(scores.at(-1)).toMatchObject({
    tier: "CRITICAL",
    recommendedAction: "calibration_required",
    cusumTriggered: true,
  });
  expect(scores.filter(({ breachOpened }) => breachOpened)).toHaveLength(1);
});

test("what goes back ends it, and the sensor learns from the start", () => {
  const slow: TestVehicle = { frames: 200, seed: 5, sensors: ["radar"], periodS };
  const { scores, events, state } = run(
    journalOf({ ...slow, displacement: (frame) => ({ radarM: frame >= 10 && frame < 60 ? 0.7 : 0 }) }),
  );
  expect(scores.findIndex(({ provisional }) => provisional !== null)).toBeLessThan(16);
  const closed = events.findIndex((all) => all.some(({ kind }) => kind === "breach_closed"));
  expect(closed).toBeGreaterThan(60);
  expect(scores[closed]!.baseline).toMatchObject({ state: "learning", coversHours: null });
  expect(state.tracks.radar.calibration).toMatchObject({ established: true });
  expect(scores.at(-1)).toMatchObject({ tier: "NOMINAL", cusumTriggered: false });
});

test.each(["unfreeze", "learn"] as const)("%s ends it, and nothing of it is left", (action) => {
  const journal = journalOf({
    frames: 90,
    seed: 5,
    sensors: ["camera"],
    periodS,
    displacement: (frame) => turnedBy(frame >= 10 ? 0.7 : 0),
  });
  const command: JournalEntry = { kind: "baseline", action, atUs: 0 };
  const after = run([...journal.slice(0, 20), command]);
  expect(run(journal.slice(0, 20)).state.breach!.early).not.toBeNull();
  expect(after.state.breach).toBeNull();
  expect(after.state.tracks.camera).toMatchObject({ calibration: null, learnt: [], cycle: null });
  const { scores } = run(journal.slice(20), after.state);
  expect(scores.at(-1)).toMatchObject({ tier: "NOMINAL", baseline: { state: "established" } });
});

test("sensors that move together are named together", () => {
  const { scores } = run(
    journalOf({
      frames: 40,
      seed: 8,
      periodS,
      displacement: (frame) => (frame >= 11 ? { cameraDeg: [0, 0.9, 0], radarM: 0.4 } : {}),
    }),
  );
  const [first] = scores.filter(({ provisional }) => provisional !== null);
  expect(first!.seq).toBeLessThan(17);
  expect(scores[25]).toMatchObject({ probableFaultSource: "multi_modal", tier: "CAUTION" });
});

test("a sensor that comes late is judged early beside others that are long settled", () => {
  const all = journalOf({
    frames: 400,
    seed: 9,
    sensors: ["camera", "radar"],
    periodS,
    displacement: (frame) => ({ radarM: frame >= 312 ? 0.8 : 0 }),
  });
  const { scores } = run(withoutRadar(all, 300));
  const [first] = scores.filter(({ breachOpened }) => breachOpened);
  expect(first).toMatchObject({
    provisional: { sensor: "radar", blocksBefore: 12 },
    probableFaultSource: "radar",
  });
  expect(first!.seq).toBeLessThan(320);
  expect(scores.at(-1)).toMatchObject({ provisional: null, tier: "CRITICAL", probableFaultSource: "radar" });
});

test.each([
  ["a lidar that matches better than before", { sensors: ["lidar"] }, (size: number) => ({ lidarM: -size })],
  [
    "a fall of the lidar's confidence",
    { sensors: ["confidence"] },
    (size: number) => ({ confidence: -size }),
  ],
  ["a shift within the limits", { sensors: ["radar"], noise: { radarM: 0.01 } }, () => ({ radarM: 0.15 })],
] as const)("%s is no early verdict", (_, vehicle, moved) => {
  const { scores } = run(
    journalOf({
      frames: 19,
      seed: 4,
      periodS,
      ...vehicle,
      displacement: (frame) => (frame >= 10 ? moved(0.6) : {}),
    }),
  );
  expect(scores.every(({ provisional, cusumTriggered }) => provisional === null && !cusumTriggered)).toBe(
    true,
  );
});

describe("none has", () => {
  const moved: TestVehicle = {
    frames: 18,
    seed: 5,
    sensors: ["radar"],
    periodS,
    displacement: (frame) => ({ radarM: frame >= 10 ? 0.7 : 0 }),
  };

  test("a vehicle whose frames come more slowly: what wanders between them looks the same", () => {
    expect(run(journalOf(moved)).state.breach!.early).not.toBeNull();
    expect(run(journalOf({ ...moved, periodS: periodS + 1 })).state.breach).toBeNull();
    expect(run(journalOf({ ...moved, periodS: 60 })).state.breach).toBeNull();
  });

  test("a frozen vehicle", () => {
    const freeze: JournalEntry = { kind: "baseline", action: "freeze", atUs: 0 };
    expect(run([freeze, ...journalOf(moved)]).state.breach).toBeNull();
  });

  test("one whose breach is an ordinary one", () => {
    const heardLate = (cameraDeg: number) =>
      run(
        withoutRadar(
          journalOf({
            frames: 128,
            seed: 5,
            sensors: ["camera", "radar"],
            periodS,
            displacement: (frame) => ({
              cameraDeg: [0, frame >= 100 ? cameraDeg : 0, 0],
              radarM: frame >= 120 ? 0.7 : 0,
            }),
          }),
          110,
        ),
      ).state.breach;
    expect(heardLate(0)!.early!.verdict.sensor).toBe("radar");
    expect(heardLate(0.7)).toMatchObject({
      openedSeq: expect.toSatisfy((seq: number) => seq < 120),
      early: null,
    });
  });
});

test("one frame however wild, and two that disagree, tell nothing", () => {
  for (const size of [0.5, 5, 500]) {
    for (let wild = 5; wild < 19; wild += 1) {
      const at = (frame: number) => (frame === wild ? size : frame === wild + 1 ? -size : 0);
      const one = { frames: 19, seed: wild, sensors: ["radar"] as const, periodS };
      const single = run(
        journalOf({ ...one, displacement: (frame) => ({ radarM: Math.max(0, at(frame)) }) }),
      );
      const two = run(journalOf({ ...one, displacement: (frame) => ({ radarM: at(frame) }) }));
      expect([single, two].map(({ state }) => state.breach)).toEqual([null, null]);
    }
  }
});

/** The radar is first heard after so many frames. */
function withoutRadar(journal: readonly JournalEntry[], frames: number): readonly JournalEntry[] {
  return journal.map((entry, at): JournalEntry => {
    if (entry.kind !== "frame" || at >= frames) return entry;
    const { radarRangeBiasM: _, ...reading } = entry.reading;
    return { kind: "frame", reading };
  });
}

function run(entries: readonly JournalEntry[], before: VehicleState = initialState()) {
  const scores: Score[] = [];
  const events: (readonly ScoringEvent[])[] = [];
  let state = before;
  for (const entry of entries) {
    const folded = fold(state, entry, settings);
    state = folded.state;
    if (folded.score === null) continue;
    scores.push(folded.score);
    events.push(folded.events);
  }
  return { state, scores, events };
}
