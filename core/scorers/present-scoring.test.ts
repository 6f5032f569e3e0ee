import { expect, test } from "vitest";

import { presentScoring as scoring } from "./present-scoring.ts";
import { packState } from "../scoring/model/codec/state-codec.ts";
import { defaultSettings, settingsToJson } from "../scoring/settings/settings.ts";
import { journalOf } from "../scoring/vehicle-journal.ts";

const settings = scoring.settingsFromJson(settingsToJson(defaultSettings));
const journal = journalOf({ frames: 90, seed: 11, displacement: (at) => (at >= 70 ? { radarM: 0.6 } : {}) });

test("settings read from evidence are those it was scored by, and no others are taken for them", () => {
  expect(settings).toEqual(defaultSettings);
  const { limits: _, ...without } = settingsToJson(defaultSettings);
  expect(() => scoring.settingsFromJson(without)).toThrow("settings.limits");
});

test("from a packed state on, the outputs are those of the whole journal", () => {
  let state = scoring.initialState();
  const whole = journal.map((entry) => {
    const packed = packState(state);
    const folded = scoring.fold(state, entry, settings);
    state = folded.state;
    return { packed, outputs: scoring.outputs(folded.score!) };
  });
  for (const at of [0, 1, 45, 89]) {
    const { packed, outputs: expected } = whole[at]!;
    expect(
      scoring.outputs(scoring.fold(scoring.unpackState(packed), journal[at]!, settings).score!),
    ).toStrictEqual(expected);
  }
  expect(scoring.openBreach(state, settings)).not.toBeNull();
});

test("bytes that are no state are refused rather than scored on", () => {
  expect(() => scoring.unpackState(new Uint8Array())).toThrow(RangeError);
  expect(() => scoring.unpackState(packState(scoring.initialState()).subarray(0, -1))).toThrow(RangeError);
});

test("vehicles that are folded by turns have the bits of vehicles that are folded alone", () => {
  const other = journalOf({ frames: 90, seed: 12, displacement: (at) => (at >= 55 ? { radarM: 0.4 } : {}) });
  const alone = journalOf({ frames: 90, seed: 13 });
  const packedAfter = (beside: typeof other | null) => {
    let [state, next] = [scoring.initialState(), scoring.initialState()];
    return alone.map((entry, at) => {
      if (beside !== null) next = scoring.fold(next, beside[at]!, settings).state;
      ({ state } = scoring.fold(state, entry, settings));
      return Buffer.from(packState(state)).toString("base64");
    });
  };
  expect(packedAfter(other)).toEqual(packedAfter(null));
});
