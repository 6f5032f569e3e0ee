import { describe, expect, test } from "vitest";

import { foldJournals } from "../../clients/conformance/scoring/fold-journals.ts";
import { scoringOutputs } from "../evidence/bundle/scoring-outputs.ts";
import { fold } from "../scoring/fold.ts";
import type { JournalEntry } from "../scoring/model/journal-entry.ts";
import {
  defaultSettings,
  scoringVersion,
  settingsFromJson,
  settingsToJson,
} from "../scoring/settings/settings.ts";
import { journalOf, testNoise, testStartUs } from "../scoring/vehicle-journal.ts";
import { knownScorerOf } from "./known-scorers.ts";
import { foldThrough, frozenScorer } from "./scorer-for-tests.ts";
import { initialState } from "../scoring/model/initial-state.ts";
import { packState } from "../scoring/model/codec/state-codec.ts";

/*
 * The engine at work and the frozen scorer of its version are one and the same function. Where they part, evidence that
 * is issued today could not be recomputed: raise scoringVersion in core/scoring/settings/settings.ts. A version in
 * development has no frozen scorer to part from; a release asks for one (docs/releasing.md).
 */
const scorer = knownScorerOf(scoringVersion);
const live = { fold, initialState, packState };

describe.skipIf(scorer === undefined)(`scoring ${scoringVersion} and its frozen scorer`, () => {
  test("have the same settings, and read them in the same way", async () => {
    const frozen = await frozenScorer(scoringVersion);
    expect(frozen.settingsToJson(frozen.defaultSettings)).toEqual(settingsToJson(defaultSettings));
    expect(frozen.settingsFromJson(settingsToJson(defaultSettings))).toEqual(
      settingsFromJson(settingsToJson(defaultSettings)),
    );
  });

  test.each(journals())("make the same of %s, to the last bit", async (_, journal) => {
    const frozen = await frozenScorer(scoringVersion);
    const there = foldThrough(frozen, journal, frozen.defaultSettings);
    const here = foldThrough(live, journal, defaultSettings);
    for (const [at, step] of here.entries()) {
      const other = there[at]!;
      // Object.is tells −0 from 0, as the state's bytes do.
      expect(other.score, `entry ${at + 1}`).toStrictEqual(step.score);
      expect(other.events, `entry ${at + 1}`).toStrictEqual(step.events);
      expect(Buffer.from(other.packed).equals(step.packed), `state after entry ${at + 1}`).toBe(true);
      if (step.score !== null && other.score !== null) {
        expect(frozen.outputs(other.score)).toStrictEqual(scoringOutputs(step.score));
      }
    }
    expect(Buffer.from(frozen.packState(frozen.unpackState(there.at(-1)!.packed)))).toEqual(
      Buffer.from(there.at(-1)!.packed),
    );
  });
});

function journals(): readonly (readonly [string, readonly JournalEntry[]])[] {
  const all = ["camera", "radar", "lidar", "confidence"] as const;
  return [
    ...Object.entries(foldJournals),
    [
      "radar alone, moved",
      journalOf({ frames: 400, seed: 31, sensors: ["radar"], displacement: movedAt(200) }),
    ],
    [
      "a camera alone, slowly turning",
      journalOf({ frames: 400, seed: 32, sensors: ["camera"], displacement: turning }),
    ],
    ["all sensors, heavy tails", journalOf({ frames: 300, seed: 33, sensors: all, tails: "student" })],
    [
      "correlated frames at 20 Hz with outliers",
      journalOf({ frames: 400, seed: 34, sensors: all, tails: "outliers", correlation: 0.95, periodS: 0.05 }),
    ],
    ["a lidar with a fault, and commands in between", commanded()],
    ["outliers", outliers()],
  ];
}

function movedAt(first: number) {
  return (frame: number) => (frame >= first ? { radarM: 0.6 } : {});
}

function turning(frame: number) {
  return frame < 150 ? {} : { cameraDeg: [0, 0, (frame - 150) / 200] as const };
}

function commanded(): readonly JournalEntry[] {
  const frames = journalOf({
    frames: 300,
    seed: 35,
    sensors: ["lidar", "confidence", "camera"],
    displacement: (frame) => (frame >= 180 ? { lidarM: 0.4, confidence: -0.5 } : {}),
  });
  const atUs = testStartUs + 1e9;
  frames.splice(260, 0, { kind: "baseline", action: "unfreeze", atUs });
  frames.splice(220, 0, { kind: "baseline", action: "learn", atUs });
  frames.splice(90, 0, { kind: "baseline", action: "freeze", atUs });
  frames.splice(60, 0, { kind: "reference", cameraRotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], validFromUs: atUs });
  frames.splice(0, 0, {
    kind: "prior",
    sensors: { camera: { sd: 0.04, vehicles: 12 }, radar: null, lidar: null, confidence: null },
    atUs: testStartUs,
  });
  return frames;
}

/** What the contract lets in and no vehicle sends: limits, repeats, gaps of years, steps back, sensors by turns. */
function outliers(): readonly JournalEntry[] {
  const turns = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const flips = [-1, 0, 0, 0, -1, 0, 0, 0, 1];
  const extremes = [0, -0, 1e-300, -1e-12, 100, -100, 0.125, Number.MIN_VALUE];
  const confidences = [0, 1, 0.2, 0.30000000000000004, 1e-17];
  return Array.from({ length: 400 }, (_, at): JournalEntry => {
    const pick = (stream: number, count: number) =>
      Math.min(count - 1, Math.floor(Math.abs(testNoise(36, stream, at)) * count * 0.4));
    const gapUs = [1, 1e3, 5e7, 6e10, -6e8, 3e13][pick(1, 6)]!;
    const bias = extremes[pick(2, extremes.length)]!;
    return {
      kind: "frame",
      reading: {
        timestampUs: testStartUs + at * 6e7 + gapUs,
        ...(pick(3, 3) > 0 && { cameraRotation: at % 7 === 0 ? flips : turns }),
        ...(pick(4, 4) > 0 && { radarRangeBiasM: bias + (at > 300 ? 1 : 0) }),
        ...(pick(5, 3) > 0 && { lidarRegistrationErrorM: Math.abs(bias) }),
        ...(pick(6, 2) > 0 && { lidarConfidence: confidences[pick(7, confidences.length)]! }),
      },
    };
  });
}
