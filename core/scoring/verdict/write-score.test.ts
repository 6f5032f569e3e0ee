import { expect, test } from "vitest";
import type { JournalEntry } from "../model/journal-entry.ts";
import { replayEntries } from "../replay.ts";
import { defaultSettings } from "../settings/settings.ts";
import { journalOf, testNoise } from "../vehicle-journal.ts";

/** A radar and a lidar whose noise has a share in common. */
function sharing(correlation: number): readonly JournalEntry[] {
  return journalOf({ frames: 200, seed: 31, sensors: ["radar"] }).map((entry, at) => {
    if (entry.kind !== "frame") return entry;
    const own = Math.sqrt(1 - correlation * correlation);
    const z = (correlation * (entry.reading.radarRangeBiasM! - 0.02)) / 0.05 + own * testNoise(32, 0, at);
    return {
      kind: "frame",
      reading: { ...entry.reading, lidarRegistrationErrorM: 0.03 * Math.exp(0.25 * z) },
    };
  });
}

test("sensors whose noise moves together are said to be correlated, independent ones are not", () => {
  const warningsOf = (correlation: number) =>
    replayEntries(sharing(correlation), defaultSettings).lastScore!.warnings;
  expect(warningsOf(0.6)).toContain("correlated_channels");
  expect(warningsOf(-0.6)).toContain("correlated_channels");
  expect(warningsOf(0)).not.toContain("correlated_channels");
});
