import { expect, test } from "vitest";
import type { VehicleDetail, WorkEntry } from "../../../../clients/typescript/generated/contract.ts";
import { seriesLike } from "../../../charts/series-like-for-tests.ts";
import { eventBeside, stripEvents } from "./strip-events.ts";

const at = (minute: number): number => Date.UTC(2026, 2, 1, 8, minute) / 1000;
const iso = (minute: number): string => new Date(at(minute) * 1000).toISOString();
type Change = VehicleDetail["tier_history"][number];

const change = (to: Change["to"], seq: number, given: Partial<Change> = {}): Change => ({
  at: iso(seq - 1),
  from: "NOMINAL",
  to,
  decided_by: "caution_limit_exceeded",
  frame_seq: seq,
  ...given,
});
const entry = (action: WorkEntry["action"], seq: number): WorkEntry => ({
  entry: 1,
  action,
  // The service's time, which has nothing to do with that of a replayed stream.
  at: "2031-01-01T00:00:00.000Z",
  by: { key_id: "k", key_name: "desk" },
  frame_seq: seq,
  comment: null,
  undone_by: null,
  undoable: false,
});
const calm = { tier_history: [], open_breach: null, change_began: null };

test("tiers, the change, recalibrations and work stand in the order they happened, in the vehicle's time", () => {
  const vehicle = {
    tier_history: [change("UNKNOWN", 8, { decided_by: "learning", from: "CAUTION" }), change("CAUTION", 6)],
    open_breach: { evidence_id: "EVB-1", opened_at: iso(5), frame_seq: 6 },
    change_began: { at: iso(3), between_50: [iso(3), iso(3)], between_90: [iso(2), iso(4)] },
  };
  const series = seriesLike(10, { frame_seqs: [1, 2, 3, 4, 5, 6, 7, 9, 10, 11] });
  const events = stripEvents(series, vehicle, [entry("repaired", 8), entry("acknowledge", 7)]);
  expect(events.map(({ kind, atS, word }) => [kind, atS, word])).toEqual([
    ["onset", at(3), "onset"],
    ["signal", at(5), "signal"],
    ["tier", at(5), "Caution"],
    ["work", at(6), "work"],
    ["work", at(7), "work"],
    ["recalibrated", at(7), "recalibrated"],
  ]);
  expect(events[3]?.text).toBe("desk acknowledged it");
});

test("what happened before the first point is not laid to it, what came after the last stands at the end", () => {
  const series = seriesLike(3, { frame_seqs: [5, 6, 7] });
  const events = stripEvents(
    series,
    { ...calm, tier_history: [change("CAUTION", 2, { from: "CRITICAL" })] },
    [entry("acknowledge", 9)],
  );
  expect(events.map(({ kind, atS }) => [kind, atS])).toEqual([["work", at(2)]]);
});

test("an empty series has no events", () => {
  expect(
    stripEvents(seriesLike(0), { ...calm, tier_history: [change("CAUTION", 2, { from: "CRITICAL" })] }, []),
  ).toEqual([]);
});

test("from event to event: after the time, before it, from nowhere to the first and the last", () => {
  const events = stripEvents(
    seriesLike(9),
    { ...calm, tier_history: [change("NOMINAL", 8), change("CRITICAL", 3, { from: "CAUTION" })] },
    [],
  );
  const [first, last] = events;
  expect(eventBeside(events, { atS: null, step: 1 })).toBe(first);
  expect(eventBeside(events, { atS: null, step: -1 })).toBe(last);
  expect(eventBeside(events, { atS: first!.atS, step: 1 })).toBe(last);
  expect(eventBeside(events, { atS: last!.atS, step: 1 })).toBeNull();
  expect(eventBeside(events, { atS: last!.atS, step: -1 })).toBe(first);
  expect(eventBeside([], { atS: null, step: 1 })).toBeNull();
});
