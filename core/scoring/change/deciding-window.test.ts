import { describe, expect, test } from "vitest";
import { Buckets } from "../model/buckets.ts";
import type { ChangeModel } from "./change-model.ts";
import { changeModelOf } from "./change-model-for-tests.ts";
import { noChangeSums } from "./change-sums.ts";
import { decidingWindow, sensorsOf } from "./deciding-window.ts";
import type { Weighed } from "./gather-change.ts";
import { defaultSettings } from "../settings/settings.ts";
import type { ChangeSums } from "../model/state.ts";
import { replayEntries } from "../replay.ts";
import { journalOf } from "../vehicle-journal.ts";
import { weighChange } from "./weigh-change.ts";

const { evidence } = defaultSettings;
const { participation, shiftVariances, shiftWeights } = evidence;
const model = changeModelOf([3, 1, 1], {
  zones: [0.1, 0.2, 0.3, 0.4, 0.5],
  directions: [0, 0, 0, 0, 1],
  referenceFrozen: true,
  participation,
  shiftVariances,
  shiftWeights,
});

test("without a change there is no window", () => {
  expect(decidingWindow(weigh(sumsOf([0, 0, 0, 0, 0])))).toBeNull();
  expect(decidingWindow(weigh({ ...sumsOf([0, 0, 0, 0, 0]), buckets: Buckets.none(5) }))).toBeNull();
});

describe("the numbers of a window", () => {
  test("are those of the sums it was made of", () => {
    const window = decidingWindow(weigh(sumsOf([0, 0, 0, 2.5, 0])))!;
    expect(window).toMatchObject({ fromSeq: 91, starts: 2 });
    expect(window.channels.map(({ channel }) => channel)).toEqual([
      "camera_x",
      "camera_y",
      "camera_z",
      "radar",
      "lidar",
    ]);
    expect(window.channels[3]).toEqual({
      channel: "radar",
      blocksSince: 8,
      blocksBefore: 40,
      meanSince: 2.5,
      meanBefore: 0,
      sigma: Math.fround(Math.sqrt((4 + 40) / 43)),
      meanVariance: Math.fround(1 / 8 + 1 / 40),
      degrees: 43,
      zone: Math.fround(0.4),
      side: "both",
    });
  });

  test("say which shifts count", () => {
    const sidesOf = (directions: readonly number[]) => {
      const { channels } = decidingWindow(weigh(sumsOf([0, 0, 0, 2.5, 0]), { ...model, directions }))!;
      return channels.map(({ side }) => side);
    };
    expect(sidesOf([0, 0, 0, 1, -1])).toEqual(["both", "both", "both", "upper", "lower"]);
  });

  test("suffice to compute by hand what the window adds", () => {
    const weighed = weigh(sumsOf([0.1, -1.2, 0.2, 2.5, 0.7]));
    const window = decidingWindow(weighed)!;
    const likelihood = likelihoodOf(sensorsOf(window, { evidence }).map(({ bayesFactors }) => bayesFactors));
    expect(likelihood / window.likelihoodRatio).toBeCloseTo(1, 4);
    // Each of its starts counts for every one of the three sensors.
    expect(window.termNats).toBeCloseTo(Math.log(3 * window.starts * (window.likelihoodRatio - 1)), 12);
    // It is the only window, so that W is what it adds.
    expect(window.termNats).toBeCloseTo(weighed.found.nats, 12);
  });

  test("leave out a sensor that was not heard, and its Bayes factors", () => {
    const window = decidingWindow(weigh(sumsOf([0, 0, 0, 2.5, null])))!;
    expect(window.channels.map(({ channel }) => channel)).not.toContain("lidar");
    expect(sensorsOf(window, { evidence }).map(({ sensor }) => sensor)).toEqual(["camera", "radar"]);
  });
});

describe("the Bayes factors of a described window", () => {
  const window = decidingWindow(weigh(sumsOf([0.1, -1.2, 0.2, 2.5, 0.7])))!;

  test("are one for each prior shift variance, by sensor and by channel", () => {
    const [camera, radar] = sensorsOf(window, { evidence: { ...evidence, shiftVariances: [1, 2] } });
    expect(camera!.channels).toHaveLength(3);
    expect(radar!.bayesFactors).toEqual(radar!.channels[0]!.bayesFactors);
    expect(radar!.bayesFactors).toHaveLength(2);
  });

  test("are the same for a radar that moved as far the other way", () => {
    const [, up] = sensorsOf(window, { evidence });
    const mirrored = window.channels.map((channel) => ({
      ...channel,
      meanSince: -channel.meanSince,
      meanBefore: -channel.meanBefore,
    }));
    const [, down] = sensorsOf({ ...window, channels: mirrored }, { evidence });
    expect(down!.bayesFactors).toEqual(up!.bayesFactors);
  });

  test("speak against a change of a lidar that came closer, and would not if that counted", () => {
    const lidar = { ...window.channels[4]!, meanSince: -3, side: "upper" as const };
    const factorOf = (side: "upper" | "lower" | "both") =>
      sensorsOf({ ...window, channels: [{ ...lidar, side }] }, { evidence })[0]!.bayesFactors[1]!;
    expect(factorOf("upper")).toBeLessThan(1);
    expect(factorOf("lower")).toBeGreaterThan(1);
    expect(factorOf("both")).toBe(factorOf("lower"));
  });

  test("are none without channels", () => {
    expect(sensorsOf({ ...window, channels: [] }, { evidence })).toEqual([]);
  });
});

test("of a vehicle whose radar moved begins where it moved, and the radar speaks loudest in it", () => {
  const { lastScore } = replayEntries(
    journalOf({ frames: 220, seed: 4, displacement: (frame) => (frame >= 200 ? { radarM: 0.3 } : {}) }),
    defaultSettings,
  );
  const window = lastScore!.window!;
  expect(window.fromSeq).toBeGreaterThanOrEqual(200);
  expect(window.fromSeq).toBeLessThanOrEqual(203);
  expect(lastScore!.cusumStatistic).toBeGreaterThanOrEqual(window.termNats);
  const most = sensorsOf(window, defaultSettings).map(({ bayesFactors }) => Math.max(...bayesFactors));
  expect(most.indexOf(Math.max(...most))).toBe(1);
});

/** 40 blocks of reference, and eight since in a bucket of two possible starts; null for a channel not heard since. */
function sumsOf(means: readonly (number | null)[]): ChangeSums {
  const past = means.flatMap(() => [40, 0, 40]);
  const since = means.flatMap((mean) => (mean === null ? [0, 0, 0] : [8, 8 * mean, 8 * mean * mean]));
  const buckets = Buckets.of([{ size: 2, seq: 91, sums: since }], means.length);
  return { ...noChangeSums(means.length), past, buckets };
}

function weigh(sums: ChangeSums, by: ChangeModel = model): Weighed {
  return { sums, model: by, found: weighChange(sums, by) };
}

/** Σ over the sensors' sets as the product of (1 − p + p·B) less the empty one. */
function likelihoodOf(sensors: readonly (readonly number[])[]): number {
  const q = 1 - evidence.participation;
  const none = q ** sensors.length;
  return evidence.shiftWeights.reduce((sum, weight, g) => {
    const any = sensors.reduce((product, factors) => product * (q + evidence.participation * factors[g]!), 1);
    return sum + (weight * (any - none)) / (1 - none);
  }, 0);
}
