import { expect, test } from "vitest";

import { packScore } from "../../../core/scoring/model/codec/score-codec.ts";
import { defaultSettings } from "../../../core/scoring/model/settings.ts";
import { streamOf } from "../../storage/frames-for-tests.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import { rebuildVehicle, type StoredEntry, type StoredVehicle } from "./rebuild-vehicle.ts";
import { verifyStates } from "./verify-states.ts";

const count = 5;

/** A vehicle of five frames as a store that changes nothing has it. */
function storedVehicle(): StoredVehicle {
  const frames = streamOf("van-1", { frames: count });
  const bare = frames.map(({ reading }, at) => ({
    seq: at + 1,
    receivedAtUs: at,
    entry: { kind: "frame", reading } as const,
    frame: null,
  }));
  const scores = [...rebuildVehicle({ entriesAfter: () => bare }, defaultSettings)].map(({ score }) => score);
  const entries = frames.map((frame, at): StoredEntry => {
    const [one, score] = [bare[at], scores[at]];
    if (one === undefined || score === undefined || score === null)
      throw new Error("a frame without a score");
    const { raw, sensorsSha256 } = frame;
    return { ...one, frame: { raw, sensorsSha256, tier: score.tier, score: packScore(score) } };
  });
  return {
    summary: vehicleForTests({ entries: count, frames: count }),
    states: [],
    estimatedNoise: [],
    entriesAfter: (afterSeq) => entries.slice(afterSeq),
  };
}

function verified(vehicle: StoredVehicle) {
  const progress: string[] = [];
  const report = verifyStates({
    audit: { vehicleKeys: () => [7], readVehicle: (_, read) => read(vehicle) },
    settings: defaultSettings,
    scoring: "s",
    onProgress: (done, of) => void progress.push(`${done} of ${of}`),
  });
  return { ...report, progress };
}

test("entries and scores are counted, and a row that contradicts its journal is found", () => {
  const { entries, scoresCompared, differences, progress } = verified(storedVehicle());
  expect([entries, scoresCompared, progress]).toEqual([count, count, ["1 of 1"]]);
  // The builder's row knows nothing of the scores.
  expect(new Set(differences.map(({ what }) => what))).toEqual(new Set(["summary"]));
});

test("an entry that is missing is named where the numbers jump", () => {
  const vehicle = storedVehicle();
  const entriesAfter = (afterSeq: number, limit: number) =>
    vehicle.entriesAfter(afterSeq, limit).filter(({ seq }) => seq !== 3);
  const { differences } = verified({ ...vehicle, entriesAfter });
  expect(differences.filter(({ what }) => what === "numbering").map(({ seq }) => seq)).toEqual([4]);
});

test("a journal that cannot be read is reported with its vehicle, and nothing is thrown", () => {
  const unreadable = () => {
    throw new Error("the page is torn");
  };
  const { differences } = verified({ ...storedVehicle(), entriesAfter: unreadable });
  expect(differences).toMatchObject([
    { vehicleId: "van-1", seq: 1, what: "damage", detail: "cannot be read or folded: the page is torn" },
  ]);
});

test("a vehicle whose row cannot be read is named by its number", () => {
  const { differences } = verifyStates({
    audit: {
      vehicleKeys: () => [7],
      readVehicle() {
        throw new Error("no such row");
      },
    },
    settings: defaultSettings,
    scoring: "s",
  });
  expect(differences).toMatchObject([
    { organisation: "?", vehicleId: "number 7 of table vehicle", what: "damage" },
  ]);
});
