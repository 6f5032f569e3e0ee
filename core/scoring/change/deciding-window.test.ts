import { expect, test } from "vitest";
import { defaultSettings } from "../model/settings.ts";
import { replayEntries } from "../replay.ts";
import { journalOf } from "../vehicle-journal.ts";
import { sensorsOf } from "./deciding-window.ts";

const { lastScore } = replayEntries(
  journalOf({ frames: 220, seed: 4, displacement: (frame) => (frame >= 200 ? { radarM: 0.3 } : {}) }),
  defaultSettings,
);

test("the window that decides begins where the sensor moved, and W is at least its term", () => {
  expect(lastScore?.window?.fromSeq).toBeGreaterThanOrEqual(200);
  expect(lastScore?.window?.fromSeq).toBeLessThanOrEqual(203);
  expect(lastScore?.cusumStatistic).toBeGreaterThanOrEqual(lastScore?.window?.termNats ?? Infinity);
});

test("of its sensors the radar speaks loudest, by factors that follow from the numbers in it", () => {
  const sensors = lastScore?.window ? sensorsOf(lastScore.window, defaultSettings) : [];
  const largest = sensors.map(({ sensor, bayesFactors }) => ({ sensor, factor: Math.max(...bayesFactors) }));
  expect(largest.toSorted((one, other) => other.factor - one.factor)[0]?.sensor).toBe("radar");
  expect(sensors.map(({ channels }) => channels.length)).toEqual([3, 1, 1]);
});
