import { describe, expect, test } from "vitest";
import { initialTrack } from "../model/initial-state.ts";
import { defaultSettings } from "../settings/settings.ts";
import { replayEntries } from "../replay.ts";
import { journalOf } from "../vehicle-journal.ts";
import { limitedSensors } from "../model/sensors.ts";
import type { SensorTrack } from "../model/state.ts";
import { calibrationWith } from "../baseline/calibration-for-tests.ts";
import { correlatedCurve } from "../scatter/variance-curve.ts";
import {
  correlationInflation,
  estimateDrift,
  exceedance,
  inLimitUnits,
  isWithinZone,
  limitsOf,
  severity,
} from "./drift.ts";
import { recentBlocksOf } from "../blocks/recent-blocks-for-tests.ts";

const independent = { curves: [correlatedCurve(0)] };

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
  const moved = estimateDrift("radar", trackAfter(0.3), 101, independent);
  expect(moved).toMatchObject({ blocks: 20 });
  expect(Math.abs((moved?.amount ?? 0) - 0.3)).toBeLessThan(3 * (moved?.sd ?? 0));
  const still = estimateDrift("radar", trackAfter(0), null, independent);
  expect(Math.abs(still?.amount ?? 1)).toBeLessThan(3 * (still?.sd ?? 0));
});

test("before a baseline there is no drift", () => {
  expect(estimateDrift("radar", initialTrack("radar", null), null, independent)).toBeNull();
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

describe("a drift estimated from blocks", () => {
  test("is their mean less the reference's, as uncertain as both means are together", () => {
    const drift = estimateDrift("radar", radarTrack([0.3, 0.4, 0.5]), 1, independent)!;
    expect(drift.amount).toBeCloseTo(0.4 - 0.1, 12);
    expect(drift.sd).toBeCloseTo(0.05 * Math.sqrt(1 / 3 + 1 / 40), 12);
    expect(drift.blocks).toBe(3);
  });

  test("of one or two blocks is none, unless a change is known to have come before them", () => {
    const two = radarTrack([0.5, 0.5]);
    expect(estimateDrift("radar", two, null, independent)).toMatchObject({ amount: 0, blocks: 0 });
    expect(estimateDrift("radar", two, null, independent)!.sd).toBeCloseTo(0.05 * Math.sqrt(1 / 40), 12);
    expect(estimateDrift("radar", two, 1, independent)).toMatchObject({
      blocks: 2,
      amount: expect.closeTo(0.4, 12),
    });
    expect(estimateDrift("radar", two, 2, independent)).toMatchObject({ blocks: 1 });
    expect(estimateDrift("radar", two, 3, independent)).toMatchObject({ blocks: 0, amount: 0 });
  });

  test("moves with the sign of what moved", () => {
    const there = estimateDrift("radar", radarTrack([0.3, 0.35, 0.5], [0.1]), 1, independent)!;
    const back = estimateDrift("radar", radarTrack([-0.3, -0.35, -0.5], [-0.1]), 1, independent)!;
    expect(back.amount).toBeCloseTo(-there.amount, 12);
    expect(back.sd).toBe(there.sd);
  });
});

describe("a camera's drift", () => {
  test("does not depend on which axis it is about", () => {
    const about = (shifts: readonly number[]) =>
      inLimitUnits("camera", [0, 0, 0], { shifts, sds: [0.1, 0.1, 0.1] }).amount;
    expect(about([0, 0, 2])).toBe(about([2, 0, 0]));
    expect(about([0, -2, 0])).toBe(about([2, 0, 0]));
  });

  test("is none while its length is what noise alone would show", () => {
    const drift = inLimitUnits("camera", [0, 0, 0], { shifts: [0.1, 0.1, 0], sds: [0.1, 0.1, 0.1] });
    expect(drift.amount).toBe(0);
    const still = inLimitUnits("camera", [0, 0, 0], { shifts: [0, 0, 0], sds: [0.1, 0.2, 0.2] });
    expect(still.sd).toBeCloseTo(Math.sqrt((0.01 + 0.04 + 0.04) / 3), 12);
  });

  test("is as uncertain as the axis it is about", () => {
    const { sd } = inLimitUnits("camera", [0, 0, 0], { shifts: [0, 3, 0], sds: [0.1, 0.2, 0.4] });
    expect(sd).toBeCloseTo(0.2, 12);
  });
});

/* The standard normal distribution at 1.959964 and 2.575829, from any table. */
test.each([
  [1.959964, 0.975],
  [2.575829, 0.995],
  [-1.959964, 0.025],
])("%d standard deviations past a limit it is beyond with a probability of %d", (deviations, probability) => {
  const at = (amount: number) => ({ amount, sd: 0.1, parts: [amount], partSds: [0.1] });
  expect(exceedance("radar", at(0.3 + 0.1 * deviations), 0.3)).toBeCloseTo(probability, 6);
  expect(exceedance("radar", at(-0.3 - 0.1 * deviations), 0.3)).toBeCloseTo(probability, 6);
});

test("at its critical limit a drift without noise has a severity of 1, whichever sensor's it is", () => {
  for (const sensor of limitedSensors) {
    const { critical } = limitsOf(sensor, defaultSettings);
    const drift = { amount: critical, sd: 0, parts: [critical], partSds: [0] };
    expect(severity(sensor, drift, defaultSettings)).toBe(1);
    expect(severity(sensor, { ...drift, sd: critical }, defaultSettings)).toBe(sensor === "camera" ? 1 : 0);
  }
});

describe("a drift within its zone", () => {
  const { radarM, lidarM } = defaultSettings.limits;
  const share = defaultSettings.evidence.indifferenceShare;
  const of = (parts: readonly number[], sd: number) => ({
    amount: 0,
    sd,
    parts,
    partSds: parts.map(() => sd),
    blocks: 9,
  });

  test("reaches to a quarter of the CAUTION limit and two standard deviations, both included", () => {
    const edge = share * radarM.caution + 2 * 0.01;
    expect(isWithinZone("radar", of([edge], 0.01), defaultSettings)).toBe(true);
    expect(isWithinZone("radar", of([-edge], 0.01), defaultSettings)).toBe(true);
    expect(isWithinZone("radar", of([edge + 1e-9], 0.01), defaultSettings)).toBe(false);
    expect(isWithinZone("radar", of([-edge - 1e-9], 0.01), defaultSettings)).toBe(false);
  });

  test("is within it on every axis", () => {
    expect(isWithinZone("camera", of([0, 0, 0], 0), defaultSettings)).toBe(true);
    expect(isWithinZone("camera", of([0, 0, 1], 0), defaultSettings)).toBe(false);
  });

  test("may be any improvement of a lidar", () => {
    expect(isWithinZone("lidar", of([-10 * lidarM.critical], 0), defaultSettings)).toBe(true);
    expect(isWithinZone("lidar", of([lidarM.caution], 0), defaultSettings)).toBe(false);
  });
});

/** A calibrated radar with blocks at entries 1, 2, …, beside a reference of 40. */
function radarTrack(recent: readonly number[], centre: number[] = [0.1]): SensorTrack {
  const calibration = calibrationWith({
    blocks: 40,
    location: [0.1],
  });
  const blocks = recent.map((value, at) => ({ seq: at + 1, weight: 1, placed: [value] }));
  return {
    ...initialTrack("radar", null),
    calibration,
    centre,
    centreWeight: 40,
    recent: recentBlocksOf(blocks),
  };
}
