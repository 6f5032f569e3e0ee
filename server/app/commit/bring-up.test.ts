import { expect, test } from "vitest";

import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";
import { StateCache, unpackedBytes } from "../journal/state-cache.ts";
import type { JournalTail, TailRequest } from "../ports/journal.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import { bringUp } from "./bring-up.ts";

const needs = { settings: defaultSettings, scoring: "s" };

function journalOf(tail: JournalTail) {
  const asked: TailRequest[] = [];
  const transaction = {
    findFrames: async () => [],
    async readTails(requests: readonly TailRequest[]) {
      asked.push(...requests);
      return requests.map(() => tail);
    },
  };
  return { asked, transaction };
}

const freeze = (seq: number) => ({
  seq,
  receivedAtUs: seq,
  timestamp: null,
  raw: null,
  entry: { kind: "baseline", action: "freeze", atUs: seq } as const,
});

test("a vehicle that memory has at its journal's end is not read", async () => {
  const cached = { state: initialState(), seq: 3, snapshotSeq: 2 };
  const cache = new StateCache(10 * unpackedBytes);
  cache.keep(new Map([[1, cached]]));
  const { asked, transaction } = journalOf({ from: null, records: [] });
  const vehicles = [vehicleForTests({ vehicleKey: 1, entries: 3 })];
  expect(await bringUp(vehicles, transaction, cache, needs)).toEqual([cached]);
  expect(asked).toEqual([]);
});

test("one that memory has half is read from there, one it has not from the newest stored state", async () => {
  const cache = new StateCache(10 * unpackedBytes);
  cache.keep(new Map([[1, { state: initialState(), seq: 1, snapshotSeq: 1 }]]));
  const { asked, transaction } = journalOf({ from: null, records: [freeze(1), freeze(2)] });
  const vehicles = [1, 2].map((vehicleKey) => vehicleForTests({ vehicleKey, entries: 2 }));
  const states = await bringUp(vehicles, transaction, cache, needs);
  expect(asked).toEqual([
    { kind: "after", vehicleKey: 1, seq: 1 },
    { kind: "from-state", vehicleKey: 2, bySeq: 2 },
  ]);
  expect(states.map(({ seq, snapshotSeq }) => [seq, snapshotSeq])).toEqual([
    [2, 1],
    [2, 0],
  ]);
});
