import { expect, test } from "vitest";
import { initialTrack } from "../model/initial-state.ts";
import { defaultSettings } from "../model/settings.ts";
import { replayEntries } from "../replay.ts";
import { journalOf } from "../vehicle-journal.ts";
import { correlationInflation, estimateDrift, exceedance, inLimitUnits, severity } from "./drift.ts";

const trackAfter = (radarM: number) =>
  replayEntries(
    journalOf({
      frames: 120,
      seed: 3,
      sensors: ["radar"],
      displacement: (at) => (at >= 100 ? { radarM } : {}),
    }),
    defaultSettings,
  ).state.tracks.radar;

test("a radar that was moved by 0.3 m has drifted about as far, one that was not hardly", () => {
  const moved = estimateDrift("radar", trackAfter(0.3), 101);
  expect(moved).toMatchObject({ blocks: 20 });
  expect(Math.abs((moved?.amount ?? 0) - 0.3)).toBeLessThan(3 * (moved?.sd ?? 0));
  const still = estimateDrift("radar", trackAfter(0), null);
  expect(Math.abs(still?.amount ?? 1)).toBeLessThan(3 * (still?.sd ?? 0));
});

test("before a baseline there is no drift", () => {
  expect(estimateDrift("radar", initialTrack("radar", null), null)).toBeNull();
});

test("a camera's drift is the length of its vector, less what noise alone would show", () => {
  const drift = inLimitUnits("camera", [0, 0, 0], { shifts: [3, 4, 0], sds: [1, 1, 1] });
  expect(drift.amount).toBeCloseTo(Math.sqrt(25 - 3), 12);
  expect(drift.sd).toBe(1);
});

test("a lidar's shift of its logarithm is one of its error", () => {
  const { amount } = inLimitUnits("lidar", [Math.log(0.04)], { shifts: [Math.log(2)], sds: [0.1] });
  expect(amount).toBeCloseTo(0.04, 12);
});

test("at the limit it is beyond with a probability of one half; correlated blocks are worth fewer", () => {
  const drift = { amount: -0.3, sd: 0.1, parts: [-0.3], partSds: [0.1] };
  expect(exceedance("radar", drift, 0.3)).toBe(0.5);
  expect(exceedance("lidar", drift, 0.3)).toBeLessThan(1e-6);
  expect(severity("lidar", drift, defaultSettings)).toBe(0);
  expect(correlationInflation(0.5)).toBe(3);
});
