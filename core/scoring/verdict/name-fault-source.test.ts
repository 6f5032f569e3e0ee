import { expect, test } from "vitest";
import { replayEntries } from "../replay.ts";
import { defaultSettings } from "../settings/settings.ts";
import { journalOf } from "../vehicle-journal.ts";
import type { Displacement } from "../vehicle-journal.ts";

const tilted: Displacement = { cameraDeg: [0.4, 0, 0], radarM: 0.3, lidarM: 0.2 };

test("all sensors moved and a lidar that matches worse are one tilted vehicle rather than three failed mounts", () => {
  const score = scoreAfter({ ...tilted, confidence: -0.3 });
  expect(score.probableFaultSource).toBe("multi_modal");
  expect(score.warnings).toContain("common_mode_suspected");
});

test("without the lidar's doubt, or with one sensor left in place, nothing common is suspected", () => {
  expect(scoreAfter(tilted).probableFaultSource).toBe("multi_modal");
  for (const moved of [tilted, { cameraDeg: [0.4, 0, 0], lidarM: 0.2, confidence: -0.3 } as const, {}]) {
    expect(scoreAfter(moved).warnings).not.toContain("common_mode_suspected");
  }
});

function scoreAfter(moved: Displacement) {
  const journal = journalOf({
    frames: 260,
    seed: 21,
    sensors: ["camera", "radar", "lidar", "confidence"],
    displacement: (frame) => (frame >= 200 ? moved : {}),
  });
  return replayEntries(journal, defaultSettings).lastScore!;
}
