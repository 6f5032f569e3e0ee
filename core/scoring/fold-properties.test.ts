import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fold } from "./fold.ts";
import type { JournalEntry, SensorReading } from "./model/journal-entry.ts";
import { expDeg, multiply, toMatrix } from "./numeric/quaternion.ts";
import type { Score } from "./model/score.ts";
import { defaultSettings } from "./settings/settings.ts";
import type { VehicleState } from "./model/state.ts";
import { journalOf, testMount, testStartUs } from "./vehicle-journal.ts";
import { FrameTester } from "./frame/frame-tester.ts";
import { initialState } from "./model/initial-state.ts";
import { packState, unpackState } from "./model/codec/state-codec.ts";

const tester = new FrameTester();

test("whatever valid journal comes, numbers stay finite and the state survives packing bit for bit", () => {
  fc.assert(
    fc.property(anyJournal(), (journal) => {
      let state = initialState();
      journal.forEach((entry, at) => {
        const folded = fold(state, entry, defaultSettings, tester);
        state = folded.state;
        expect(state.entries).toBe(at + 1);
        if (folded.score !== null) expectFinite(folded.score);
      });
      const bytes = packState(state);
      expect(bytes.length).toBeLessThanOrEqual(9 * 1024);
      expect(packState(unpackState(bytes))).toEqual(bytes);
      expect(unpackState(bytes)).toEqual({ ...state, standing: null, known: null });
    }),
    { seed: 5, numRuns: 15 },
  );
});

test("a vehicle with every sensor never needs more than 5 KiB once it has its baselines, however long it drives", () => {
  const journal = journalOf({ frames: 2000, seed: 15, sensors: ["camera", "radar", "lidar", "confidence"] });
  let state = initialState();
  let most = 0;
  for (const entry of journal) {
    state = fold(state, entry, defaultSettings, tester).state;
    const tracks = Object.values(state.tracks);
    if (!tracks.every(({ calibration }) => calibration?.established === true)) continue;
    most = Math.max(most, packState(state).length);
  }
  expect(most).toBeGreaterThan(4 * 1024);
  expect(most).toBeLessThanOrEqual(5 * 1024);
});

test("days on end a state survives packing: also while only its older blocks know their time of day", () => {
  const journal = journalOf({
    frames: 500,
    seed: 16,
    sensors: ["camera", "radar", "lidar", "confidence"],
    periodS: 3600,
  });
  let state = initialState();
  let mixed = 0;
  for (const entry of journal) {
    state = fold(state, entry, defaultSettings, tester).state;
    const widths = new Set(Array.from(state.evidence.buckets, ({ sums }) => sums.length));
    if (widths.size > 1) mixed += 1;
    else if (state.entries % 7 > 0) continue;
    expect(unpackState(packState(state))).toEqual({ ...state, standing: null, known: null });
  }
  expect(mixed).toBeGreaterThan(20);
});

test("the state that is folded is left as it was, and folding it again gives the same bytes", () => {
  fc.assert(
    fc.property(anyJournal(), (journal) => {
      let state = initialState();
      for (const entry of journal) {
        const before = packState(state);
        const once = fold(state, entry, defaultSettings, tester);
        const again = fold(state, entry, defaultSettings, tester);
        expect(packState(state)).toEqual(before);
        expect(packState(again.state)).toEqual(packState(once.state));
        expect(again.score).toEqual(once.score);
        state = once.state;
      }
    }),
    { seed: 6, numRuns: 5 },
  );
});

test("a replay that goes on from a packed state gives the same bytes as one from the start", () => {
  const journal = journalOf({
    frames: 180,
    seed: 7,
    sensors: ["camera", "radar", "lidar", "confidence"],
    displacement: (frame) => (frame >= 120 ? { radarM: 0.5 } : {}),
  });
  let state = initialState();
  let restored = initialState();
  for (const entry of journal) {
    state = fold(state, entry, defaultSettings, tester).state;
    restored = unpackState(packState(fold(restored, entry, defaultSettings, tester).state));
  }
  expect(packState(restored)).toEqual(packState(state));
});

test("no single frame, however far out, changes a tier: not at once, not in the frames after it", () => {
  const vehicles = [
    journalOf({ frames: 160, seed: 8 }),
    journalOf({ frames: 160, seed: 9, noise: { cameraDeg: 0.01, radarM: 0.01, lidarLog: 0.1 } }),
    journalOf({
      frames: 160,
      seed: 10,
      noise: { cameraDeg: 0.3, radarM: 0.15, lidarLog: 0.5 },
      correlation: 0.3,
    }),
  ].map((journal) => {
    const states = [initialState()];
    const tiers: string[] = [];
    for (const entry of journal) {
      const { state, score } = fold(states.at(-1)!, entry, defaultSettings, tester);
      states.push(state);
      tiers.push(score!.tier);
    }
    return { journal, states, tiers };
  });
  const watched = 25;
  fc.assert(
    fc.property(
      fc.constantFrom(...vehicles),
      fc.nat({ max: 70 }),
      outlierReading(),
      (vehicle, step, outlier) => {
        const at = 60 + step;
        const timestampUs = testStartUs + at * 60e6 - 30e6;
        let { state, score } = fold(
          vehicle.states[at]!,
          { kind: "frame", reading: { ...outlier, timestampUs } },
          defaultSettings,
          tester,
        );
        expect(score!.tier).toBe(vehicle.tiers[at - 1]);
        for (const entry of vehicle.journal.slice(at, at + watched)) {
          ({ state, score } = fold(state, entry, defaultSettings, tester));
          expect(score!.tier).toBe(vehicle.tiers[score!.seq - 2]);
        }
      },
    ),
    { seed: 11, numRuns: 30 },
  );
});

test("turning the vehicle's frame turns nothing in the verdict", () => {
  fc.assert(
    fc.property(fc.tuple(angle(), angle(), angle()), (turn) => {
      const plan = {
        frames: 110,
        seed: 12,
        displacement: (frame: number) => (frame >= 90 ? { cameraDeg: [0, 0.6, 0] as const } : {}),
      };
      const straight = scoresOf(journalOf(plan));
      const turned = scoresOf(journalOf({ ...plan, mount: multiply(expDeg(turn), testMount) }));
      straight.forEach((score, at) => {
        expect(turned[at]!.tier).toBe(score.tier);
        expect(turned[at]!.cusumStatistic ?? 0).toBeCloseTo(score.cusumStatistic ?? 0, 6);
        expect(turned[at]!.mahalDistance ?? 0).toBeCloseTo(score.mahalDistance ?? 0, 6);
      });
    }),
    { seed: 13, numRuns: 4 },
  );
});

test("leaving out a sensor that is in control hardly changes what the others say", () => {
  const plan = {
    frames: 130,
    seed: 14,
    displacement: (frame: number) => (frame >= 100 ? { radarM: 0.3 } : {}),
  };
  const all = scoresOf(journalOf(plan));
  const withoutLidar = scoresOf(journalOf({ ...plan, sensors: ["camera", "radar"] }));
  const [opened, openedWithout] = [all, withoutLidar].map((scores) =>
    scores.findIndex((score) => score.breachOpened),
  );
  expect(opened).toBeGreaterThan(100);
  expect(Math.abs(opened! - openedWithout!)).toBeLessThanOrEqual(2);
});

/** Any frames, commands and registrations: sensors come and go, values are outlying at times, clocks jump. */
function anyJournal(): fc.Arbitrary<JournalEntry[]> {
  const plan = fc.record({
    frames: fc.integer({ min: 1, max: 90 }),
    seed: fc.nat({ max: 1000 }),
    correlation: fc.constantFrom(0, 0, 0.9),
    periodS: fc.constantFrom(0.05, 1, 60, 86_400),
    edits: fc.array(fc.tuple(fc.nat({ max: 89 }), edit()), { maxLength: 30 }),
    taught: fc.option(anyPrior()),
  });
  return plan.map(({ edits, taught, ...vehicle }) => {
    const journal = journalOf({ ...vehicle, sensors: ["camera", "radar", "lidar", "confidence"] });
    for (const [at, change] of edits) {
      const entry = journal[at];
      if (entry?.kind === "frame") journal[at] = change(entry.reading);
    }
    return taught === null ? journal : [taught, ...journal];
  });
}

function anyPrior(): fc.Arbitrary<JournalEntry> {
  const noise = fc.option(
    fc.record({
      sd: fc.double({ min: 1e-4, max: 10, noNaN: true }),
      degrees: fc.double({ min: 1, max: 20, noNaN: true }),
      vehicles: fc.integer({ min: 10, max: 250 }),
    }),
  );
  return fc.record({
    kind: fc.constant("prior" as const),
    sensors: fc.record({ camera: noise, radar: noise, lidar: noise, confidence: noise }),
    correlation: fc.double({ min: 0, max: 0.95, noNaN: true }),
    atUs: fc.constant(testStartUs),
  });
}

function edit(): fc.Arbitrary<(reading: SensorReading) => JournalEntry> {
  return fc.oneof(
    outlierReading().map((outlier) => (reading: SensorReading): JournalEntry => ({
      kind: "frame",
      reading: { ...outlier, timestampUs: reading.timestampUs },
    })),
    fc
      .subarray(["cameraRotation", "radarRangeBiasM", "lidarRegistrationErrorM", "lidarConfidence"] as const)
      .map((absent) => (reading: SensorReading): JournalEntry => {
        const left = { ...reading };
        for (const name of absent) delete left[name];
        return { kind: "frame", reading: left };
      }),
    fc.integer({ min: -2e9, max: 2e9 }).map((shiftUs) => (reading: SensorReading): JournalEntry => ({
      kind: "frame",
      reading: { ...reading, timestampUs: reading.timestampUs + shiftUs },
    })),
    fc
      .constantFrom("learn" as const, "freeze" as const, "unfreeze" as const)
      .map((action) => ({ timestampUs }: SensorReading): JournalEntry => ({
        kind: "baseline",
        action,
        atUs: timestampUs,
      })),
    fc.tuple(angle(), angle(), angle()).map((turn) => ({ timestampUs }: SensorReading): JournalEntry => ({
      kind: "reference",
      cameraRotation: toMatrix(expDeg(turn)),
      validFromUs: timestampUs,
    })),
  );
}

/** Anything the contract lets through. */
function outlierReading(): fc.Arbitrary<Omit<SensorReading, "timestampUs">> {
  return fc.record(
    {
      cameraRotation: fc.tuple(angle(), angle(), angle()).map((turn) => toMatrix(expDeg(turn))),
      radarRangeBiasM: fc.double({ min: -1000, max: 1000, noNaN: true }),
      lidarRegistrationErrorM: fc.double({ min: 0, max: 1000, noNaN: true }),
      lidarConfidence: fc.double({ min: 0, max: 1, noNaN: true }),
    },
    { requiredKeys: [] },
  );
}

function angle(): fc.Arbitrary<number> {
  return fc.double({ min: -100, max: 100, noNaN: true });
}

function scoresOf(journal: readonly JournalEntry[]): Score[] {
  let state: VehicleState = initialState();
  return journal.map((entry) => {
    const folded = fold(state, entry, defaultSettings, tester);
    state = folded.state;
    return folded.score!;
  });
}

function expectFinite(value: unknown): void {
  if (typeof value === "number") expect(Number.isFinite(value)).toBe(true);
  else if (typeof value === "object" && value !== null) Object.values(value).forEach(expectFinite);
}
