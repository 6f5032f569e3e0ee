import { expect, test } from "vitest";
import { recentMeans } from "../baseline/recent-blocks.ts";
import { defaultSettings } from "../model/settings.ts";
import { expDeg, multiply } from "../numeric/quaternion.ts";
import { replayEntries } from "../replay.ts";
import { journalOf, testMount } from "../vehicle-journal.ts";
import { checkAgainstZero } from "./absolute-check.ts";

const tracksWith = (radarM: number) =>
  replayEntries(journalOf({ frames: 120, seed: 3, displacement: () => ({ radarM }) }), defaultSettings).state
    .tracks;

function check(radarM: number, reference: Parameters<typeof checkAgainstZero>[0]["reference"] = null) {
  const tracks = tracksWith(radarM);
  return checkAgainstZero(
    { tracks, reference, means: (sensor) => recentMeans(tracks[sensor], 0) },
    defaultSettings,
  );
}

test("a baseline does not absorb a fault that was there from the start", () => {
  expect(check(0)).toMatchObject({ level: "within", beyond: [], severity: 0 });
  const { critical } = defaultSettings.limits.radarM;
  const beyond = check(3 * critical);
  expect(beyond).toMatchObject({ level: "critical", beyond: ["radar"] });
  expect(beyond.severity).toBeCloseTo(3, 0);
});

test("a camera is only held against extrinsics that were registered", () => {
  expect(check(0, testMount).beyond).toEqual([]);
  expect(check(0, multiply(testMount, expDeg([5, 0, 0]))).beyond).toEqual(["camera"]);
});
