import { expect, test } from "vitest";
import { defaultSettings } from "../model/settings.ts";
import { replayEntries } from "../replay.ts";
import { journalOf } from "../vehicle-journal.ts";
import { recentCount, recentMeans, recentValues, rememberRecent } from "./recent-blocks.ts";

const { radar } = replayEntries(journalOf({ frames: 80, seed: 1, sensors: ["radar"] }), defaultSettings).state
  .tracks;

test("the newest blocks are counted from an entry on", () => {
  const seqs = radar.recent.map(({ seq }) => seq);
  expect(recentCount(radar, 0)).toBe(seqs.length);
  expect(recentCount(radar, seqs.at(-2) ?? 0)).toBe(2);
  expect(recentCount(radar, 1000)).toBe(0);
  expect(recentValues(radar, 0, seqs.at(-1) ?? 0)).toEqual(radar.recent.at(-1)?.placed);
});

test("their mean lies among them, and there is none before a baseline", () => {
  const values = recentValues(radar, 0, 0);
  const { blocks, values: means } = recentMeans(radar, 0);
  expect(blocks).toBe(values.length);
  expect(means[0]).toBeGreaterThan(Math.min(...values));
  expect(means[0]).toBeLessThan(Math.max(...values));
  expect(recentMeans({ ...radar, calibration: null }, 0)).toEqual({ blocks: 0, values: [] });
});

test("a block that has to leave joins the reference, unless that must not move", () => {
  const keep = radar.recent.length;
  const scored = { seq: 99, weight: 1, placed: [0.02], standardised: [0], whitened: [0] };
  const moved = rememberRecent(radar, scored, { keep, referenceMoves: true });
  expect(moved.recent).toHaveLength(keep);
  expect(moved.recent.at(-1)).toEqual({ seq: 99, weight: 1, placed: [0.02] });
  expect(moved.centreWeight).toBe(radar.centreWeight + 1);
  const held = rememberRecent(radar, scored, { keep, referenceMoves: false });
  expect(held.centre).toBe(radar.centre);
});
