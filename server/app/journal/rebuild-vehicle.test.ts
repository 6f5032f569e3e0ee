import { expect, test } from "vitest";

import { fold } from "../../../core/scoring/fold.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";
import { streamOf } from "../../storage/frames-for-tests.ts";
import { rebuildVehicle, type StoredEntry } from "./rebuild-vehicle.ts";

const entries: readonly StoredEntry[] = streamOf("van-1", { frames: 40 }).map(({ reading }, at) => ({
  seq: at + 1,
  receivedAtUs: at,
  entry: { kind: "frame", reading },
  frame: null,
}));

test("every entry comes in order, each with the state the fold leads to", () => {
  let state = initialState();
  const asked: number[] = [];
  const vehicle = {
    entriesAfter(afterSeq: number, limit: number) {
      asked.push(afterSeq);
      return entries.slice(afterSeq, afterSeq + limit);
    },
  };
  const rebuilt = [...rebuildVehicle(vehicle, defaultSettings)];
  expect(rebuilt.map(({ stored }) => stored.seq)).toEqual(entries.map(({ seq }) => seq));
  for (const { entry } of entries) ({ state } = fold(state, entry, defaultSettings));
  expect(rebuilt.at(-1)?.state).toEqual(state);
  expect(asked).toEqual([0]);
});

test("an empty journal has no entries", () => {
  expect([...rebuildVehicle({ entriesAfter: () => [] }, defaultSettings)]).toEqual([]);
});
