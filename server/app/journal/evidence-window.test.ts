import { expect, test } from "vitest";

import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { foldRecords, windowFrom, windowStart } from "./evidence-window.ts";
import type { JournalRecord } from "../ports/journal.ts";
import { packState } from "../../../core/scoring/model/codec/state-codec.ts";

test.each([
  { changePointSeq: 5, breachSeq: 12, start: 0, why: "a young vehicle shows its whole journal" },
  {
    changePointSeq: 383,
    breachSeq: 400,
    start: 0,
    why: "entry 256 would leave 127 entries before the change",
  },
  { changePointSeq: 384, breachSeq: 400, start: 256, why: "entry 256 leaves exactly 128" },
  { changePointSeq: 2_000, breachSeq: 2_010, start: 1_792, why: "the newest anchor that leaves enough" },
  { changePointSeq: 500, breachSeq: 4_000, start: 3_072, why: "a slow change shows its newest part" },
  { changePointSeq: 4_000, breachSeq: 4_000, start: 3_840, why: "a sudden change" },
])("change at $changePointSeq, breach at $breachSeq: $why", ({ changePointSeq, breachSeq, start }) => {
  expect(windowStart(changePointSeq, breachSeq)).toBe(start);
});

test("a window is never longer than a thousand records, and begins early enough whenever that allows it", () => {
  const breaches = Array.from({ length: 857 }, (_, at) => 1 + 7 * at);
  const windows = breaches.flatMap((breachSeq) =>
    [0, 3, 90, 700, 990, 3_000].map((age) => {
      const changePointSeq = Math.max(1, breachSeq - age);
      return { breachSeq, age, changePointSeq, start: windowStart(changePointSeq, breachSeq) };
    }),
  );
  const wrong = windows.filter(({ breachSeq, age, changePointSeq, start }) => {
    const isEarlyEnough = start === 0 || changePointSeq - start >= 128;
    // Anchors lie 256 apart, so a change up to 1,000 − 128 − 256 entries ago always fits whole.
    return start % 256 !== 0 || breachSeq - start > 1_000 || (age <= 616 && !isEarlyEnough);
  });
  expect(wrong).toEqual([]);
});

const records: readonly JournalRecord[] = Array.from({ length: 300 }, (_, at) => ({
  seq: at + 1,
  receivedAtUs: 0,
  timestamp: null,
  raw: "",
  entry: {
    kind: "frame",
    reading: { timestampUs: (at + 1) * 1_000_000, radarRangeBiasM: 0.01 * Math.sin(at) },
  },
}));
const stateAt256 = packState(foldRecords(null, records.slice(0, 256), defaultSettings));

test("a window from the beginning needs no state", () => {
  const window = windowFrom({ from: null, records }, 0, defaultSettings);
  expect(window).toEqual({ initialSeq: 0, initialState: null, records });
});

test("a window at a stored anchor takes that very state", () => {
  const from = { vehicleKey: 1, seq: 256, state: stateAt256 };
  const window = windowFrom({ from, records: records.slice(256) }, 256, defaultSettings);
  expect(window.initialState).toBe(stateAt256);
  expect(window.records).toEqual(records.slice(256));
});

test("where the anchor is gone its state is folded again, to the same bytes", () => {
  const fromNothing = windowFrom({ from: null, records }, 256, defaultSettings);
  expect(fromNothing.initialState).toEqual(stateAt256);
  const stateAt100 = packState(foldRecords(null, records.slice(0, 100), defaultSettings));
  const from = { vehicleKey: 1, seq: 100, state: stateAt100 };
  const fromEarlier = windowFrom({ from, records: records.slice(100) }, 256, defaultSettings);
  expect(fromEarlier.initialState).toEqual(stateAt256);
  expect(fromEarlier.records.map(({ seq }) => seq)).toEqual(fromNothing.records.map(({ seq }) => seq));
  expect(fromEarlier.records[0]?.seq).toBe(257);
});
