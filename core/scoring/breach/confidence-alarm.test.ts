import { expect, test } from "vitest";
import { defaultSettings } from "../model/settings.ts";
import { replayEntries } from "../replay.ts";
import { journalOf } from "../vehicle-journal.ts";

const after = (confidence: (frame: number) => number, frames = 260) =>
  replayEntries(
    journalOf({
      frames,
      seed: 8,
      sensors: ["lidar", "confidence"],
      displacement: (frame) => ({ confidence: confidence(frame) }),
    }),
    defaultSettings,
  ).state;

test("a confidence that falls for good is an alarm, dated where it fell, and no breach", () => {
  const state = after((frame) => (frame >= 150 ? -0.3 : 0));
  expect(Math.abs((state.confidenceAlarm?.changeSeq ?? 0) - 151)).toBeLessThanOrEqual(3);
  expect(state.breach).toBeNull();
  expect(state.tier).toMatchObject({ tier: "CAUTION", reason: "lidar_confidence_low" });
});

test("one that rises is none, and one that comes back ends", () => {
  expect(after((frame) => (frame >= 150 ? 0.1 : 0)).confidenceAlarm).toBeNull();
  expect(after((frame) => (frame >= 150 && frame < 180 ? -0.3 : 0)).confidenceAlarm).toBeNull();
});
